const format = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** A moment for reading, in Eastern Time (specification section 9): 'Nov 20, 2026, 3:42 PM ET'. */
export const easternTime = (isoTimestamp: string): string => `${format.format(new Date(isoTimestamp))} ET`;
