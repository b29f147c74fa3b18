import type { Site } from '@florin/contract/program/site';
import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { callHooks } from '../call-hooks.ts';
import { readSite } from '../site.ts';
import { stored } from '../stored.ts';

/*
 * The session as this browser knows it: the marker, which its tabs share, and the epoch, the session that this tab belongs
 * to. docs/flows/session.md draws both.
 */

/**
 * The session of this browser. It contains no secret: the session itself is an HttpOnly cookie (security design 3.1).
 * Without a marker the pages assume that nobody is signed in.
 */
const Marker = v.object({
  epoch: v.pipe(v.string(), v.nonEmpty()),
  /** Milliseconds since the Unix epoch, by this machine's clock. */
  lastActivity: v.pipe(v.number(), v.finite()),
});
export type Marker = v.InferOutput<typeof Marker>;

export const marker = stored('florin-session', Marker, 'local');

type IdleTimes = Pick<Site['sessionTimeout'], 'idleTimeSeconds' | 'warningTimeSeconds'>;

/** Whether the session of a marker may still be open, so that a call to the server is useful. */
export function isLive(found: Marker | null, times: IdleTimes, now: number): boolean {
  return found !== null && now - found.lastActivity < (times.idleTimeSeconds + times.warningTimeSeconds) * 1000;
}

/** Whether a page may assume that a person is signed in before the server has answered. */
export const seemsSignedIn = (): boolean => isLive(marker.read(), readSite().sessionTimeout, Date.now());

let epoch: string | null | undefined;
const listeners = new Set<() => void>();

/**
 * The session that this tab belongs to: at first the one of the marker, none after leaving it. It changes with every
 * sign-in and account switch.
 */
export function currentEpoch(): string | null {
  if (epoch === undefined) epoch = marker.read()?.epoch ?? null;
  return epoch;
}

callHooks.epoch = currentEpoch;

/** From now on this tab belongs to that session, or to none. */
export function setCurrentEpoch(next: string | null): void {
  epoch = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let lastKnown: string | null = null;
/** After the session was left, the page is being replaced and keeps its content. */
const lastEpoch = () => (lastKnown = currentEpoch() ?? lastKnown);

/** Renders again when the session is reissued under the page, so that its queries follow (`renewSession`). */
export const useEpoch = (): string | null => useSyncExternalStore(subscribe, lastEpoch);
