import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  CardProcessorError,
  type CardOrder,
  type CardProcessor,
  type CloseReason,
  type Shipping,
  type StandIn,
} from '../../ports/card-processor/card-processor.ts';

type ProcessorContext = Pick<Context, 'db' | 'cardProcessor' | 'cardProcessors' | 'keys' | 'clock'>;

/**
 * An act on a card, in the form sent to its processor. An order is for a card that the processor has not produced yet.
 */
export type CardAct =
  | { act: 'ISSUE'; membershipId: string | null; order: Omit<CardOrder, 'cardId' | 'number'> }
  | { act: 'ACTIVATE' | 'FREEZE' | 'UNFREEZE' }
  | { act: 'SHIP'; shipping: Shipping }
  | { act: 'STAND_IN'; standIn: StandIn }
  | { act: 'CLOSE'; reason: CloseReason };

/** The processor that runs a card, and the card's id there; the embedded one uses the card's own id. */
export async function processorOf(
  db: Database,
  { cardProcessors }: Pick<Context, 'cardProcessors'>,
  cardId: string,
): Promise<{ processor: CardProcessor; reference: string }> {
  const row = await db
    .selectFrom('processor_card')
    .select(['processor', 'reference'])
    .where('card_id', '=', cardId)
    .executeTakeFirst();
  if (!row) return { processor: cardProcessors.embedded, reference: cardId };
  const processor = cardProcessors[row.processor];
  if (!processor) throw new CardProcessorError(`${row.processor}: not configured`);
  return { processor, reference: row.reference };
}

/**
 * Writes an act for the card's processor, in the transaction of the act itself. A job sends the acts on a card in
 * order. A card of the embedded processor needs none.
 */
export async function instructProcessor(
  tx: Database,
  { cardProcessor, keys, clock }: Pick<Context, 'cardProcessor' | 'keys' | 'clock'>,
  cardId: string,
  act: CardAct,
): Promise<void> {
  const isElsewhere = act.act === 'ISSUE' ? cardProcessor.name !== 'embedded' : await isKnownElsewhere(tx, cardId);
  if (!isElsewhere) return;
  const now = clock.now();
  const id = newId(now.getTime());
  await tx
    .insertInto('processor_act')
    .values({
      id,
      card_id: cardId,
      act: act.act,
      details_sealed: keys.seal(JSON.stringify(act), sealContext(id)),
      created_at: now,
      last_error: null,
      done_at: null,
      refused_at: null,
    })
    .execute();
  await sql`select graphile_worker.add_job('tell_processor', json_build_object('id', ${id}::text), job_key := ${id}::text,
    queue_name := ${`card:${cardId}`})`.execute(tx);
}

const sealContext = (id: string) => `processor-act|${id}`;

/** Produced by another processor, or ordered there. */
async function isKnownElsewhere(tx: Database, cardId: string): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select exists (select from processor_card where card_id = ${cardId})
      or exists (select from processor_act where card_id = ${cardId} and act = 'ISSUE') as "isKnown"`.execute(tx);
  return rows[0]!.isKnown;
}

/**
 * The job of an act: sends it to the processor, and throws while the processor is unavailable, so that the job is
 * repeated. An act that the processor refuses permanently is marked for an operator.
 */
export async function instructProcessorNow(context: ProcessorContext, id: string): Promise<void> {
  const { db, keys, clock } = context;
  const row = await db
    .updateTable('processor_act')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('done_at', 'is', null)
    .where('refused_at', 'is', null)
    .returning(['card_id', 'details_sealed'])
    .executeTakeFirst();
  if (!row?.details_sealed) return;
  const act = JSON.parse(keys.open(row.details_sealed, sealContext(id)).toString()) as CardAct;
  try {
    await (act.act === 'ISSUE' ? order(context, row.card_id, act) : perform(context, id, row.card_id, act));
    await db
      .updateTable('processor_act')
      .set({ done_at: clock.now(), details_sealed: null, last_error: null })
      .where('id', '=', id)
      .execute();
  } catch (error) {
    if (!(error instanceof CardProcessorError)) throw error;
    const refused = error.failure === 'refused';
    await db
      .updateTable('processor_act')
      .set({ last_error: error.message.slice(0, 300), refused_at: refused ? clock.now() : null })
      .where('id', '=', id)
      .execute();
    if (!refused) throw error;
  }
}

async function perform(
  context: ProcessorContext,
  id: string,
  cardId: string,
  act: Exclude<CardAct, { act: 'ISSUE' }>,
): Promise<void> {
  const { processor, reference } = await processorOf(context.db, context, cardId);
  const card = { cardId, reference, idempotencyKey: id };
  switch (act.act) {
    case 'ACTIVATE':
      return processor.activate(card);
    case 'FREEZE':
      return processor.freeze(card);
    case 'UNFREEZE':
      return processor.unfreeze(card);
    case 'SHIP':
      return processor.ship(card, act.shipping);
    case 'STAND_IN':
      return processor.setStandIn(card, act.standIn);
    case 'CLOSE':
      return processor.close(card, act.reason);
  }
}

/** Orders the card and stores its id at the processor. The holder's id is stored, too, for their next card. */
async function order(
  { db, cardProcessor, clock }: ProcessorContext,
  cardId: string,
  { membershipId, order: ordered }: Extract<CardAct, { act: 'ISSUE' }>,
): Promise<void> {
  const { name } = cardProcessor;
  if (name === 'embedded')
    throw new CardProcessorError('The processor that was to produce the card is gone', 'refused');
  const known = membershipId
    ? await db
        .selectFrom('processor_holder')
        .select('reference')
        .where('membership_id', '=', membershipId)
        .where('processor', '=', name)
        .executeTakeFirst()
    : undefined;
  const holder = { ...ordered.holder, reference: known?.reference ?? null };
  const card = await cardProcessor.issue({ ...ordered, cardId, number: null, holder });
  await inTransaction(db, async (tx) => {
    const created = { processor: name, created_at: clock.now() };
    await tx
      .insertInto('processor_card')
      .values({ card_id: cardId, reference: card.reference, ...created })
      // Parallel calls store the same answer, and either constraint may detect it first.
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    if (membershipId && card.holderReference)
      await tx
        .insertInto('processor_holder')
        .values({ membership_id: membershipId, reference: card.holderReference, ...created })
        .onConflict((conflict) => conflict.columns(['membership_id', 'processor']).doNothing())
        .execute();
    await tx
      .updateTable('card')
      .set({ last_four: card.lastFour, expires_on: card.expiresOn })
      .where('id', '=', cardId)
      .execute();
  });
}
