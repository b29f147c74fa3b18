import type { CalendarPeriod, Rule } from '@florin/contract/cards/policies/spend-rules';

/** An instant in the calendar of a business. */
export interface Calendar {
  /**
   * The number of the current period for each of `calendarPeriods`, in their order; a later period has a higher number.
   * Days are numbered from 1970-01-01. A week has the number of its Sunday.
   */
  starts: readonly number[];
  /** yyyy-mm-dd. */
  date: string;
  /** 0 is Sunday. */
  weekday: number;
  /** The minute of the local day. When clocks go back, two instants of a day have the same minute. */
  minute: number;
}

/** A stretch of time within one local day and one offset from UTC: within it, only the minute changes. */
interface Stretch extends Omit<Calendar, 'minute'> {
  from: number;
  until: number;
  offsetMilliseconds: number;
}

const dayMilliseconds = 86_400_000;
const minuteMilliseconds = 60_000;
/**
 * The last stretch of each zone. Decisions come in order of time, so a zone's rules are read only about twice a day.
 */
const stretches = new Map<string, Stretch>();

/**
 * The calendar of an IANA time zone at an instant.
 * @param at epoch milliseconds
 * @throws RangeError for a zone that the runtime does not know
 */
export function calendarOf(zone: string, at: number): Calendar {
  let stretch = stretches.get(zone);
  if (!stretch || at < stretch.from || at >= stretch.until) {
    stretch = stretchOf(zone, at);
    stretches.set(zone, stretch);
  }
  const { starts, date, weekday, offsetMilliseconds } = stretch;
  return { starts, date, weekday, minute: Math.floor((at + offsetMilliseconds) / minuteMilliseconds) % 1440 };
}

function stretchOf(zone: string, at: number): Stretch {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
  const midnight = local.startOfDay();
  const nextMidnight = midnight.add({ days: 1 }).startOfDay().epochMilliseconds;
  const after = local.getTimeZoneTransition('next')?.epochMilliseconds ?? Infinity;
  // A transition at exactly this instant begins the stretch.
  const before = local.add({ milliseconds: 1 }).getTimeZoneTransition('previous')?.epochMilliseconds ?? -Infinity;
  const date = local.toPlainDate().toString();
  const weekday = local.dayOfWeek % 7;
  const day = dayNumber(date);
  return {
    from: Math.max(midnight.epochMilliseconds, before),
    until: Math.min(nextMidnight, after),
    offsetMilliseconds: local.offsetNanoseconds / 1_000_000,
    date,
    weekday,
    starts: [
      day,
      day - weekday,
      local.year * 12 + local.month - 1,
      local.year * 4 + Math.floor((local.month - 1) / 3),
      local.year,
      0,
    ],
  };
}

/** Days from 1970-01-01 to a date, yyyy-mm-dd. */
export const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / dayMilliseconds);

/**
 * When the period of an instant ends and its limits reset: the first instant of the next local day, week (Sunday),
 * month, quarter or year, also where clocks change; null for a lifetime.
 * @returns epoch milliseconds
 */
export function resetAt(zone: string, period: CalendarPeriod, at: number): number | null {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  const month = today.with({ day: 1 });
  const next = {
    day: () => today.add({ days: 1 }),
    week: () => today.add({ days: 7 - (today.dayOfWeek % 7) }),
    month: () => month.add({ months: 1 }),
    quarter: () => month.add({ months: 3 - ((today.month - 1) % 3) }),
    year: () => month.with({ month: 1 }).add({ years: 1 }),
    lifetime: () => null,
  }[period]();
  return next?.toZonedDateTime(zone).epochMilliseconds ?? null;
}

/**
 * When hours begin next, after an instant outside of them; null if they never do. A window that begins in an hour which
 * the clocks skip begins after it.
 * @returns epoch milliseconds
 */
export function nextOpening(
  zone: string,
  windows: Extract<Rule, { kind: 'hours' }>['windows'],
  at: number,
): number | null {
  const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  // A weekday comes again within a week.
  const starts = Array.from({ length: 8 }, (_, days) => today.add({ days })).flatMap((day) =>
    windows
      .filter(({ weekdays }) => weekdays.includes(day.dayOfWeek % 7))
      .map(({ from }) => day.toPlainDateTime().add({ minutes: from }).toZonedDateTime(zone).epochMilliseconds),
  );
  const next = Math.min(...starts.filter((start) => start > at));
  return Number.isFinite(next) ? next : null;
}
