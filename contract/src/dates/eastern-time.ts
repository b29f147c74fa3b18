/** The IANA name of Eastern Time. */
export const easternZone = 'America/New_York';

const format = new Intl.DateTimeFormat('en-US', {
  timeZone: easternZone,
  dateStyle: 'medium',
  timeStyle: 'short',
});

/**
 * A moment for reading, in Eastern Time (specification, section 9): 'Nov 20, 2026, 3:42 PM ET'. It is separate from
 * `dates.ts`, which the login page does not load.
 */
export const easternTime = (at: string | number | Date): string => `${format.format(new Date(at))} ET`;
