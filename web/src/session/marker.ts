import type { Site } from '@florin/contract/site';

/** Whose key the storage events of other tabs carry. */
export const markerKey = 'florin-session';

/**
 * What the tabs of a browser know of the session together. It holds no secret: the session itself is an HttpOnly cookie
 * (security design 3.1). Where it is missing, nobody is signed in as far as the pages are concerned.
 */
export interface Marker {
  epoch: string;
  /** Milliseconds since the Unix epoch, by this machine's clock. */
  lastActivity: number;
}

type IdleTimes = Pick<Site['sessionTimeout'], 'idleTimeSeconds' | 'warningTimeSeconds'>;

/** Reads a stored marker; anything of another shape counts as absent. */
export function parseMarker(stored: string | null): Marker | null {
  if (stored === null) return null;
  try {
    const value: unknown = JSON.parse(stored);
    if (typeof value !== 'object' || value === null) return null;
    const { epoch, lastActivity } = value as Record<string, unknown>;
    if (typeof epoch !== 'string' || epoch === '' || typeof lastActivity !== 'number') return null;
    return Number.isFinite(lastActivity) ? { epoch, lastActivity } : null;
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
