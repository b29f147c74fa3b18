/** A count for a small badge: '10+' if it is above `atMost`. */
export const countText = (count: number, atMost: number): string => (count > atMost ? `${atMost}+` : String(count));
