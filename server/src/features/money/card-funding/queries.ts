import type { FundingRun } from '@florin/contract/money/card-funding';
import type { FundingAct } from '@florin/contract/money/funding-acts';
import { sql } from 'kysely';
import { usd } from '../../../core/card-funding/run.ts';
import type { Database } from '../../../db/open.ts';

const runs = (db: Database, businessId: string) =>
  db
    .selectFrom('funding_run')
    .leftJoin('membership', 'membership.id', 'funding_run.actor_membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .leftJoin('funding_schedule', 'funding_schedule.id', 'funding_run.schedule_id')
    .selectAll('funding_run')
    .select('funding_schedule.name as schedule')
    .select(sql<string | null>`person.first_name || ' ' || person.last_name`.as('by'))
    .where('funding_run.business_id', '=', businessId)
    .orderBy('funding_run.id', 'desc');
type RunRow = Awaited<ReturnType<ReturnType<typeof runs>['executeTakeFirstOrThrow']>>;

const summaryOf = (row: RunRow): Omit<FundingRun, 'lines'> => ({
  id: row.id,
  at: row.at.toISOString(),
  by: row.by,
  scheduleId: row.schedule_id,
  ...(row.schedule !== null && { schedule: row.schedule }),
  outcome: row.outcome,
  act: row.act,
  whenShort: row.when_short,
  account: { before: usd(row.account_before), after: usd(row.account_after) },
  total: usd(row.account_before - row.account_after),
  cardsChanged: row.cards_changed,
  cardsUnchanged: row.cards_unchanged,
  missing: usd(row.missing),
});

export interface RunFilter {
  scheduleId?: string | undefined;
  act?: readonly FundingAct[] | undefined;
  /** Moments: the first included, and the first not included. */
  from?: string | undefined;
  to?: string | undefined;
}

/** The runs of a business before a run, newest first: at most one more than `limit`. */
export async function runsBefore(
  db: Database,
  businessId: string,
  { cursor, limit, scheduleId, act, from, to }: RunFilter & { cursor?: string | undefined; limit: number },
): Promise<Omit<FundingRun, 'lines'>[]> {
  let wanted = runs(db, businessId).limit(limit + 1);
  if (cursor !== undefined) wanted = wanted.where('funding_run.id', '<', cursor);
  if (scheduleId !== undefined) wanted = wanted.where('funding_run.schedule_id', '=', scheduleId);
  if (act !== undefined) wanted = wanted.where('funding_run.act', 'in', act);
  if (from !== undefined) wanted = wanted.where('funding_run.at', '>=', new Date(from));
  if (to !== undefined) wanted = wanted.where('funding_run.at', '<', new Date(to));
  return (await wanted.execute()).map(summaryOf);
}

/** The cards of runs, in the order of each. */
export const linesOf = (db: Database, runIds: readonly string[]) =>
  db
    .selectFrom('funding_run_line')
    .innerJoin('card', 'card.id', 'funding_run_line.card_id')
    .leftJoin('membership', 'membership.id', 'card.membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select(['run_id', 'card.id', 'card.name', 'card.kind', 'card.last_four', 'balance_before', 'change', 'reason'])
    .select(sql<string | null>`person.first_name || ' ' || person.last_name`.as('holder'))
    .where('run_id', 'in', runIds)
    .orderBy('funding_run_line.position')
    .execute();

/** The report of a run; undefined if it is another business's. */
export async function readRun(db: Database, businessId: string, id: string): Promise<FundingRun | undefined> {
  const row = await runs(db, businessId).where('funding_run.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const lines = await linesOf(db, [id]);
  return {
    ...summaryOf(row),
    lines: lines.map((line) => ({
      cardId: line.id,
      cardName: line.name,
      kind: line.kind,
      last4: line.last_four,
      holder: line.holder,
      before: usd(line.balance_before),
      change: usd(line.change),
      after: usd(line.balance_before + line.change),
      reason: line.reason,
    })),
  };
}

/** The run that an idempotency key stands for. */
export const runByKey = (db: Database, businessId: string, key: string) =>
  db
    .selectFrom('funding_run')
    .select(['id', 'content_hash'])
    .where('business_id', '=', businessId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
