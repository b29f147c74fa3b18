import {
  digestHour,
  type Delivery,
  type NotificationPreferences,
} from '@florin/contract/program/notification-preferences';

/** How one notification is delivered: by mail now or in the digest at a time, and by text at a time. */
export interface Route {
  mail: 'NOW' | { digestAt: Date } | null;
  textAt: Date | null;
}

/** @param timeZone IANA name of the business's */
export function routeOf(
  { email, text }: Delivery,
  { quietHours }: Pick<NotificationPreferences, 'quietHours'>,
  timeZone: string,
  now: Date,
): Route {
  return {
    mail: email === 'OFF' ? null : email === 'NOW' ? 'NOW' : { digestAt: nextDigest(timeZone, now) },
    textAt: text === 'OFF' ? null : quietHours === null ? now : afterQuietHours(quietHours, timeZone, now),
  };
}

const minuteMilliseconds = 60_000;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const formats = new Map<string, Intl.DateTimeFormat>();

/** The minute of the day at a moment, in a time zone. */
function minuteOfDay(timeZone: string, at: Date): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
    formats.set(timeZone, format);
  }
  return minutesOf(format.format(at));
}

/**
 * Whether a time of day is within hours that may include midnight. If the hours begin and end at the same time, there
 * are none.
 */
const isWithin = (minute: number, from: number, until: number) =>
  from <= until ? minute >= from && minute < until : minute >= from || minute < until;

/** The moment itself, or the end of its quiet hours. The clocks may change before that, so the end is searched for. */
export function afterQuietHours(quiet: { from: string; until: string }, timeZone: string, now: Date): Date {
  const from = minutesOf(quiet.from);
  const until = minutesOf(quiet.until);
  if (!isWithin(minuteOfDay(timeZone, now), from, until)) return now;
  let at = startOfMinute(now);
  // A day has at most 25 hours.
  for (let minute = 0; minute < 25 * 60 && isWithin(minuteOfDay(timeZone, at), from, until); minute++)
    at = new Date(at.getTime() + minuteMilliseconds);
  return at;
}

/** The next full `digestHour` of the business's day. */
export function nextDigest(timeZone: string, now: Date): Date {
  const target = digestHour * 60;
  let at = new Date(startOfMinute(now).getTime() + minuteMilliseconds);
  for (let minute = 0; minute < 25 * 60 && minuteOfDay(timeZone, at) !== target; minute++)
    at = new Date(at.getTime() + minuteMilliseconds);
  return at;
}

const startOfMinute = (at: Date) => new Date(Math.floor(at.getTime() / minuteMilliseconds) * minuteMilliseconds);
