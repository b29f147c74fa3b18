const key = 'florin-led';
/** When this document was opened, in milliseconds since the Unix epoch. */
const openedAt = Date.now();

/** Called before a script, and no person, loads the next document of this tab. */
export function leadWithoutPerson(): void {
  try {
    sessionStorage.setItem(key, 'yes');
  } catch {
    // The next document then counts as opened by the person who has just signed in elsewhere.
  }
}

let isTold = false;

/**
 * When a person opened this document; null where a script led here, where nobody sees it (a tab in the background, or one
 * that the browser has restored), and from the second time on.
 */
export function takeOpening(): number | null {
  if (isTold) return null;
  isTold = true;
  return wasLed() || document.visibilityState === 'hidden' ? null : openedAt;
}

function wasLed(): boolean {
  try {
    const led = sessionStorage.getItem(key) !== null;
    sessionStorage.removeItem(key);
    return led;
  } catch {
    return false;
  }
}
