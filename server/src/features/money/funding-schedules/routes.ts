import { isEligible } from '@florin/contract/eligibility';
import type * as contract from '@florin/contract/money/funding-schedules';
import type { FundingSchedule, ScheduleStatus } from '@florin/contract/money/funding-schedules';
import type { Insertable } from 'kysely';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { nextRun, nextRuns, type Recurrence } from '../../../core/card-funding/recurrence.ts';
import { isOwnUnderFourEyes } from '../../../core/card-funding/own-cards.ts';
import { contentHash, figuresOf, readPlan } from '../../../core/card-funding/run.ts';
import { cardsOfSchedule, noteThresholds, recurrenceOf } from '../../../core/card-funding/run-schedules.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import type { Schema } from '../../../db/schema.ts';
import { isRefused, refuse, type Call, type Handler, type HandlersOf, type Refused } from '../../../http/call.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { forecastOf } from './forecast.ts';
import { chainsOf, listSchedules, lockSchedule, readSchedule } from './queries.ts';
import { wrongFields } from './rules.ts';

type Setup = Call<'previewFundingSchedule'>['input']['body'];
type ChangingCall = Call<'createFundingSchedule'> | Call<'changeFundingSchedule'> | Call<'setFundingScheduleStatus'>;

const recurrenceOfSetup = ({ frequency, weekday, dayOfMonth, timeOfDay, startsOn, endsOn }: Setup): Recurrence => ({
  frequency,
  weekday: weekday ?? null,
  dayOfMonth: dayOfMonth ?? null,
  timeOfDay: timeOfDay ?? null,
  startsOn,
  endsOn: endsOn ?? null,
});

const columnsOf = (setup: Setup) => ({
  name: setup.name,
  act: setup.act,
  amount: BigInt(setup.amount),
  frequency: setup.frequency,
  weekday: setup.weekday ?? null,
  day_of_month: setup.dayOfMonth ?? null,
  time_of_day: setup.timeOfDay ?? null,
  starts_on: setup.startsOn,
  ends_on: setup.endsOn ?? null,
  threshold: setup.threshold ? BigInt(setup.threshold) : null,
  when_short: setup.whenShort,
});

