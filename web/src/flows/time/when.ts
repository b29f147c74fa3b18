import { productTime } from '../../clock.ts';
import { hours, justNow, minutes, since, today, todayInSentence } from '../../messages/en/kit/times.ts';

/**
 * Days and times as people read them, in the time zone of their business. A zone is an IANA name; there is no default,
 * so that no screen shows another zone than the next one. Where the specification names Eastern Time, screens use
 * `@florin/contract/dates/eastern-time`, which says so (decision 073).
 */
type Moment = string | number | Date;

const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;

const shapes = {
  day: { month: 'short', day: 'numeric' },
  dayOfYear: { month: 'short', day: 'numeric', year: 'numeric' },
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
  weekdayName: { weekday: 'long' },
  clock: { hour: 'numeric', minute: '2-digit' },
  zone: { timeZoneName: 'longGeneric' },
  iso: { dateStyle: 'short' },
  local: { hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Each is made at its first use: making one takes a cheap phone milliseconds. */
function formatOf(shape: keyof typeof shapes, timeZone: string): Intl.DateTimeFormat {
  const key = `${shape} ${timeZone}`;
  const locale = shape === 'iso' || shape === 'local' ? 'en-CA' : 'en-US';
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...shapes[shape] });
  formats.set(key, format);
  return format;
}

/** The day of a moment, yyyy-mm-dd. */
export const dayIn = (at: Moment, zone: string): string => formatOf('iso', zone).format(new Date(at));

/** '8:41 PM', which stays on one line. */
export const clockText = (at: Moment, zone: string): string =>
  formatOf('clock', zone).format(new Date(at)).replace(' ', '\u00A0');

/** The hour of a moment's day, from 0 to 23. */
export const hourIn = (at: Moment, zone: string): number =>
  Number(localIn(new Date(at).toISOString(), zone).slice(11, 13));

/** 'Nov 18, 2026': for what is kept for long. */
export const fullDate = (at: Moment, zone: string): string => formatOf('dayOfYear', zone).format(new Date(at));

/** 'Nov 18', with the year if it is another one. */
export const shortDate = (at: Moment, zone: string, now: Date = new Date(productTime())): string =>
  dateText(at, zone, dayIn(at, zone), currentDay(zone, now));

/** 'Today, 8:41 PM', or the date: for lists. */
export function shortWhen(at: Moment, zone: string, now: Date = new Date(productTime())): string {
  const isoDay = dayIn(at, zone);
  const current = currentDay(zone, now);
  return isoDay === current ? today(clockText(at, zone)) : dateText(at, zone, isoDay, current);
}

/** The same within a sentence: 'today, 8:41 PM', or the date. */
export const whenInSentence = (at: Moment, zone: string, now: Date = new Date(productTime())): string =>
  dayIn(at, zone) === currentDay(zone, now) ? todayInSentence(clockText(at, zone)) : shortDate(at, zone, now);

const dateText = (at: Moment, zone: string, isoDay: string, current: string) =>
  formatOf(isoDay.slice(0, 4) === current.slice(0, 4) ? 'day' : 'dayOfYear', zone).format(new Date(at));

/** The current day of each zone, and the minute in which it was found: every row of a list asks for it. */
const currentDays = new Map<string, { at: number; isoDay: string }>();

function currentDay(zone: string, now: Date): string {
  const at = Math.floor(now.getTime() / minute);
  const known = currentDays.get(zone);
  if (known?.at === at) return known.isoDay;
  const isoDay = dayIn(now, zone);
  currentDays.set(zone, { at, isoDay });
  return isoDay;
}

/** '8 min', '3 h', then 'Nov 18': how long ago something was. */
export function agoText(at: string, zone: string, now: number): string {
  const passed = now - Date.parse(at);
  if (passed < minute) return justNow;
  if (passed < hour) return minutes(Math.floor(passed / minute));
  return passed < 24 * hour ? hours(Math.floor(passed / hour)) : shortDate(at, zone, new Date(now));
}

