import { resetWords as words } from '../../messages/en/kit/resets.ts';
import { useNow } from './use-now.ts';
import { clockText, shortDate, shortZoneName } from './when.ts';

const minute = 60_000;
const minutesOfDay = 24 * 60;

/**
 * When a limit starts anew: as a duration and a moment within a day, then as a date. Every page says it in these words.
 * @returns 'in 3 h, at midnight Eastern', or 'Dec 1, at midnight'
 */
export function resetText(at: string, timeZone: string, now: number): string {
  const moment = isMidnight(at, timeZone) ? words.atMidnight : words.at(clockText(at, timeZone));
  const duration = durationText(at, now);
  return duration === null
    ? words.on(shortDate(at, timeZone, new Date(now)), moment)
    : words.in(duration, words.inZone(moment, shortZoneName(timeZone)));
}

/** `resetText` of a time zone, which follows the time while the page is open. */
export function useResetText(timeZone: string): (at: string) => string {
  const now = useNow();
  return (at) => resetText(at, timeZone, now);
}

/** The same for a sentence that says until when: 'midnight' and '3 h', 'Dec 1' and null, 'Dec 1, 7:00 AM' and null. */
export function waitOf(at: string, timeZone: string, now: number): { moment: string; duration: string | null } {
  const duration = durationText(at, now);
  const time = isMidnight(at, timeZone) ? null : clockText(at, timeZone);
  if (duration !== null) return { moment: time ?? words.midnight, duration };
  const day = shortDate(at, timeZone, new Date(now));
  return { moment: time === null ? day : words.on(day, time), duration };
}

/** '8 min', then whole hours; null from a day on. A minute that has begun counts. */
function durationText(at: string, now: number): string | null {
  const minutes = Math.max(1, Math.ceil((Date.parse(at) - now) / minute));
  if (minutes >= minutesOfDay) return null;
  return minutes < 60 ? words.minutes(minutes) : words.hours(Math.floor(minutes / 60));
}

const isMidnight = (at: string, timeZone: string): boolean => /^12:00\sAM$/.test(clockText(at, timeZone));
