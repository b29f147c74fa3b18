import { whyNot } from '@florin/contract/eligibility';
import type { Context } from '../../context.ts';
import type { CardRow } from '../authorizations/facts.ts';
import { accountCurrency, merchantOf } from '../authorizations/request.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import type { TransactionSchema } from '../../db/transaction-schema.ts';
import { post } from '../ledger/queries.ts';
import type { AppliedEvent, CardEvent } from './event.ts';
import { ledgerKey } from './posting.ts';
import type { StatedEvent } from './status.ts';

type Reason = TransactionSchema['suspense_item']['reason'];

/** The direction of events that move money at the network at once: DEBIT takes, CREDIT gives. */
const directions: Partial<Record<CardEvent['type'], 'DEBIT' | 'CREDIT'>> = {
  CLEARING: 'DEBIT',
  FINANCIAL_AUTHORIZATION: 'DEBIT',
  CORRECTION_DEBIT: 'DEBIT',
  RETURN_REVERSAL: 'DEBIT',
  RETURN: 'CREDIT',
  CORRECTION_CREDIT: 'CREDIT',
};

const directionOf = ({ type, amount, isDeclined }: CardEvent) =>
  amount > 0 && !isDeclined ? (directions[type] ?? null) : null;

/**
 * Why money that has moved at the network belongs to no purchase of ours; null if it does, or if none has moved. An
 * approved purchase is settled even if its card has been closed since.
 */
export function whySuspended(
  event: CardEvent,
  card: Pick<CardRow, 'status' | 'businessStatus'>,
  known: { events: readonly StatedEvent[] } | null,
  accountId: string | null,
): Reason | null {
  const direction = directionOf(event);
  if (direction === null) return null;
  if (accountId === null) return 'NO_ACCOUNT';
  if (known?.events.some(({ outcome }) => outcome !== 'DECLINED')) return null;
  const obstacle = whyNot('card.record', { business: { status: card.businessStatus }, card });
  if (obstacle !== 'CARD_CLOSED') return obstacle;
  return direction === 'CREDIT' ? 'UNLINKED_RETURN' : 'CLOSED_CARD';
}

const suspended: AppliedEvent = { outcome: 'SUSPENSE', transactionId: null, flags: ['SUSPENSE'] };

/** The answer to an event that is already in suspense; null for any other. */
export async function suspendedBefore(db: Database, eventId: string): Promise<AppliedEvent | null> {
  const row = await db.selectFrom('suspense_item').select('id').where('event_id', '=', eventId).executeTakeFirst();
  return row ? suspended : null;
}

function itemOf(event: CardEvent, reason: Reason, card: Pick<CardRow, 'id' | 'businessId'> | null, at: Date) {
  const { merchant } = merchantOf({ mcc: 0, merchantId: '', merchant: '', country: '', ...event });
  return {
    id: newId(at.getTime()),
    event_id: event.eventId,
    business_id: card?.businessId ?? null,
    card_id: card?.id ?? null,
    reason,
    direction: directionOf(event) ?? 'DEBIT',
    amount: BigInt(event.amount),
    currency: accountCurrency,
    description: merchant || event.type,
    raw: JSON.stringify(event),
    at,
  };
}

/** Money for a card that is not ours: nothing can be posted, and an operator has to ask the processor. */
export async function suspendUnknown(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  event: CardEvent,
  reason: Reason,
): Promise<AppliedEvent> {
  if (directionOf(event) === null) return { outcome: 'IGNORED', transactionId: null, flags: [] };
  await db
    .insertInto('suspense_item')
    .values(itemOf(event, reason, null, clock.now()))
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .execute();
  return suspended;
}

/** Posts what the network has moved to the business's suspense account, until an operator resolves it. */
export async function suspend(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  of: { event: CardEvent; card: CardRow; accounts: ReadonlyMap<string, string>; reason: Reason },
): Promise<AppliedEvent> {
  const { event, card, accounts, reason } = of;
  const item = itemOf(event, reason, card, clock.now());
  const [suspense, network] = [accounts.get('suspense_unmatched')!, accounts.get('network_clearing')!];
  const takes = item.direction === 'DEBIT';
  const posted = await post(tx, {
    key: ledgerKey(1, event.eventId),
    code: 'SUSPENSE',
    description: item.description,
    at: event.at,
    debitAccountId: takes ? suspense : network,
    creditAccountId: takes ? network : suspense,
    amount: item.amount,
    mayOverdraw: true,
  });
  if (!posted.done) throw new Error(`the ledger refused to suspend ${event.eventId}: ${posted.refusal}`);
  await tx.insertInto('suspense_item').values(item).execute();
  return suspended;
}
