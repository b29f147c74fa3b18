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

/**
 * What to make of the answer to a session call (security design P27).
 * `current`: show it · `late`: asked for an earlier session than today's, drop it · `changed`: the browser's session is
 * another one than this tab's, although this tab did nothing.
 */
export function judgeAnswer(epochs: {
  /** When the call was sent. */
  atStart: string | null;
  /** Named by the answer; refusals before the session is known name none. */
  answered: string | null;
  current: string | null;
}): 'current' | 'late' | 'changed' {
  const { atStart, answered, current } = epochs;
  if (atStart !== null && atStart !== current) return 'late';
  if (answered === null || current === null || answered === current) return 'current';
  return atStart === current ? 'changed' : 'late';
}
