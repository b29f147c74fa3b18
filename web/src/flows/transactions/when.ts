import { today } from '../../messages/en/times.ts';

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', ...options });
const day = format({ month: 'short', day: 'numeric' });
const dayOfYear = format({ month: 'short', day: 'numeric', year: 'numeric' });
const weekday = format({ weekday: 'short', month: 'short', day: 'numeric' });
const hour = format({ hour: 'numeric', minute: '2-digit' });
const iso = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' });

/** The day of a moment in Eastern Time, yyyy-mm-dd. */
export const easternDay = (at: string | number | Date): string => iso.format(new Date(at));

/** 'Nov 18', with the year if it is another one. */
export function shortDate(at: string, now: Date = new Date()): string {
  const moment = new Date(at);
  return easternDay(moment).slice(0, 4) === easternDay(now).slice(0, 4) ? day.format(moment) : dayOfYear.format(moment);
}

/** 'Today, 8:41 PM', or the date: for lists. */
export function shortWhen(at: string, now: Date = new Date()): string {
  return easternDay(at) === easternDay(now) ? today(hour.format(new Date(at))) : shortDate(at, now);
}

/** 'Nov 18, 8:15 AM': for timelines. */
export const longWhen = (at: string): string => `${shortDate(at)}, ${hour.format(new Date(at))}`;

/** Whether a moment is over. */
export const isPast = (at: string, now: Date = new Date()): boolean => Date.parse(at) <= now.getTime();

/** 'Wed, Nov 18': the heading of a day. */
export const dayHeading = (at: string): string => weekday.format(new Date(at));

/** The moment when a day begins in Eastern Time. @param isoDay yyyy-mm-dd */
export function startOfDay(isoDay: string): Date {
  // Eastern Time is four or five hours behind UTC. The right offset is the one at which the moment is midnight.
  const candidates = [4, 5].map((hours) => new Date(`${isoDay}T0${hours}:00:00Z`));
  return candidates.find((moment) => easternDay(moment) === isoDay && easternDay(moment.getTime() - 1) !== isoDay)!;
}

/** A day some days later or earlier. @param isoDay yyyy-mm-dd */
export const addDays = (isoDay: string, days: number): string =>
  new Date(Date.parse(`${isoDay}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
