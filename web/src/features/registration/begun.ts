const key = 'florin-registration';

/**
 * Whether this browser has a registration under way, so that the server is asked for it only then. It holds no secret:
 * which registration it is says an HttpOnly cookie, and the token stays in memory (security design 3.1).
 */
export function hasBegun(now: number): boolean {
  try {
    return Number(localStorage.getItem(key)) > now;
  } catch {
    return false;
  }
}

/** Remembers a registration until it expires, in milliseconds since 1970. */
export function rememberBegun(until: number): void {
  try {
    localStorage.setItem(key, String(until));
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
