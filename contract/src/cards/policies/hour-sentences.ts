/*
 * The days and hours of spend rules in words. Sentences of declines need nothing else of the rules.
 */
import type { Rule } from './spend-rules.ts';

/** The words of days and hours. */
export const hourWords = {
  weekdays: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  everyDay: 'every day',
  noDay: 'no day',
  anyHour: 'at any hour',
  span: (from: string, to: string) => `${from} to ${to}`,
  works: (windows: string, zone: string) => `This card works ${windows} ${zone}.`,
  midnight: 'midnight',
  noon: 'noon',
} as const;
const words = hourWords;

type Window = Extract<Rule, { kind: 'hours' }>['windows'][number];

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** 'Monday to Friday, 7 AM to 11 PM'. */
export const windowsText = (windows: readonly Window[]): string =>
  list.format(windows.map((window) => `${daysText(window.weekdays)}, ${hoursText(window)}`)) || words.noDay;

/**
 * Why a purchase was declined at its hour: 'This card works Monday to Friday, 9 AM to 6 PM Eastern.'
 * @param zone its name for people
 */
export const hoursReason = ({ windows }: { windows: readonly Window[] }, zone: string): string =>
  words.works(windowsText(windows), zone);

/** 'Monday to Friday', 'Monday and Thursday', 'every day'. */
function daysText(weekdays: readonly number[]): string {
  if (weekdays.length === 0) return words.noDay;
  if (weekdays.length === 7) return words.everyDay;
  // A week is read from Monday to Sunday.
  const days = weekdays.map((day) => (day + 6) % 7).toSorted((a, b) => a - b);
  const name = (day: number) => words.weekdays[(day + 1) % 7]!;
  const [first = 0, last = 0] = [days[0], days.at(-1)];
  if (days.length > 2 && last - first === days.length - 1) return words.span(name(first), name(last));
  return list.format(days.map(name));
}

/** Every day, at any hour: a rule that allows it lifts all others of its kind. */
export const isAlways = ({ weekdays, from, to }: Window): boolean =>
  new Set(weekdays).size === 7 && from === 0 && to === 1440;

function hoursText({ from, to }: Pick<Window, 'from' | 'to'>): string {
  if (from === 0 && to === 1440) return words.anyHour;
  return words.span(minuteText(from), minuteText(to));
}

/** '7 AM', '6:30 PM', 'midnight'. @param minute of the day */
function minuteText(minute: number): string {
  if (minute % 1440 === 0) return words.midnight;
  if (minute === 720) return words.noon;
  const hour = Math.floor(minute / 60);
  const rest = minute % 60;
  const figure =
    rest === 0 ? `${((hour + 11) % 12) + 1}` : `${((hour + 11) % 12) + 1}:${String(rest).padStart(2, '0')}`;
  return `${figure} ${hour < 12 ? 'AM' : 'PM'}`;
}
