import type { Input } from '@florin/contract/endpoint';
import { logout } from '@florin/contract/access/session';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { call } from '../api.ts';
import { readSite } from '../site.ts';
import { stored } from '../stored.ts';
import { currentEpoch, marker } from './browser-session.ts';

/*
 * A logout that this browser has requested and the server has not confirmed: the pages show nothing of the account any
 * more, but its cookie may still work. It is kept until the server confirms the end of the session, or a person logs
 * in.
 */

export type LogoutReason = Input<typeof logout>['body']['reason'];

export const pending = stored(
  'florin-pending-logout',
  v.object({
    reason: v.picklist(['user', 'idle', 'suspicious']),
    /** Of the session that was left, in milliseconds since the Unix epoch. */
    lastActivity: v.number(),
    /** The session that was left. */
    epoch: v.nullable(v.string()),
  }),
  'local',
);

/** The server ends an idle session too; clocks and reports of activity differ by less than this. */
const slackMilliseconds = 10_000;
const answerWithinMilliseconds = 10_000;
const listeners = new Set<() => void>();
const notify = () => listeners.forEach((listener) => listener());

export function recordPendingLogout(reason: LogoutReason): void {
  pending.write({ reason, lastActivity: marker.read()?.lastActivity ?? Date.now(), epoch: currentEpoch() });
  notify();
}

export function clearPendingLogout(): void {
  pending.remove();
  notify();
}

/** Why a session may still be open; null if it has ended, by the idle limit at the latest. */
export function pendingLogout(): LogoutReason | null {
  const found = pending.read();
  // After another login nothing is pending: another try would end the new session.
  if (found === null || marker.read() !== null) return null;
  const { idleTimeSeconds, warningTimeSeconds } = readSite().sessionTimeout;
  const endsAt = found.lastActivity + (idleTimeSeconds + warningTimeSeconds) * 1000 + slackMilliseconds;
  return Date.now() < endsAt ? found.reason : null;
}

/** Ends the session that was left, and no other one that has begun since. */
export const retryLogout = (reason: LogoutReason): Promise<boolean> =>
  requestLogout(reason, pending.read()?.epoch ?? undefined);

/**
 * Asks the server to end a session. Resolves with whether it has certainly ended, and never rejects.
 * @param epoch the session; if left out, the one this browser has, because a switch may be under way during a logout
 */
export async function requestLogout(reason: LogoutReason, epoch?: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerWithinMilliseconds);
    const answer = await call(logout, { body: { reason } }, { keepalive: true, signal, epoch });
    // SESSION_CHANGED: another session has replaced the one that was left.
    const isOver = answer.ok || answer.code === 'UNAUTHENTICATED' || answer.code === 'SESSION_CHANGED';
    if (isOver) clearPendingLogout();
    return isOver;
  } catch {
    return false;
  }
}

/** Other tabs change it too. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

const firstPauseMilliseconds = 5000;
const longestPauseMilliseconds = 60_000;

export interface PendingLogout {
  /** `none`: nothing to show · `asking` for the first time · `failed`: it is being retried · `done` in the end. */
  state: 'none' | 'asking' | 'failed' | 'done';
  retry: () => void;
}

/** Asks the server to end a session that was left, until the server confirms it. */
export function usePendingLogout(): PendingLogout {
  const reason = useSyncExternalStore(subscribe, pendingLogout, () => null);
  // `turn` counts immediate tries, by the button or after a restored connection. Consecutive `failures` make the pauses
  // longer.
  const [{ failures, turn }, setTries] = useState({ failures: 0, turn: 0 });
  const retry = useCallback(() => setTries((before) => ({ ...before, turn: before.turn + 1 })), []);
  useEffect(() => {
    if (reason === null) return undefined;
    let isHere = true;
    const pause = turn > 0 || failures === 0 ? 0 : firstPauseMilliseconds * 2 ** (failures - 1);
    const ask = async () => {
      const isOver = await retryLogout(reason);
      if (isHere && !isOver) setTries({ failures: failures + 1, turn: 0 });
    };
    const timer = setTimeout(() => void ask(), Math.min(pause, longestPauseMilliseconds));
    window.addEventListener('online', retry);
    return () => {
      isHere = false;
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [reason, failures, turn, retry]);
  const progress = failures > 0 ? 'failed' : 'asking';
  return { state: reason !== null ? progress : failures > 0 ? 'done' : 'none', retry };
}
