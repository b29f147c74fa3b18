import type { FundingFrequency } from '@florin/contract/money/funding-schedules';

/** When a schedule runs. Dates are yyyy-mm-dd in its time zone. */
export interface Recurrence {
  frequency: FundingFrequency;
  /** 1 is Monday. */
  weekday: number | null;
  dayOfMonth: number | null;
  /** HH:MM. */
  timeOfDay: string | null;
  startsOn: string;
  endsOn: string | null;
}

/** The longest interval of any frequency, because a month has at most 31 days. */
const searchedDays = 62;

function runsOn(date: Temporal.PlainDate, { frequency, weekday, dayOfMonth }: Recurrence): boolean {
  if (frequency === 'WEEKDAYS') return date.dayOfWeek <= 5;
  if (frequency === 'WEEKLY') return date.dayOfWeek === weekday;
  if (frequency === 'MONTHLY') return date.day === Math.min(dayOfMonth!, date.daysInMonth);
  return frequency === 'DAILY';
}

/**
 * The first run after a moment; null for a schedule that is over or waits for a low balance. If the clocks skip the
 * time of day, the run is later by the same amount. If the time of day occurs twice, the first one counts.
 * @param zone IANA name
 */
export function nextRun(recurrence: Recurrence, zone: string, after: Date): Date | null {
  const { timeOfDay, startsOn, endsOn, frequency } = recurrence;
  if (frequency === 'LOW_BALANCE' || timeOfDay === null) return null;
  const plainTime = Temporal.PlainTime.from(timeOfDay);
  const today = Temporal.Instant.fromEpochMilliseconds(after.getTime()).toZonedDateTimeISO(zone).toPlainDate();
  const first = Temporal.PlainDate.from(startsOn);
  let date = Temporal.PlainDate.compare(first, today) > 0 ? first : today;
  for (let i = 0; i < searchedDays; i += 1, date = date.add({ days: 1 })) {
    if (endsOn !== null && date.toString() > endsOn) return null;
    if (!runsOn(date, recurrence)) continue;
    const at = date.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
    if (at > after.getTime()) return new Date(at);
  }
  return null;
}

/** The next runs after a moment, at most `count`. */
export function nextRuns(recurrence: Recurrence, zone: string, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  for (
    let at = nextRun(recurrence, zone, after);
    at !== null && runs.length < count;
    at = nextRun(recurrence, zone, at)
  )
    runs.push(at);
  return runs;
}
