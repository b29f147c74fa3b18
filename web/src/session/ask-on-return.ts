import { session } from '@florin/contract/session';
import { call } from '../api.ts';

/** People go back and forth between windows. */
const askAtMostEveryMs = 10_000;

/**
 * Asks the server whether the session still stands when somebody comes back to the page: another device may have ended it,
 * and what the page shows is not for whoever looks at it now. `call` tells the watcher; it does not extend the session.
 * @returns stops asking
 */
export function askOnReturn(): () => void {
  let askedAt = Date.now();
  const stop = new AbortController();
  const ask = () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < askAtMostEveryMs) return;
    askedAt = Date.now();
    // Where nobody answers, the next call will tell.
    call(session, {}, { signal: stop.signal }).catch(() => null);
  };
  for (const type of ['visibilitychange', 'focus']) window.addEventListener(type, ask, { signal: stop.signal });
  return () => stop.abort();
}
