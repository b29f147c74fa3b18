/** A time of the current day. */
export const today = (time: string): string => `Today, ${time}`;