/** The same within a sentence: '8 min ago', 'Nov 18'. */
export function agoInSentence(at: string, zone: string, now: number): string {
  const text = agoText(at, zone, now);
  const passed = now - Date.parse(at);
  return passed < minute || passed >= 24 * hour ? text : since(text);
}

/** 'Nov 18, 8:15 AM': for timelines. */
export const longWhen = (at: Moment, zone: string, now?: Date): string =>
  `${shortDate(at, zone, now)}, ${clockText(at, zone)}`;

/** 'Wed, Nov 18': the heading of a day. */
export const dayHeading = (at: Moment, zone: string): string => formatOf('weekday', zone).format(new Date(at));

/** 'Wednesday'. */
export const weekdayName = (at: Moment, zone: string): string => formatOf('weekdayName', zone).format(new Date(at));

/** A date without a time, which is the same in every zone: 'Nov 18'. @param isoDay yyyy-mm-dd */
export const calendarDay = (isoDay: string, now?: Date): string => shortDate(`${isoDay}T12:00:00Z`, 'UTC', now);

const zoneNames = new Map<string, string>();

/** 'Eastern Time', the name of a zone for people. */
export function zoneName(zone: string): string {
  const parts = zoneNames.has(zone) ? [] : formatOf('zone', zone).formatToParts();
  const name = zoneNames.get(zone) ?? parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  zoneNames.set(zone, name);
  return name;
}

/** 'Eastern', for a place with little room. */
export const shortZoneName = (zone: string): string => zoneName(zone).replace(/ Time$/, '');

/** Whether a moment is over. */
export const isPast = (at: string, now: Date = new Date(productTime())): boolean => Date.parse(at) <= now.getTime();

/** Calls take moments of this century (contract/src/dates/timestamp.ts): days before count as the first, days after as the last. */
const [firstDay, lastDay] = ['2000-01-02', '2099-12-30'];

/**
 * The first moment of a day: midnight, or the moment after it where the clocks skip midnight.
 * @param day yyyy-mm-dd
 */
export function startOfDay(day: string, zone: string): Date {
  const isoDay = day < firstDay ? firstDay : day > lastDay ? lastDay : day;
  const midnight = Date.parse(`${isoDay}T00:00:00Z`);
  // Where the clocks change on that day, one of its two offsets from UTC leads to its first moment.
  const candidates = [-dayLength, dayLength].map((away) => midnight - offsetAt(midnight + away, zone));
  const first = candidates.find((at) => dayIn(at, zone) === isoDay && dayIn(at - 1, zone) !== isoDay);
  return new Date(first ?? candidates[0]!);
}

/**
 * The moment of a local date and time, as ISO. For a time that does not exist in the zone, the one after it is used.
 * @param local yyyy-mm-ddThh:mm, the value of a field of type `datetime-local`
 */
export function momentIn(local: string, zone: string): string | null {
  const wanted = Date.parse(`${local}Z`);
  if (Number.isNaN(wanted)) return null;
  // Two steps find the offset at the moment itself, even around a change of clocks.
  let guess = wanted;
  for (let step = 0; step < 2; step += 1) guess = wanted - offsetAt(guess, zone);
  return new Date(guess).toISOString();
}

/** A moment as the value of a field of type `datetime-local`: yyyy-mm-ddThh:mm. */
export function localIn(at: string, zone: string): string {
  const moment = Date.parse(at);
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 16);
}

/** How far the clocks of a zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const local = formatOf('local', zone).format(at);
  return Date.parse(`${local.replace(', ', 'T')}Z`) - Math.floor(at / minute) * minute;
}

/** A day some days later or earlier, from the year 0 to 9999. @param isoDay yyyy-mm-dd */
export function addDays(isoDay: string, days: number): string {
  const wanted = Date.parse(`${isoDay}T00:00:00Z`) + days * dayLength;
  const [first, last] = [Date.parse('0000-01-01'), Date.parse('9999-12-31')];
  return new Date(Math.max(first, Math.min(wanted, last))).toISOString().slice(0, 10);
}