/** The time zone of a business that may move money. */
async function zoneOf(db: Database, businessId: string): Promise<string | Refused<'BUSINESS_NOT_OPEN'>> {
  const { status, time_zone: zone } = await db
    .selectFrom('business')
    .select(['status', 'time_zone'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  return isEligible('money.move', { business: { status } }) ? zone : refuse('BUSINESS_NOT_OPEN');
}

interface CheckedSetup {
  chains: string[];
  zone: string;
  /** Null for a low balance. */
  nextRunAt: Date | null;
}

/** A setup that can run, with its first run. */
async function check(
  db: Database,
  businessId: string,
  setup: Setup,
  now: Date,
): Promise<CheckedSetup | Refused<'VALIDATION' | 'NOT_FOUND' | 'BUSINESS_NOT_OPEN'>> {
  const zone = await zoneOf(db, businessId);
  if (typeof zone !== 'string') return zone;
  const Fields = wrongFields(setup);
  if (Fields.length > 0) return refuse('VALIDATION', { Fields });
  const chains = await chainsOf(db, businessId, setup.cardIds);
  if (!chains) return refuse('NOT_FOUND');
  const nextRunAt = nextRun(recurrenceOfSetup(setup), zone, now);
  // It would never run.
  if (setup.frequency !== 'LOW_BALANCE' && nextRunAt === null)
    return refuse('VALIDATION', { Fields: [{ Field: 'endsOn', Problem: 'tooShort' }] });
  return { chains, zone, nextRunAt };
}

async function writeCards(tx: Database, scheduleId: string, chains: readonly string[]): Promise<void> {
  await tx.deleteFrom('funding_schedule_card').where('schedule_id', '=', scheduleId).execute();
  await tx
    .insertInto('funding_schedule_card')
    .values(chains.map((chainId, position) => ({ schedule_id: scheduleId, position, chain_id: chainId })))
    .execute();
}

async function record(
  tx: Database,
  call: Pick<ChangingCall, 'context' | 'caller' | 'client' | 'correlationId'>,
  details: { schedule: string; status: ScheduleStatus; version: number },
): Promise<void> {
  const { context, caller: session } = call;
  await noteThresholds(tx, session.businessId);
  const subject = { ...session, sessionId: session.id };
  await recordEvent(tx, context, originOf(call), { type: 'funding_schedule_changed', details, ...subject });
}

async function answer<const S extends 200 | 201, R extends Refused>(
  call: ChangingCall,
  status: S,
  done: { id: string } | R,
): Promise<{ status: S; body: FundingSchedule } | R> {
  if (isRefused(done)) return done;
  const { id } = done;
  return { status, body: (await readSchedule(call.context.db, call.caller.businessId, id))! };
}

const createFundingSchedule: Handler<'createFundingSchedule'> = async (call) => {
  const { context, caller: session, input } = call;
  const { businessId, membershipId } = session;
  const { idempotencyKey, ...setup } = input.body;
  const hash = contentHash(setup);
  const done = await underLock<
    { id: string } | Refused<'IDEMPOTENCY_KEY_REUSED' | 'OWN_CARD' | 'VALIDATION' | 'NOT_FOUND' | 'BUSINESS_NOT_OPEN'>
  >(call, async (tx) => {
    const known = await tx
      .selectFrom('funding_schedule')
      .select(['id', 'content_hash'])
      .where('business_id', '=', businessId)
      .where('idempotency_key', '=', idempotencyKey)
      .executeTakeFirst();
    if (known) return known.content_hash.equals(hash) ? { id: known.id } : refuse('IDEMPOTENCY_KEY_REUSED');
    const now = context.clock.now();
    const checked = await check(tx, businessId, setup, now);
    if (isRefused(checked)) return checked;
    if (await isOwnUnderFourEyes(tx, session, setup.cardIds)) return refuse('OWN_CARD');
    const id = newId(now.getTime());
    const row: Insertable<Schema['funding_schedule']> = {
      id,
      business_id: businessId,
      ...columnsOf(setup),
      status: 'ACTIVE',
      next_run_at: checked.nextRunAt,
      created_by: membershipId,
      created_at: now,
      idempotency_key: idempotencyKey,
      content_hash: hash,
    };
    await tx.insertInto('funding_schedule').values(row).execute();
    await writeCards(tx, id, checked.chains);
    await record(tx, call, { schedule: id, status: 'ACTIVE', version: 1 });
    return { id };
  });
  return answer(call, 201, done);
};

const changeFundingSchedule: Handler<'changeFundingSchedule'> = async (call) => {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { version, ...setup } = input.body;
  const { id } = input.params;
  const done = await underLock<
    | { id: string }
    | Refused<'STEP_NOT_POSSIBLE' | 'OWN_CARD' | 'VERSION_CONFLICT' | 'VALIDATION' | 'NOT_FOUND' | 'BUSINESS_NOT_OPEN'>
  >(call, async (tx) => {
    const schedule = await lockSchedule(tx, businessId, id);
    if (!schedule) return refuse('NOT_FOUND');
    if (schedule.status === 'ENDED') return refuse('STEP_NOT_POSSIBLE');
    if (schedule.version !== version) return refuse('VERSION_CONFLICT');
    const checked = await check(tx, businessId, setup, context.clock.now());
    if (isRefused(checked)) return checked;
    if (await isOwnUnderFourEyes(tx, session, setup.cardIds)) return refuse('OWN_CARD');
    const isActive = schedule.status === 'ACTIVE';
    await tx
      .updateTable('funding_schedule')
      .set({ ...columnsOf(setup), version: version + 1, next_run_at: isActive ? checked.nextRunAt : null })
      .where('id', '=', id)
      .execute();
    await writeCards(tx, id, checked.chains);
    await record(tx, call, { schedule: id, status: schedule.status, version: version + 1 });
    return { id };
  });
  return answer(call, 200, done);
};

const setFundingScheduleStatus: Handler<'setFundingScheduleStatus'> = async (call) => {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const { id } = input.params;
  const { status } = input.body;
  const done = await underLock<
    { id: string } | Refused<'STEP_NOT_POSSIBLE' | 'OWN_CARD' | 'NOT_FOUND' | 'BUSINESS_NOT_OPEN'>
  >(call, async (tx) => {
    const schedule = await lockSchedule(tx, businessId, id);
    if (!schedule) return refuse('NOT_FOUND');
    if (schedule.status === status) return { id };
    if (schedule.status === 'ENDED') return refuse('STEP_NOT_POSSIBLE');
    const zone = await zoneOf(tx, businessId);
    if (status === 'ACTIVE' && typeof zone !== 'string') return zone;
    const cards = status === 'ACTIVE' ? await cardsOfSchedule(tx, id) : [];
    const cardIds = cards.map((card) => card.id);
    if (await isOwnUnderFourEyes(tx, session, cardIds)) return refuse('OWN_CARD');
    const next =
      status === 'ACTIVE' && typeof zone === 'string'
        ? nextRun(recurrenceOf(schedule), zone, context.clock.now())
        : null;
    if (status === 'ACTIVE' && next === null && schedule.frequency !== 'LOW_BALANCE')
      return refuse('STEP_NOT_POSSIBLE');
    const version = schedule.version + 1;
    await tx.updateTable('funding_schedule').set({ status, version, next_run_at: next }).where('id', '=', id).execute();
    await record(tx, call, { schedule: id, status, version });
    return { id };
  });
  return answer(call, 200, done);
};

const runsShown = 5;

const previewFundingSchedule: Handler<'previewFundingSchedule'> = async ({ context, caller: session, input }) => {
  const { db, clock } = context;
  const { businessId } = session;
  const now = clock.now();
  const { body: setup } = input;
  const checked = await check(db, businessId, setup, now);
  if (isRefused(checked)) return checked;
  const { act, whenShort, cardIds } = setup;
  const amount = BigInt(setup.amount);
  const order = { businessId, act, whenShort, cards: cardIds.map((cardId) => ({ cardId, amount })) };
  const read = await readPlan(db, order, { lock: false });
  if (!read) return refuse('NOT_FOUND');
  const { zone, nextRunAt: at } = checked;
  const { account } = read.plan;
  const thisRun = account.before - account.after;
  return {
    status: 200,
    body: {
      plan: { act, whenShort, ...figuresOf(read.plan) },
      runs: nextRuns(recurrenceOfSetup(setup), zone, now, runsShown).map((run) => run.toISOString()),
      timeZone: zone,
      forecast:
        at === null
          ? null
          : await forecastOf(db, {
              businessId,
              scheduleId: setup.scheduleId ?? null,
              zone,
              now,
              at,
              available: account.before,
              thisRun,
            }),
    },
  };
};

export const fundingSchedulesRoutes: HandlersOf<typeof contract> = {
  fundingSchedules: async ({ context, caller: session }) => ({
    status: 200,
    body: { items: await listSchedules(context.db, session.businessId) },
  }),
  previewFundingSchedule,
  createFundingSchedule,
  changeFundingSchedule,
  setFundingScheduleStatus,
};
