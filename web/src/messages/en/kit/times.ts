/** A time of the current day. */
export const today = (time: string): string => `Today, ${time}`;
/** The same within a sentence. */
export const todayInSentence = (time: string): string => `today, ${time}`;
/** A moment with the zone that it is in. */
export const inZone = (moment: string, zone: string): string => `${moment}, ${zone}`;
/** Says which zone all times near it are in. */
export const timesIn = (zone: string): string => `Times in ${zone}`;
/** How long ago something was. */
export const justNow = 'just now';
export const minutes = (count: number): string => `${count} min`;
export const hours = (count: number): string => `${count} h`;
export const since = (text: string): string => `${text} ago`;
