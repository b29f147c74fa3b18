import { callHooks } from '../call-hooks.ts';
import { readMarker } from './marker.ts';

let epoch: string | null | undefined;
const listeners = new Set<() => void>();

/**
 * The session this tab belongs to: at first the one the marker names, none once it was left. It changes with every
 * sign-in and account switch.
 */
export function currentEpoch(): string | null {
  if (epoch === undefined) epoch = readMarker()?.epoch ?? null;
  return epoch;
}

/** From now on this tab belongs to that session, or to none. */
export function setCurrentEpoch(next: string | null): void {
  epoch = next;
  for (const listener of listeners) listener();
}

/** Calls `listener` at every change, until the returned function is called. */
export function subscribeToEpoch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

callHooks.epoch = currentEpoch;
