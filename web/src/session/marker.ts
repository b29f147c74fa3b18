import type { Site } from '@florin/contract/site';
import * as v from 'valibot';

/** Whose key the storage events of other tabs carry. */
export const markerKey = 'florin-session';

type IdleTimes = Pick<Site['sessionTimeout'], 'idleTimeSeconds' | 'warningTimeSeconds'>;

/**
 * What the tabs of a browser know of the session together. It holds no secret: the session itself is an HttpOnly cookie
 * (security design 3.1). Where it is missing, nobody is signed in as far as the pages are concerned.
 */
const Marker = v.object({
  epoch: v.pipe(v.string(), v.nonEmpty()),
  /** Milliseconds since the Unix epoch, by this machine's clock. */
  lastActivity: v.pipe(v.number(), v.finite()),
});
export type Marker = v.InferOutput<typeof Marker>;

/** Reads a stored marker; anything of another shape counts as absent. */
export function parseMarker(stored: string | null): Marker | null {
  if (stored === null) return null;
  try {
    const checked = v.safeParse(Marker, JSON.parse(stored));
    return checked.success ? checked.output : null;
  } catch {
    return null;
  }
}

/** Whether the marker's session can still be alive: a marker left behind yesterday is no reason to ask the server. */
export function isLive(marker: Marker | null, times: IdleTimes, now: number): boolean {
  return marker !== null && now - marker.lastActivity < (times.idleTimeSeconds + times.warningTimeSeconds) * 1000;
}

/** Stands in where the browser refuses storage: the session then lasts as long as the page. */
let inMemory: string | null = null;

export function readMarker(): Marker | null {
  try {
    return parseMarker(localStorage.getItem(markerKey));
  } catch {
    return parseMarker(inMemory);
  }
}

export function writeMarker(marker: Marker): void {
  inMemory = JSON.stringify(marker);
  try {
    localStorage.setItem(markerKey, inMemory);
  } catch {
    // The copy in memory serves this page.
  }
}

export function removeMarker(): void {
  inMemory = null;
  try {
    localStorage.removeItem(markerKey);
  } catch {
    // There was nothing to remove.
  }
}
