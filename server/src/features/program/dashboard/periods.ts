import type { SpendPeriod } from '@florin/contract/program/dashboard';

/** Days, both included. */
export interface Span {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
}

export interface Periods {
  /** From the period's first day to today. */
  current: Span;
  /** The same days of the period before. */
  before: Span;
  /** The steps of the period so far, the last one up to today. */
  steps: Span[];
  /** The steps of the whole period before. */
  stepsBefore: Span[];
  /** How many days the whole period has. */
  days: number;
}

const months = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const satisfies Record<SpendPeriod, number>;
const weekDays = 7;

/**
 * A period that a day is in, and the one before. A day that the period before lacks, such as the 31st, is its last.
 * @param today in the business's time zone
 */
export function periodsOf(period: SpendPeriod, today: Temporal.PlainDate): Periods {
  const length = { months: months[period] };
  const month = today.month - ((today.month - 1) % length.months);
  const from = today.with({ month, day: 1 });
  const next = from.add(length);
  const first = from.subtract(length);
  const current = { from, to: today };
  const sameDay = today.subtract(length);
  return {
    current,
    before: { from: first, to: sameDay },
    steps: stepsOf(period, current),
    stepsBefore: stepsOf(period, { from: first, to: from.subtract({ days: 1 }) }),
    days: from.until(next, { largestUnit: 'days' }).days,
  };
}

/** The last full period before the one that a day is in, and the full one before that. */
export function lastFullPeriods(period: SpendPeriod, today: Temporal.PlainDate): Periods {
  const lastDay = periodsOf(period, today).current.from.subtract({ days: 1 });
  const last = periodsOf(period, lastDay);
  const { from } = last.before;
  return { ...last, before: { from, to: last.current.from.subtract({ days: 1 }) } };
}

const stepLength = { MONTH: { days: 1 }, QUARTER: { days: weekDays }, YEAR: { months: 1 } } as const;

/** The steps of some days; the last one ends with them. */
function stepsOf(period: SpendPeriod, { from, to }: Span): Span[] {
  const steps: Span[] = [];
  for (let first = from; Temporal.PlainDate.compare(first, to) <= 0;) {
    const next = first.add(stepLength[period]);
    const last = next.subtract({ days: 1 });
    steps.push({ from: first, to: Temporal.PlainDate.compare(last, to) < 0 ? last : to });
    first = next;
  }
  return steps;
}

/** The moment at which a day begins in a time zone. */
export const startOf = (day: Temporal.PlainDate, zone: string): Date =>
  new Date(day.toZonedDateTime(zone).epochMilliseconds);

/** The day of a moment in a time zone. */
export const dayOf = (at: Date, zone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDate();
