import type { FundingAct } from '@florin/contract/money/funding-acts';
import type { CardStatus } from '@florin/contract/cards/card-states';
import { isEligible } from '@florin/contract/eligibility';
import { sql, type Selectable } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { housekeeping, recordEvent } from '../audit/events.ts';
import { letterMail } from '../notices/letter-mail.ts';
import { mailAdministrators } from '../notices/mail-administrators.ts';
import { notifyFunding } from './notify-funding.ts';
import { nextRun } from './recurrence.ts';
import { contentHash, doPlan, readPlan, type OrderedCard } from './run.ts';

export type ScheduleRow = Selectable<Schema['funding_schedule']>;

/** What a schedule repeats, by its row. */
export const recurrenceOf = (
  row: Pick<ScheduleRow, 'frequency' | 'weekday' | 'day_of_month' | 'time_of_day' | 'starts_on' | 'ends_on'>,
) => ({
  frequency: row.frequency,
  weekday: row.weekday,
  dayOfMonth: row.day_of_month,
  timeOfDay: row.time_of_day,
  startsOn: row.starts_on,
  endsOn: row.ends_on,
});

/** The current cards of a schedule in their order: the newest card of each chain. */
export async function cardsOfSchedule(db: Database, scheduleId: string) {
  const { rows } = await sql<{
    id: string;
    name: string | null;
    last4: string;
    status: CardStatus;
    available: bigint | null;
  }>`
    select card.id, card.name, card.last_four as last4, card.status, wallet.available_balance as available
    from funding_schedule_card c
    cross join lateral (select k.id, k.name, k.last_four, k.status from card k where k.chain_id = c.chain_id
      order by k.status = 'CLOSED', k.id desc limit 1) card
    left join financial_account wallet on wallet.card_id = card.id
    where c.schedule_id = ${scheduleId} order by c.position`.execute(db);
  return rows;
}

interface Due {
  schedule: ScheduleRow;
  /** Null for a low balance. */
  dueAt: Date | null;
  cards: readonly OrderedCard[];
}

/** Runs a locked schedule and reports it. */
async function runSchedule(tx: Database, context: Context, { schedule, dueAt, cards }: Due): Promise<void> {
  const { id: scheduleId, business_id: businessId, when_short: whenShort } = schedule;
  const act: FundingAct = schedule.act;
  const order = { businessId, act, whenShort, cards };
  const read = await readPlan(tx, order, { lock: true });
  if (!read) throw new Error(`The funding schedule ${scheduleId} has a card of another business.`);
  const runId = await doPlan(tx, context, order, read, {
    actorMembershipId: null,
    scheduleId,
    dueAt,
    idempotencyKey: newId(context.clock.now().getTime()),
    contentHash: contentHash([scheduleId, dueAt]),
  });
  const { plan } = read;
  const changed = plan.lines.filter(({ change }) => change !== 0n).length;
  const amount = String(plan.account.before - plan.account.after);
  await recordEvent(tx, context, housekeeping, {
    type: 'cards_funded',
    details: { run: runId, schedule: scheduleId, act, cards: changed, amount },
    businessId,
  });
  await notifyFunding(tx, context, { businessId, plan, by: null });
  if (plan.outcome === 'SHORT') await mailShort(tx, context, schedule, plan.missing);
}

