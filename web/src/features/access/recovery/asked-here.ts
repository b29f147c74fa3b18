const key = 'florin-recovery-asked';

/**
 * Keeps in this tab that an administrator has been asked, and in which request: enough to say so after a reload. It opens
 * nothing, and stands for neither the link nor the reset (security design P16).
 */
export function noteAsked(requestNumber: string): void {
  try {
    sessionStorage.setItem(key, requestNumber);
  } catch {
    // Without storage the page asks for the link again and says no more.
  }
}

/** The number of the request that was asked in this tab; null where none was. */
export function askedHere(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

export function forgetAsked(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There was nothing to forget.
  }
}
