import { kitListWords } from '../../messages/en/kit/kit-lists.ts';

const words = kitListWords.dates;

/** Days from one to another, both included, as ISO dates (`2026-11-19`); null leaves that end open. */
export interface DateSpan {
  from: string | null;
  to: string | null;
}

const isoDate = /^\d{4}-\d{2}-\d{2}$/;

/** Whether a text is a day of the calendar in the form `2026-11-19`. */
export function isDay(text: string): boolean {
  if (!isoDate.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Both ends in their order, whichever was given first. */
export function inOrder({ from, to }: DateSpan): DateSpan {
  return from !== null && to !== null && from > to ? { from: to, to: from } : { from, to };
}

/**
 * A span for reading: 'Nov 1 – 18', 'Oct 30 – Nov 2', and with the year if it is not the current one.
 * @param today an ISO date
 */
export function spanText({ from, to }: DateSpan, today: string): string {
  const hasOtherYear = [from, to].some((day) => day !== null && day.slice(0, 4) !== today.slice(0, 4));
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(hasOtherYear && { year: 'numeric' }),
  });
  const dateOf = (day: string) => new Date(`${day}T00:00:00Z`);
  if (from !== null && to !== null) return format.formatRange(dateOf(from), dateOf(to));
  if (from !== null) return words.since(format.format(dateOf(from)));
  if (to !== null) return words.until(format.format(dateOf(to)));
  return '';
}
