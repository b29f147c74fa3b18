/**
 * How dates are written on screens and in mails, in Eastern Time (specification, section 9): a date is 'Nov 28, 2026'
 * (decision 036). A typed date, a vendor's due date and the expiry of a card use the forms of the specification.
 */
type Moment = string | number | Date;

const writes = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options });
  return (at: Moment) => format.format(new Date(at));
};
const hour = writes({ timeStyle: 'short' });

/** The date of a moment: 'Nov 20, 2026'. */
export const easternDate = writes({ dateStyle: 'medium' });

/** The date of a moment as the specification writes it (section 9): '11/20/2026'; for a payment's due date. */
export const numericDate = writes({ month: '2-digit', day: '2-digit', year: 'numeric' });

/** The time of day of a moment: '3:42 PM ET'. */
export const easternHour = (at: Moment): string => `${hour(at)} ET`;

/** A date without a time, yyyy-mm-dd: 'Nov 20, 2026'. */
export const calendarDate = (isoDate: string): string => easternDate(`${isoDate}T12:00:00Z`);
