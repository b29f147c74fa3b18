import type { Input } from '@florin/contract/endpoint';
import { logout } from '@florin/contract/session';
import { call } from '../api.ts';
import { readSite } from '../site.ts';
import { currentEpoch } from './epoch.ts';
import { readMarker } from './marker.ts';

export type LogoutReason = Input<typeof logout>['body']['reason'];

const key = 'florin-logout-owed';
/** A session that is idle ends on the server as well; clocks and reports of activity differ by less than this. */
const slackMilliseconds = 10_000;
const answerWithinMilliseconds = 10_000;
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

/**
 * A logout that this browser has asked for and the server has not confirmed: the pages show nothing of the account any more,
 * yet the cookie may be good for it. It is kept until the server says that the session is over, or somebody logs in.
 */
export function oweLogout(reason: LogoutReason): void {
  try {
    localStorage.setItem(key, `${reason} ${readMarker()?.lastActivity ?? Date.now()} ${currentEpoch() ?? ''}`);
  } catch {
    // The call under way is then the only one.
  }
  tell();
}

export function settleLogout(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There was none.
  }
  tell();
}

/** Why the session should be over that perhaps is not; null where it is, by the idle limit at the latest. */
export function owedLogout(): LogoutReason | null {
  try {
    const [reason, lastActivity] = (localStorage.getItem(key) ?? '').split(' ');
    const { idleTimeSeconds, warningTimeSeconds } = readSite().sessionTimeout;
    const endsAt = Number(lastActivity) + (idleTimeSeconds + warningTimeSeconds) * 1000 + slackMilliseconds;
    // Whoever has logged in since owes nothing: another try would log them out.
    if (!(Date.now() < endsAt) || readMarker() !== null) return null;
    return reason === 'idle' || reason === 'suspicious' ? reason : 'user';
  } catch {
    return null;
  }
}

/** The session that should be over. */
function owedEpoch(): string | undefined {
  try {
    return (localStorage.getItem(key) ?? '').split(' ')[2] || undefined;
  } catch {
    return undefined;
  }
}

/** For useSyncExternalStore, with `owedLogout`: other tabs are heard, too. */
export function subscribeToOwedLogout(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

/** Ends what is owed: the session that was left, and no other one that somebody has begun since. */
export const endOwed = (reason: LogoutReason): Promise<boolean> => endOnServer(reason, owedEpoch());

/**
 * Asks the server to end a session. Resolves with whether it is over for sure, and never rejects.
 * @param epoch which one; left out, the one that this browser has: a switch may be on its way when somebody logs out
 */
export async function endOnServer(reason: LogoutReason, epoch?: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerWithinMilliseconds);
    const answer = await call(logout, { body: { reason } }, { keepalive: true, signal, epoch });
    // Another session has taken the place of the one that was left.
    const isOver = answer.ok || answer.code === 'UNAUTHENTICATED' || answer.code === 'SESSION_CHANGED';
    if (isOver) settleLogout();
    return isOver;
  } catch {
    return false;
  }
}
