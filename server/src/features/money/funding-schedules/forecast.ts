import { usd } from '../../../core/card-funding/run.ts';
import { nextRuns } from '../../../core/card-funding/recurrence.ts';
import { cardsOfSchedule, recurrenceOf } from '../../../core/card-funding/run-schedules.ts';
import type { Database } from '../../../db/open.ts';
import { bankDateOf } from '../../../ports/bank/bank-hours.ts';

interface ForecastQuery {
  businessId: string;
  /** The schedule that runs; null for one that is not set up yet. */
  scheduleId: string | null;
  zone: string;
  now: Date;
  /** The run that is forecast. */
  at: Date;
  available: bigint;
  thisRun: bigint;
}

/** More runs than these are not looked at: a daily schedule in three months. */
const runsAtMost = 100;

/**
 * What the account has at a run: what is available now, with deposits that can be spent by then, less the most that other
 * schedules can take until then, also at the same minute. Purchases are not foreseen.
 */
export async function forecastOf(db: Database, of: ForecastQuery) {
  const { businessId, scheduleId, zone, now, at, available, thisRun } = of;
  const deposits = await db
    .selectFrom('bank_transfer')
    .select('amount')
    .where('business_id', '=', businessId)
    .where('direction', '=', 'IN')
    .where('stage', 'in', ['SCHEDULED', 'SENT', 'HELD'])
    .where('available_on', '<=', bankDateOf(at))
    .execute();
  const coming = deposits.reduce((all, { amount }) => all + amount, 0n);
  const others = await db
    .selectFrom('funding_schedule')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('next_run_at', '<=', at)
    .where('id', 'is distinct from', scheduleId)
    .execute();
  let taken = 0n;
  for (const schedule of others) {
    const runs = nextRuns(recurrenceOf(schedule), zone, now, runsAtMost).filter((run) => run <= at).length;
    const cards = await cardsOfSchedule(db, schedule.id);
    taken += schedule.amount * BigInt(runs * cards.length);
  }
  const withoutDeposits = available - taken - thisRun;
  return {
    available: usd(available),
    deposits: usd(coming),
    otherSchedules: usd(taken),
    thisRun: usd(thisRun),
    after: usd(withoutDeposits + coming),
    withoutDeposits: usd(withoutDeposits),
  };
}
