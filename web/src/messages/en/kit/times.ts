/** A time of the current day. */
export const today = (time: string): string => `Today, ${time}`;
/** A moment with the zone that it is in. */
export const inZone = (moment: string, zone: string): string => `${moment}, ${zone}`;
/** Says which zone all times near it are in. */
export const timesIn = (zone: string): string => `Times in ${zone}`;
