import { today } from '../../messages/en/times.ts';

/** Section 9: times are those of Eastern Time, where a page does not name the zone of the business. */
const eastern = 'America/New_York';

const zones = new Map<string, ReturnType<typeof makeFormats>>();

function makeFormats(timeZone: string) {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  return {
    day: format({ month: 'short', day: 'numeric' }),
    dayOfYear: format({ month: 'short', day: 'numeric', year: 'numeric' }),
    weekday: format({ weekday: 'short', month: 'short', day: 'numeric' }),
    hour: format({ hour: 'numeric', minute: '2-digit' }),
    iso: new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }),
  };
}

function formatsOf(zone: string) {
  const known = zones.get(zone) ?? makeFormats(zone);
  zones.set(zone, known);
  return known;
}

/** The day of a moment in a time zone, yyyy-mm-dd. */
export const dayIn = (at: string | number | Date, zone: string): string => formatsOf(zone).iso.format(new Date(at));

/** The day of a moment in Eastern Time, yyyy-mm-dd. */
export const easternDay = (at: string | number | Date): string => dayIn(at, eastern);

/** 'Nov 18', with the year if it is another one. */
export function shortDate(at: string, now: Date = new Date(), zone: string = eastern): string {
  const moment = new Date(at);
  const { day, dayOfYear } = formatsOf(zone);
  return dayIn(moment, zone).slice(0, 4) === dayIn(now, zone).slice(0, 4)
    ? day.format(moment)
    : dayOfYear.format(moment);
}

/** 'Today, 8:41 PM', or the date: for lists. */
export function shortWhen(at: string, now: Date = new Date(), zone: string = eastern): string {
  return dayIn(at, zone) === dayIn(now, zone)
    ? today(formatsOf(zone).hour.format(new Date(at)))
    : shortDate(at, now, zone);
}

/** 'Nov 18, 8:15 AM': for timelines. */
export const longWhen = (at: string, zone: string = eastern): string =>
  `${shortDate(at, undefined, zone)}, ${formatsOf(zone).hour.format(new Date(at))}`;

/** Whether a moment is over. */
export const isPast = (at: string, now: Date = new Date()): boolean => Date.parse(at) <= now.getTime();

/** 'Wed, Nov 18': the heading of a day. */
export const dayHeading = (at: string, zone: string = eastern): string => formatsOf(zone).weekday.format(new Date(at));

/**
 * The first moment of a day in a time zone: midnight, or the moment after it where the clocks skip midnight.
 * @param isoDay yyyy-mm-dd
 */
export function startOfDay(isoDay: string, zone: string = eastern): Date {
  const midnight = Date.parse(`${isoDay}T00:00:00Z`);
  // Where the clocks change on that day, one of its two offsets from UTC leads to its first moment.
  const candidates = [-day, day].map((away) => midnight - offsetAt(midnight + away, zone));
  const first = candidates.find((at) => dayIn(at, zone) === isoDay && dayIn(at - 1, zone) !== isoDay);
  return new Date(first ?? candidates[0]!);
}

const day = 86_400_000;
const minute = 60_000;

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
  return Date.parse(`${parts.replace(', ', 'T')}Z`) - Math.floor(at / minute) * minute;
}

/** A day some days later or earlier. @param isoDay yyyy-mm-dd */
export const addDays = (isoDay: string, days: number): string =>
  new Date(Date.parse(`${isoDay}T00:00:00Z`) + days * day).toISOString().slice(0, 10);
