import type { FundingSchedule } from '@florin/contract/money/funding-schedules';
import { sql } from 'kysely';
import { usd } from '../../../core/card-funding/run.ts';
import { cardsOfSchedule, type ScheduleRow } from '../../../core/card-funding/run-schedules.ts';
import type { Database } from '../../../db/open.ts';

const rows = (db: Database, businessId: string) =>
  db
    .selectFrom('funding_schedule')
    .innerJoin('business', 'business.id', 'funding_schedule.business_id')
    .innerJoin('membership', 'membership.id', 'funding_schedule.created_by')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .selectAll('funding_schedule')
    .select('business.time_zone as timeZone')
    .select(sql<string>`person.first_name || ' ' || person.last_name`.as('createdBy'))
    .where('funding_schedule.business_id', '=', businessId);

async function scheduleOf(
  db: Database,
  row: ScheduleRow & { timeZone: string; createdBy: string },
): Promise<FundingSchedule> {
  const cards = await cardsOfSchedule(db, row.id);
  const last = await db
    .selectFrom('funding_run')
    .select(['id', 'at', 'outcome', 'account_before', 'account_after', 'missing'])
    .where('schedule_id', '=', row.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    id: row.id,
    name: row.name,
    act: row.act,
    amount: usd(row.amount),
    frequency: row.frequency,
    weekday: row.weekday,
    dayOfMonth: row.day_of_month,
    timeOfDay: row.time_of_day,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    threshold: row.threshold === null ? null : usd(row.threshold),
    whenShort: row.when_short,
    status: row.status,
    timeZone: row.timeZone,
    cards: cards.map(({ id, name, last4 }) => ({ id, name, last4 })),
    nextRunAt: row.next_run_at?.toISOString() ?? null,
    lastRun: last
      ? {
          id: last.id,
          at: last.at.toISOString(),
          outcome: last.outcome,
          total: usd(last.account_before - last.account_after),
          missing: usd(last.missing),
        }
      : null,
    createdBy: row.createdBy,
    version: row.version,
  };
}

const listedAtMost = 200;

/** The schedules of a business, those that are not ended first, then the newest. */
export async function listSchedules(db: Database, businessId: string): Promise<FundingSchedule[]> {
  const found = await rows(db, businessId)
    .orderBy((eb) => eb('funding_schedule.status', '=', 'ENDED'))
    .orderBy('funding_schedule.id', 'desc')
    .limit(listedAtMost)
    .execute();
  return Promise.all(found.map((row) => scheduleOf(db, row)));
}

export async function readSchedule(db: Database, businessId: string, id: string): Promise<FundingSchedule | undefined> {
  const row = await rows(db, businessId).where('funding_schedule.id', '=', id).executeTakeFirst();
  return row && scheduleOf(db, row);
}

export const lockSchedule = (tx: Database, businessId: string, id: string): Promise<ScheduleRow | undefined> =>
  tx
    .selectFrom('funding_schedule')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** The chains of cards, in the order of the cards; null if a card is not one of the business, or two are of one chain. */
export async function chainsOf(db: Database, businessId: string, cardIds: readonly string[]): Promise<string[] | null> {
  const cards = await db
    .selectFrom('card')
    .select(['id', 'chain_id as chainId'])
    .where('business_id', '=', businessId)
    .where('id', 'in', cardIds)
    .execute();
  const known = new Map(cards.map(({ id, chainId }) => [id, chainId]));
  const chains = cardIds.flatMap((id) => known.get(id) ?? []);
  return chains.length === cardIds.length && new Set(chains).size === chains.length ? chains : null;
}
