import fc from 'fast-check';
import { applyEvent } from '../core/transactions/apply-event.ts';
import { authorize } from '../core/transactions/authorize.ts';
import type { CardEvent } from '../core/transactions/event.ts';
import type { Database } from '../db/open.ts';
import { figuresOf } from './business.ts';
import { eventFor, openSpendingBusiness, purchase } from './spending.ts';

type Context = Parameters<typeof applyEvent>[0];

/** A message about one of the purchases of a sequence; `repeats` is how often it comes again. */
export interface Message {
  purchase: number;
  type: Extract<
    CardEvent['type'],
    | 'AUTHORIZATION_INCREMENTAL'
    | 'AUTHORIZATION_ADVICE'
    | 'AUTHORIZATION_REVERSAL'
    | 'AUTHORIZATION_EXPIRY'
    | 'CLEARING'
    | 'RETURN'
    | 'RETURN_REVERSAL'
    | 'CORRECTION_DEBIT'
    | 'CORRECTION_CREDIT'
  >;
  amount: number;
  isFinal: boolean;
  repeats: number;
}

export interface Sequence {
  /** Minor units. */
  balance: number;
  purchases: readonly number[];
  messages: readonly Message[];
  /** Another order of the same messages. */
  order: readonly number[];
}

const amount = fc.integer({ min: 1, max: 120_00 });

/** What a processor may say about a few purchases, in two orders; each purchase is completed in the end. */
export const sequences: fc.Arbitrary<Sequence> = fc
  .record({
    balance: fc.integer({ min: 0, max: 300_00 }),
    purchases: fc.array(amount, { minLength: 1, maxLength: 3 }),
    free: fc.array(
      fc.record({
        purchase: fc.nat(2),
        type: fc.constantFrom<Message['type'][]>(
          'AUTHORIZATION_INCREMENTAL',
          'AUTHORIZATION_ADVICE',
          'AUTHORIZATION_REVERSAL',
          'AUTHORIZATION_EXPIRY',
          'CLEARING',
          'CLEARING',
          'RETURN',
          'RETURN_REVERSAL',
          'CORRECTION_DEBIT',
          'CORRECTION_CREDIT',
        ),
        amount,
        isFinal: fc.boolean(),
        repeats: fc.constantFrom(0, 0, 1),
      }),
      { maxLength: 8 },
    ),
  })
  .chain(({ balance, purchases, free }) => {
    const last = purchases.map((value, index) => ({
      purchase: index,
      type: 'CLEARING' as const,
      amount: value,
      isFinal: true,
      repeats: 0,
    }));
    const messages = [
      ...free.map((message) => ({ ...message, purchase: message.purchase % purchases.length })),
      ...last,
    ];
    const all = messages.map((_, index) => index);
    return fc
      .shuffledSubarray(all, { minLength: all.length, maxLength: all.length })
      .map((order) => ({ balance, purchases, messages, order }));
  });

const signs: Partial<Record<Message['type'], number>> = {
  CLEARING: -1,
  CORRECTION_DEBIT: -1,
  RETURN_REVERSAL: -1,
  RETURN: 1,
  CORRECTION_CREDIT: 1,
};

/** What a business has after all of that, whatever the order: what was settled has moved, and nothing is on hold. */
export function expectedBalance({ balance, messages }: Sequence): number {
  return messages.reduce((sum, message) => sum + (signs[message.type] ?? 0) * message.amount, balance);
}

/**
 * Plays a sequence at a new business, in the given order.
 * @returns figures of the account, and what the card's counter says it has spent
 */
export async function play(context: Context, sequence: Sequence, order: readonly number[]) {
  const { cardId, accounts } = await openSpendingBusiness(context.db, { balance: sequence.balance });
  const asked = sequence.purchases.map((value) => purchase(cardId, value));
  for (const request of asked) await authorize(context, request);
  for (const index of order) {
    const { purchase: number, type, amount: value, isFinal, repeats } = sequence.messages[index]!;
    const event = eventFor(asked[number]!, type, value, { isFinal });
    for (let time = 0; time <= repeats; time += 1) {
      const { outcome } = await applyEvent(context, event);
      if (outcome !== (time === 0 ? 'APPLIED' : 'REPEATED')) throw new Error(`${type} was ${outcome}`);
    }
  }
  const { ledger, onHold, incoming } = await figuresOf(context.db, accounts.business_available);
  return {
    ledger: Number(ledger),
    onHold: Number(onHold),
    incoming: Number(incoming),
    spent: await spentOf(context.db, cardId),
  };
}

/** The card's counter of everything, and the sum that it has to be. */
async function spentOf(db: Database, cardId: string) {
  const state = await db.selectFrom('limit_state').select('windows').where('scope_id', '=', cardId).executeTakeFirst();
  const window = state?.windows['*'] ?? [];
  const rows = await db
    .selectFrom('card_transaction')
    .select(['held', 'settled', 'returned'])
    .where('card_id', '=', cardId)
    .execute();
  const costs = rows.map(({ held, settled, returned }) => Math.max(0, Number(held + settled - returned)));
  return { counted: window.at(-2) ?? 0, expected: costs.reduce((sum, cost) => sum + cost, 0) };
}
