import type { Site } from '@florin/contract/program/site';
import { answerPress, forgetPress, isPressed } from './keep-press.ts';

/*
 * The sign-in that the server has rendered sleeps until it is touched: its fields, links and looks need no script, and
 * a cheap phone takes 200 ms to bring the rest to life.
 */

const touches = ['pointermove', 'pointerdown', 'focusin', 'keydown', 'input', 'click', 'submit'] as const;

/** Whether the sign-in has more to show than the server's HTML: what this tab has kept, or a site that comes back by itself. */
export function hasNews({ outOfService }: Site): boolean {
  try {
    return outOfService || sessionStorage.length > 0 || localStorage.getItem('florin-pending-logout') !== null;
  } catch {
    return outOfService;
  }
}

/**
 * Hydrates the sign-in at the first touch, at a press that was kept (keep-press.ts), when another tab signs in, or when the
 * configuration has changed; at once, if there is more to show.
 * @param site the site in the server's HTML
 */
export function sleepUntilTouched(entrance: HTMLElement, site: Site, hydrate: () => Promise<void>): void {
  const listening = new AbortController();
  const { signal } = listening;
  let isWaking = false;

  const begin = async () => {
    isWaking = true;
    try {
      await hydrate();
      listening.abort();
      answerPress(entrance);
    } catch {
      // The next touch tries again.
      isWaking = false;
      forgetPress(entrance);
    }
  };
  const wake = (event?: Event) => {
    if (!isWaking && !isAtRest(event)) void begin();
  };

  for (const touch of touches) window.addEventListener(touch, wake, { signal, capture: true, passive: true });
  window.addEventListener('storage', wake, { signal });
  if (hasNews(site) || isPressed(entrance)) return wake();
  void wakeIfChanged(site, signal, wake);
}

/** Browsers also report a pointer that rests where a page appears. */
const isAtRest = (event?: Partial<PointerEvent>) =>
  event?.type === 'pointermove' && !event.movementX && !event.movementY;

/** The HTML carries a copy of assets/config.json: what an operator changes there changes the page (reading 25). */
async function wakeIfChanged(site: Site, signal: AbortSignal, wake: () => void): Promise<void> {
  const { slug } = site.program;
  const query = slug === null ? '' : `?${new URLSearchParams({ customSlug: slug })}`;
  try {
    const answer = await fetch(`/assets/config.json${query}`, { signal });
    if (answer.ok && configurationIn((await answer.json()) as Site) !== configurationIn(site)) wake();
  } catch {
    // The configuration in the page stays.
  }
}

/** The version stays that of the page. */
const configurationIn = (site: Site) => JSON.stringify({ ...site, appVersion: null, build: null });
