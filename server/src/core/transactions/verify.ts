import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { stateOf, type StatedEvent, type TransactionState } from './status.ts';

const chunk = 500;
const figures = ['status', 'amount', 'requested', 'held', 'incoming', 'settled', 'returned', 'fees'] as const;

/** A transaction whose stored copy differs from its events. */
export interface WrongCopy {
  transactionId: string;
  figure: (typeof figures)[number];
  stored: string;
  derived: string;
}

/** Compares every stored transaction with its events. Empty if all copies are correct. */
export async function wrongCopies(db: Database): Promise<WrongCopy[]> {
  const wrong: WrongCopy[] = [];
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const stored = await db
      .selectFrom('card_transaction')
      .select(['id', 'reference', ...figures])
      .where('id', '>', after)
      .orderBy('id')
      .limit(chunk)
      .execute();
    const last = stored.at(-1);
    if (!last) return wrong;
    const events = await db
      .selectFrom('card_event')
      .select(['transaction_id as transactionId', 'type', 'amount', 'outcome', 'held', 'incoming', 'flags'])
      .where(
        'reference',
        'in',
        stored.map(({ reference }) => reference),
      )
      .orderBy('sequence')
      .execute();
    const byTransaction = Map.groupBy(events, ({ transactionId }) => transactionId);
    for (const row of stored) wrong.push(...differences(row, byTransaction.get(row.id) ?? []));
    after = last.id;
  }
}

function differences(row: TransactionState & { id: string }, events: readonly StatedEvent[]): WrongCopy[] {
  const derived = stateOf(events);
  return figures
    .filter((figure) => row[figure] !== derived[figure])
    .map((figure) => ({
      transactionId: row.id,
      figure,
      stored: String(row[figure]),
      derived: String(derived[figure]),
    }));
}

/** The daily job: reports copies that are wrong. */
export async function reportWrongCopies({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  for (const wrong of await wrongCopies(db)) log.error(wrong, 'a stored transaction differs from its events');
}
