const key = 'florin-registration';
const loginMark = ' login';

/** A registration that this browser has under way. */
export interface Begun {
  /** It was left on the embedded login page, which the server knows nothing of. */
  atLogin: boolean;
}

/**
 * What this browser has under way, so that the server is asked for it only then. It holds no secret: which registration it
 * is says an HttpOnly cookie, and the token stays in memory (security design 3.1).
 */
export function readBegun(now: number): Begun | null {
  try {
    const kept = localStorage.getItem(key) ?? '';
    return Number.parseInt(kept, 10) > now ? { atLogin: kept.endsWith(loginMark) } : null;
  } catch {
    return null;
  }
}

/** Remembers a registration until it expires, in milliseconds since 1970. */
export function rememberBegun(until: number, { atLogin }: Begun): void {
  try {
    localStorage.setItem(key, `${until}${atLogin ? loginMark : ''}`);
  } catch {
    // Without storage a reload starts anew.
  }
}

export function forgetBegun(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // There was nothing to forget.
  }
}
