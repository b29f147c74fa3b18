/* The product's time: the server's clock as its answers to a signed-in person tell it (decision 085). */

/** How far the server's clock is ahead of this computer's, in milliseconds. */
let ahead = 0;
const listeners = new Set<() => void>();
/** A smaller correction changes no word on the screen. */
const noticedMilliseconds = 1000;
/** Every time of the product lies between these. */
const [earliest, latest] = [Date.UTC(2000), Date.UTC(2100)];

/** The product's current time, in milliseconds since the Unix epoch: for words, days and everything else that is shown. */
export const productTime = (): number => Date.now() + ahead;

/**
 * Sets the clock by an answer. The server read its own clock between the call and now: the least change that fits is made,
 * so that neither a slow network nor a computer that slept meanwhile moves it.
 * @param told the server's time, in milliseconds since the Unix epoch; null if the answer has none
 * @param sentAt when the call was sent, by this computer's clock
 */
export function setClock(told: string | null, sentAt: number): void {
  const now = Number(told ?? Number.NaN);
  // What is no time of this product cannot be shown: the clock stays as it is.
  if (!(now > earliest && now < latest)) return;
  const before = ahead;
  ahead = Math.max(now - Date.now(), Math.min(before, now - sentAt));
  if (Math.abs(ahead - before) >= noticedMilliseconds) for (const listener of listeners) listener();
}

/** Calls the listener when the product's time has jumped, as the simulator lets it. @returns what ends it */
export function followClock(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What differs after a jump. */
export const clockLead = (): number => ahead;