const mayRun = async (tx: Database, businessId: string) => {
  const business = await tx
    .selectFrom('business')
    .select(['status', 'time_zone as timeZone'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  return { ...business, isOpen: isEligible('money.move', { business: { status: business.status } }) };
};

/**
 * Runs one schedule that is due. The next run is computed from now, so missed runs are not made up for.
 * @param except schedules that failed just now
 * @returns the schedule, or null if none is due
 */
async function runNext(tx: Database, context: Context, except: readonly string[]): Promise<string | null> {
  const now = context.clock.now();
  let due = tx.selectFrom('funding_schedule').selectAll().where('next_run_at', '<=', now);
  if (except.length > 0) due = due.where('id', 'not in', except);
  const schedule = await due.orderBy('next_run_at').limit(1).forUpdate().skipLocked().executeTakeFirst();
  if (!schedule) return null;
  const { isOpen, timeZone } = await mayRun(tx, schedule.business_id);
  if (isOpen) {
    const cards = (await cardsOfSchedule(tx, schedule.id)).map(({ id }) => ({ cardId: id, amount: schedule.amount }));
    await runSchedule(tx, context, { schedule, dueAt: schedule.next_run_at, cards });
  }
  const next = nextRun(recurrenceOf(schedule), timeZone, now);
  await tx
    .updateTable('funding_schedule')
    .set({ next_run_at: next, ...(next === null && { status: 'ENDED' as const }) })
    .where('id', '=', schedule.id)
    .execute();
  return schedule.id;
}

/**
 * The job that runs the schedules that are due, each in its own transaction. A second process takes other schedules.
 */
export async function runFundingSchedules(context: Context): Promise<void> {
  const failed: string[] = [];
  for (;;) {
    let begun: string | null = null;
    try {
      begun = await inTransaction(context.db, (tx) => runNext(tx, context, failed));
      if (begun === null) return;
    } catch (error) {
      const [first] = await dueNow(context, failed);
      if (!first) throw error;
      context.log.error({ err: error, schedule: first }, 'funding schedule');
      failed.push(first);
    }
  }
}

const dueNow = async ({ db, clock }: Context, except: readonly string[]): Promise<string[]> => {
  const rows = await db
    .selectFrom('funding_schedule')
    .select('id')
    .where('next_run_at', '<=', clock.now())
    .orderBy('next_run_at')
    .execute();
  return rows.map(({ id }) => id).filter((id) => !except.includes(id));
};

/**
 * The job after wallets of a business fell below a threshold, and the hourly one for those that stayed there because
 * the account was short: funds the cards of each schedule that have less than its threshold. A short account is
 * reported once, not at each purchase.
 * @param options.onlyIfUseful reports nothing if no money can move
 */
export async function topUpCards(context: Context, businessId: string, { onlyIfUseful = false } = {}): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const today = Temporal.Instant.fromEpochMilliseconds(context.clock.now().getTime());
    const { isOpen, timeZone } = await mayRun(tx, businessId);
    if (!isOpen) return;
    const date = today.toZonedDateTimeISO(timeZone).toPlainDate().toString();
    const schedules = await tx
      .selectFrom('funding_schedule')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('frequency', '=', 'LOW_BALANCE')
      .where('status', '=', 'ACTIVE')
      .where('starts_on', '<=', date)
      .where((eb) => eb.or([eb('ends_on', 'is', null), eb('ends_on', '>=', date)]))
      .orderBy('id')
      .forUpdate()
      .execute();
    for (const schedule of schedules) {
      const all = await cardsOfSchedule(tx, schedule.id);
      const low = all.filter(({ available }) => available !== null && available < schedule.threshold!);
      if (low.length === 0) continue;
      const cards = low.map(({ id }) => ({ cardId: id, amount: schedule.amount }));
      const isKnown = onlyIfUseful || (await lastWasShort(tx, schedule.id));
      if (isKnown && !(await wouldMove(tx, schedule, cards))) continue;
      await runSchedule(tx, context, { schedule, dueAt: null, cards });
    }
  });
}

async function lastWasShort(tx: Database, scheduleId: string): Promise<boolean> {
  const last = await tx
    .selectFrom('funding_run')
    .select('outcome')
    .where('schedule_id', '=', scheduleId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.outcome === 'SHORT';
}

async function wouldMove(tx: Database, schedule: ScheduleRow, cards: readonly OrderedCard[]): Promise<boolean> {
  const { business_id: businessId, act, when_short: whenShort } = schedule;
  const read = await readPlan(tx, { businessId, act, whenShort, cards }, { lock: true });
  return read?.plan.lines.some(({ change }) => change !== 0n) ?? false;
}

/** The hourly job: tries again if the account was short when a card's balance fell. */
export async function topUpEverywhere(context: Context): Promise<void> {
  const businesses = await context.db
    .selectFrom('financial_account')
    .select('business_id as id')
    .where('top_up_below', 'is not', null)
    .where((eb) => eb('available_balance', '<', eb.ref('top_up_below')))
    .groupBy('business_id')
    .execute();
  for (const { id } of businesses) await topUpCards(context, id, { onlyIfUseful: true });
}

/** Stores the balance below which each wallet is topped up, after a change of the schedules of a business. */
export async function noteThresholds(tx: Database, businessId: string): Promise<void> {
  await sql`
    with wanted as (
      select k.id as card_id, max(s.threshold) as threshold
      from funding_schedule s
      join funding_schedule_card c on c.schedule_id = s.id
      join card k on k.chain_id = c.chain_id
      where s.business_id = ${businessId} and s.frequency = 'LOW_BALANCE' and s.status = 'ACTIVE'
      group by k.id
    )
    update financial_account a set top_up_below = (select threshold from wanted where wanted.card_id = a.card_id)
    where a.business_id = ${businessId} and a.kind = 'card_wallet'
      and a.top_up_below is distinct from (select threshold from wanted where wanted.card_id = a.card_id)`.execute(tx);
  await sql`select graphile_worker.add_job('top_up_cards', json_build_object('businessId', ${businessId}::text),
    job_key := 'top_up_cards|' || ${businessId}::text)`.execute(tx);
}

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const doneWhenShort = {
  NONE: 'No card was funded.',
  IN_ORDER: 'The cards were funded in their order until the account was empty.',
  ALL: 'Each card got its share of what was there.',
} as const;

/** Mails the administrator who set up a schedule, or the administrators who may, that the account was short. */
async function mailShort(tx: Database, context: Context, schedule: ScheduleRow, missing: bigint): Promise<void> {
  const { person_id: personId } = await tx
    .selectFrom('membership')
    .select('person_id')
    .where('id', '=', schedule.created_by)
    .executeTakeFirstOrThrow();
  const to = { businessId: schedule.business_id, author: { personId }, permission: 'card-funding.run' } as const;
  await mailAdministrators(tx, context, to, (letter) =>
    letterMail(letter, {
      title: 'The account was too low to fund your cards',
      paragraphs: [
        `the schedule ${schedule.name} needed ${dollars.format(Number(missing) / 100)} more than was available. ${doneWhenShort[schedule.when_short]}`,
      ],
      link: `${letter.origin}/cards/funding`,
    }),
  );
}
