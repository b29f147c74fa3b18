/**
 * The days on which American banks settle (Federal Reserve holiday schedule). A date is yyyy-mm-dd. A holiday on a Sunday
 * is kept on Monday; one on a Saturday is not moved: the Friday before is a bank day.
 */

const at = (date: string): Date => new Date(`${date}T00:00:00Z`);
const dateOf = (day: Date): string => day.toISOString().slice(0, 10);

/** Whole days later, or earlier if below zero. */
export function addDays(date: string, days: number): string {
  const day = at(date);
  day.setUTCDate(day.getUTCDate() + days);
  return dateOf(day);
}

/** 0 is Sunday. */
const weekdayOf = (date: string): number => at(date).getUTCDay();

const inMonth = (year: number, month: number, day: number): string => dateOf(new Date(Date.UTC(year, month - 1, day)));

/** The nth weekday of a month; the last one if n is -1. */
function nth(year: number, month: number, weekday: number, n: number): string {
  if (n < 0) {
    const last = inMonth(year, month + 1, 0);
    return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
  }
  const first = inMonth(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1));
}

const sunday = 0;
const monday = 1;
const thursday = 4;
const saturday = 6;

const kept = (date: string): string => (weekdayOf(date) === sunday ? addDays(date, 1) : date);

/** Juneteenth is a holiday of the Federal Reserve since 2022. */
const juneteenthSince = 2022;

/**
 * The holidays of a year on which banks do not settle. Holidays on a Saturday are listed, too, although they change
 * nothing.
 */
export function bankHolidays(year: number): string[] {
  return [
    kept(inMonth(year, 1, 1)),
    nth(year, 1, monday, 3),
    nth(year, 2, monday, 3),
    nth(year, 5, monday, -1),
    ...(year >= juneteenthSince ? [kept(inMonth(year, 6, 19))] : []),
    kept(inMonth(year, 7, 4)),
    nth(year, 9, monday, 1),
    nth(year, 10, monday, 2),
    kept(inMonth(year, 11, 11)),
    nth(year, 11, thursday, 4),
    kept(inMonth(year, 12, 25)),
  ];
}

/** Whether banks settle on a date. */
export function isBankDay(date: string): boolean {
  const weekday = weekdayOf(date);
  return weekday !== sunday && weekday !== saturday && !bankHolidays(Number(date.slice(0, 4))).includes(date);
}

/** The date itself if it is a bank day, or the first one after it. */
export function bankDayFrom(date: string): string {
  return isBankDay(date) ? date : bankDayFrom(addDays(date, 1));
}

/** The nth bank day after a date; n is at least 1. */
export function addBankDays(date: string, n: number): string {
  const next = bankDayFrom(addDays(date, 1));
  return n === 1 ? next : addBankDays(next, n - 1);
}
