import { overviewWords } from '../../../messages/en/program/overview.ts';

const words = overviewWords;
const hour = 3_600_000;

const date = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options });
const short = date({ month: 'short', day: 'numeric' });
const long = date({ month: 'long', day: 'numeric' });
const longWithYear = date({ month: 'long', day: 'numeric', year: 'numeric' });
const monthOnly = date({ month: 'long' });
const monthShort = date({ month: 'short' });
const weekdayOnly = date({ weekday: 'short' });
const weekdayDate = date({ weekday: 'short', month: 'short', day: 'numeric' });
const longWeekday = date({ weekday: 'long', month: 'long', day: 'numeric' });
const dateOf = (isoDay: string) => new Date(`${isoDay}T00:00:00Z`);

/** 'Nov 20'. @param isoDay yyyy-mm-dd */
export const dayText = (isoDay: string): string => short.format(dateOf(isoDay));
/** 'Fri, Nov 20'. */
export const weekdayText = (isoDay: string): string => weekdayDate.format(dateOf(isoDay));
/** 'Thursday, November 19'. */
export const longDayText = (isoDay: string): string => longWeekday.format(dateOf(isoDay));
/** 'Fri'. */
export const weekdayName = (isoDay: string): string => weekdayOnly.format(dateOf(isoDay));
/** 'November'. */
export const monthName = (isoDay: string): string => monthOnly.format(dateOf(isoDay));
/** 'Nov'. */
export const monthShortName = (isoDay: string): string => monthShort.format(dateOf(isoDay));
/** 0 is Sunday. */
export const weekdayOf = (isoDay: string): number => dateOf(isoDay).getUTCDay();

/** 'October 1 – 19', 'July 1 – August 19', with the year where it is not the other days'. */
export function spanText({ from, to }: { from: string; to: string }, year: string): string {
  const isOther = !from.startsWith(year);
  if (from === to) return (isOther ? longWithYear : long).format(dateOf(from));
  const end = from.slice(0, 7) === to.slice(0, 7) ? String(Number(to.slice(8))) : long.format(dateOf(to));
  return `${long.format(dateOf(from))} – ${end}${isOther ? `, ${to.slice(0, 4)}` : ''}`;
}

/** Whole days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / (24 * hour));

/** 'today', 'tomorrow', then 'Mon, Nov 23'. */
export function nearDay(isoDay: string, today: string): string {
  const away = daysBetween(today, isoDay);
  return away <= 0 ? words.days.today : away === 1 ? words.days.tomorrow : weekdayText(isoDay);
}
