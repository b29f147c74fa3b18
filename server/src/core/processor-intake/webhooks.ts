import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isRefused } from '../../http/call.ts';
import { CardProcessorError, type ProcessorDecision } from '../../ports/card-processor/card-processor.ts';
import type {
  Delivery,
  Incoming,
  IncomingOutcome,
  IncomingRequest,
  IncomingShipment,
} from '../../ports/card-processor/incoming.ts';
import { recordOperatorAct, type Operator } from '../audit/operator-acts.ts';
import { moveShipment } from '../cards/shipping.ts';
import { bySystem, lockCard } from '../cards/states.ts';
import { afterSeconds } from '../time.ts';
import { addsToPurchase, decidedAs, engineIntake, type Applied, type ForCard, type Intake } from './intake.ts';

export type RealProcessor = 'stripe' | 'lithic';

/**
 * Stores a webhook before anything else happens, with a job that processes it.
 * @returns false for a delivery that is already stored, which is not processed again
 */
export async function storeDelivery(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  processor: RealProcessor,
  { id: deliveryId, type, isDecision, at, payload }: Delivery,
  wasMissed = false,
): Promise<boolean> {
  const now = clock.now();
  const id = newId(now.getTime());
  return inTransaction(db, async (tx) => {
    const stored = await tx
      .insertInto('processor_webhook')
      .values({
        id,
        processor,
        delivery_id: deliveryId,
        type,
        happened_at: at,
        received_at: now,
        payload: JSON.stringify(payload),
        last_error: null,
        processed_at: null,
        was_missed: wasMissed,
      })
      .onConflict((conflict) => conflict.columns(['processor', 'delivery_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    // The answer to a decision is the processing.
    if (stored && !isDecision)
      await sql`select graphile_worker.add_job('processor_webhook', json_build_object('id', ${id}::text),
        job_key := ${id}::text)`.execute(tx);
    return stored !== undefined;
  });
}

/** Processes stored webhooks again, by jobs. @returns how many webhooks have these ids */
export const replayWebhooks = (
  context: Pick<Context, 'db' | 'clock'>,
  ids: readonly string[],
  by: Operator,
): Promise<number> =>
  inTransaction(context.db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id, graphile_worker.add_job('processor_webhook', json_build_object('id', id::text), job_key := id::text)
      from processor_webhook where id = any(${[...ids]}::uuid[])`.execute(tx);
    for (const { id } of rows)
      await recordOperatorAct(tx, context, by, {
        type: 'operator_webhook_replayed',
        details: { webhook: id, operator: by.name },
      });
    return rows.length;
  });

const declined = (code: 'card_unknown' | 'system'): ProcessorDecision => ({ outcome: 'DECLINED', code, amount: 0 });

/**
 * Decides the request in a delivery. What cannot be read, asks for nothing that is known, or fails to be decided is
 * declined, and stays on the operator's list. An unknown card is declined.
 */
export async function decideDelivery(
  context: Context,
  processor: RealProcessor,
  { id, payload }: Delivery,
): Promise<ProcessorDecision> {
  let decision: ProcessorDecision | undefined;
  let problem: string | null = null;
  try {
    const [message] = context.cardProcessors[processor]?.webhooks?.incoming(payload) ?? [];
    decision = message && (await decideMessage(context, processor, message, payload));
    if (!decision) throw new CardProcessorError(`${processor}: no request`);
  } catch (error) {
    // Not the error itself: it can quote the request.
    problem = nameOf(error);
    context.log.error({ processor, delivery: id, reason: problem }, 'request declined: not readable or not decided');
  }
  await context.db
    .updateTable('processor_webhook')
    .set({
      status: problem === null ? 'PROCESSED' : 'FAILED',
      last_error: problem,
      processed_at: problem === null ? context.clock.now() : null,
    })
    .where('processor', '=', processor)
    .where('delivery_id', '=', id)
    .execute();
  return decision ?? declined('system');
}

async function decideMessage(context: Context, processor: RealProcessor, message: Incoming, raw: unknown) {
  if (message.kind === 'request') return decide(context, processor, message.request, raw);
  if (message.kind !== 'credit') return undefined;
  const isKnown = (await cardOf(context, processor, message.credit.cardReference)) !== null;
  return isKnown ? ({ outcome: 'APPROVED', code: null, amount: 0 } as const) : declined('card_unknown');
}

async function decide(
  context: Context,
  processor: RealProcessor,
  request: IncomingRequest,
  raw: unknown,
): Promise<ProcessorDecision> {
  const { cardReference, outcomeId: _, ...purchase } = request;
  const cardId = await cardOf(context, processor, cardReference);
  if (cardId === null) return declined('card_unknown');
  const isIncrement = purchase.isIncrement ?? (await addsToPurchase(context, request));
  return engineIntake.authorize(context, { ...purchase, cardId, isIncrement }, { message: raw });
}

/** The job of a webhook: applies what is in it. A failure is stored with it, and the job is repeated. */
export async function processWebhook(context: Context, id: string): Promise<void> {
  const { db, clock } = context;
  const row = await db
    .updateTable('processor_webhook')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .returning(['processor', 'payload', 'status'])
    .executeTakeFirst();
  if (!row) return;
  const save = (status: 'PROCESSED' | 'IGNORED' | 'FAILED', error: string | null) =>
    db
      .updateTable('processor_webhook')
      .set({ status, last_error: error?.slice(0, 300) ?? null, processed_at: error === null ? clock.now() : null })
      .where('id', '=', id)
      .execute();
  try {
    const incoming = context.cardProcessors[row.processor]?.webhooks?.incoming(row.payload);
    if (!incoming) throw new CardProcessorError(`${row.processor}: not configured`);
    const done: boolean[] = [];
    for (const message of incoming) done.push(await apply(context, row.processor, message, row.payload));
    // A replay of a request changes nothing: it was decided when it arrived.
    const hasEffect = done.includes(true) || row.status === 'PROCESSED';
    await save(hasEffect ? 'PROCESSED' : 'IGNORED', null);
  } catch (error) {
    // Not the message of a database error: it can quote the row.
    await save('FAILED', error instanceof CardProcessorError ? error.message : nameOf(error));
    throw error;
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'unknown error');

/** @returns whether it changed anything, or had before */
async function apply(context: Context, processor: RealProcessor, message: Incoming, raw: object): Promise<boolean> {
  switch (message.kind) {
    case 'request':
    case 'credit':
      // A request is decided when it arrives or not at all, because the network does not wait.
      return false;
    case 'shipment':
      return applyShipment(context, processor, message.shipment);
    case 'event': {
      const { cardReference, ...event } = message.event;
      return applyEvent(context, { ...event, cardId: await cardOrNone(context, processor, cardReference) }, raw);
    }
    case 'outcome':
      return applyOutcome(context, processor, message.outcome, raw);
  }
}

/** An id that no card has: the engine keeps an event of an unknown card for an operator. */
const noCard = '00000000-0000-0000-0000-000000000000';
const cardOrNone = async (context: Context, processor: RealProcessor, reference: string) =>
  (await cardOf(context, processor, reference)) ?? noCard;

async function cardOf(
  { db }: Pick<Context, 'db'>,
  processor: RealProcessor,
  reference: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('processor_card')
    .select('card_id')
    .where('processor', '=', processor)
    .where('reference', '=', reference)
    .executeTakeFirst();
  return row?.card_id ?? null;
}

const effects: ReadonlySet<Applied> = new Set(['APPLIED', 'REPEATED', 'SUSPENSE']);

async function applyEvent(context: Context, event: Parameters<Intake['applyEvent']>[1], raw: object): Promise<boolean> {
  return effects.has(await engineIntake.applyEvent(context, event, raw));
}

/**
 * Compares the outcome of a request with our answer. If the processor decided differently, or without us, its decision
 * counts: an approval is applied as an advice, a decline releases our hold.
 */
async function applyOutcome(
  context: Context,
  processor: RealProcessor,
  { requestIds, isApproved, holdAfter, cardReference, ...purchase }: IncomingOutcome,
  raw: object,
): Promise<boolean> {
  const ours = await decidedAs(context, requestIds);
  if (ours === (isApproved ? 'APPROVED' : 'DECLINED')) return false;
  const event: ForCard<typeof purchase> = {
    ...purchase,
    cardId: await cardOrNone(context, processor, cardReference),
  };
  if (isApproved)
    return holdAfter === null
      ? applyEvent(context, { ...event, type: 'AUTHORIZATION_INCREMENTAL' }, raw)
      : applyEvent(context, { ...event, type: 'AUTHORIZATION_ADVICE', holdAfter }, raw);
  return ours === null
    ? applyEvent(context, { ...event, type: 'AUTHORIZATION', isDeclined: true }, raw)
    : applyEvent(context, { ...event, type: 'AUTHORIZATION_REVERSAL', holdAfter: 0 }, raw);
}

async function applyShipment(
  context: Context,
  processor: RealProcessor,
  { cardReference, status, carrier, trackingNumber }: IncomingShipment,
): Promise<boolean> {
  const cardId = await cardOf(context, processor, cardReference);
  if (cardId === null || status === 'PENDING' || status === 'CANCELED') return false;
  return inTransaction(context.db, async (tx) => {
    const card = await lockCard(tx, cardId, null);
    if (!card) return false;
    const by = { ...bySystem, channel: 'PROCESSOR' as const };
    const moved = await moveShipment(tx, context, card, by, {
      to: status,
      ...(carrier !== null && { carrier }),
      ...(trackingNumber !== null && { trackingNumber }),
    });
    return !isRefused(moved);
  });
}

/** The minimum time that the catch-up looks back, and the time that it looks back before the last known delivery. */
const lookBackSeconds = 24 * 60 * 60;
const overlapSeconds = 60 * 60;

/** The job that asks each processor for deliveries that were missed. Known deliveries are not stored again. */
export async function catchUp(context: Context): Promise<void> {
  for (const name of ['stripe', 'lithic'] as const) {
    const webhooks = context.cardProcessors[name]?.webhooks;
    if (!webhooks) continue;
    const last = await context.db
      .selectFrom('processor_webhook')
      .select((eb) => eb.fn.max('happened_at').as('at'))
      .where('processor', '=', name)
      .executeTakeFirst();
    const since = last?.at
      ? afterSeconds(last.at, -overlapSeconds)
      : afterSeconds(context.clock.now(), -lookBackSeconds);
    for (const delivery of await webhooks.missed(since)) await storeDelivery(context, name, delivery, true);
  }
}
