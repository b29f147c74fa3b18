import type { Context } from '../../context.ts';
import type { ProcessorDecision } from '../../ports/card-processor/card-processor.ts';
import type { IncomingEvent, IncomingRequest } from '../../ports/card-processor/incoming.ts';
import { applyEvent } from '../transactions/apply-event.ts';
import { authorize } from '../transactions/authorize.ts';
import type { AppliedEvent } from '../transactions/event.ts';

/** A message about a card, with the card's own id. */
export type ForCard<M> = Omit<M, 'cardReference'> & { cardId: string };

/** How an event was received (core/transactions/event.ts). */
export type Applied = AppliedEvent['outcome'];

/** Receives the reports of processors, real and simulated. Both functions are idempotent by event id. */
export interface Intake {
  authorize(context: Context, request: ForCard<IncomingRequest>, raw?: object): Promise<ProcessorDecision>;
  applyEvent(context: Context, event: ForCard<IncomingEvent>, raw: object): Promise<Applied>;
}

/** The engine of this installation. */
export const engineIntake: Intake = {
  authorize: (context, { transactionId: reference, isIncrement, ...request }, raw) =>
    authorize(context, { ...request, reference, isIncrement: isIncrement ?? false, ...(raw && { raw }) }),
  applyEvent: async (context, { transactionId: reference, ...event }, raw) =>
    (await applyEvent(context, { ...event, reference, raw })).outcome,
};

/** The decision stored under one of these ids; null if there is none. An approval that was withdrawn is a decline. */
export async function decidedAs(
  { db }: Pick<Context, 'db'>,
  eventIds: readonly string[],
): Promise<'APPROVED' | 'DECLINED' | null> {
  const row = await db
    .selectFrom('card_event')
    .leftJoin('doubted_answer', 'doubted_answer.event_id', 'card_event.event_id')
    .select(['outcome', 'doubted_answer.answer'])
    .where('card_event.event_id', 'in', [...eventIds])
    .where('outcome', 'is not', null)
    .executeTakeFirst();
  if (!row) return null;
  return row.outcome === 'DECLINED' || row.answer === 'WITHDRAWN' ? 'DECLINED' : 'APPROVED';
}

/**
 * Whether a request adds to a purchase that was approved by another message: by us, or by the processor while we did not
 * answer. The outcome of this very request can arrive before it; without its id, it is known by its amount.
 */
export async function addsToPurchase(
  { db }: Pick<Context, 'db'>,
  { transactionId, eventId, outcomeId, amount }: Omit<IncomingRequest, 'cardReference'>,
): Promise<boolean> {
  const others = await db
    .selectFrom('card_event')
    .select(['event_id as id', 'amount', 'outcome'])
    .where('reference', '=', transactionId)
    .where('event_id', '<>', eventId)
    .where((eb) =>
      eb.or([
        eb('outcome', 'in', ['APPROVED', 'PARTIAL']),
        eb.and([eb('type', '=', 'AUTHORIZATION_ADVICE'), eb('outcome', 'is', null)]),
      ]),
    )
    .execute();
  if (others.some(({ outcome }) => outcome !== null)) return true;
  const isOwn = (other: { id: string; amount: bigint }) =>
    outcomeId === undefined ? other.amount === BigInt(amount) : other.id === outcomeId;
  return others.length > 0 && !others.some(isOwn);
}
