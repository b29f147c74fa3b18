import { newVersionCheckSeconds } from '@florin/contract/limits';
import { siteConfig } from '@florin/contract/program/site';
import { call } from '../api.ts';
import { showSnackbar } from '../kit/feedback/Snackbar.tsx';
import { shellWords } from '../messages/en/shell/shell.ts';
import { readSite } from '../site.ts';

let hasNotified = false;
let askedAt = 0;

/** Whether a build differs from the page's; an installation without a built web app has none. */
export const isNewer = (own: string, served: string): boolean => served !== own && served !== 'none';

/**
 * Checks from time to time, and when the page becomes visible again, whether the server has a newer web app, and says
 * so once. Logging out loads the newer one anyway, because the login page is a new document.
 * @returns a function that stops checking
 */
export function watchVersion(): () => void {
  const stop = new AbortController();
  askedAt = Date.now();
  const ask = async () => {
    if (hasNotified || document.visibilityState === 'hidden' || Date.now() - askedAt < newVersionCheckSeconds * 1000)
      return;
    askedAt = Date.now();
    const { program, build } = readSite();
    const query = program.slug === null ? {} : { customSlug: program.slug };
    // After a failed check, the next one will do.
    const answer = await call(siteConfig, { query }, { signal: stop.signal }).catch(() => null);
    if (!answer?.ok || !isNewer(build, answer.body.build) || hasNotified) return;
    hasNotified = true;
    showSnackbar({
      severity: 'info',
      text: shellWords.newVersion,
      action: { label: shellWords.refresh, onPress: () => window.location.reload() },
    });
  };
  const timer = setInterval(() => void ask(), newVersionCheckSeconds * 1000);
  for (const type of ['visibilitychange', 'focus'])
    window.addEventListener(type, () => void ask(), { signal: stop.signal });
  return () => {
    clearInterval(timer);
    stop.abort();
  };
}
