import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordOperatorAct, type Operator } from '../audit/operator-acts.ts';
import { lockMoney } from '../ledger/lock.ts';
import { post } from '../ledger/queries.ts';
import { applyWithin } from './apply-event.ts';
import type { CardEvent } from './event.ts';
import { accountsByKind } from './posting.ts';

/** CHARGE and CREDIT post the money to the purchase's account. With WRITE_OFF the program bears it. */
export type Resolution = 'CHARGE' | 'CREDIT' | 'WRITE_OFF';

/** What waits for an operator, the oldest first. */
export const openSuspense = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('suspense_item')
    .leftJoin('business', 'business.id', 'suspense_item.business_id')
    .select([
      'suspense_item.id',
      'suspense_item.at',
      'suspense_item.reason',
      'suspense_item.direction',
      'suspense_item.amount',
      'suspense_item.currency',
      'suspense_item.description',
      'suspense_item.event_id as eventId',
      'suspense_item.card_id as cardId',
      'business.name as business',
    ])
    .where('resolved_at', 'is', null)
    .orderBy('suspense_item.at')
    .orderBy('suspense_item.id')
    .execute();

/**
 * Resolves an item by entries. `NOT_POSSIBLE`: it is already resolved, the way does not fit the direction of the money,
 * or no account can take it.
 * @param by who decides, for the row and the audit trail
 */
export function resolveSuspense(
  context: Pick<Context, 'db' | 'clock' | 'keys' | 'cardProcessor'>,
  id: string,
  resolution: Resolution,
  by: Operator,
): Promise<'RESOLVED' | 'NOT_FOUND' | 'NOT_POSSIBLE'> {
  return inTransaction(context.db, async (tx) => {
    const found = await tx
      .selectFrom('suspense_item')
      .select('business_id as businessId')
      .where('id', '=', id)
      .executeTakeFirst();
    if (!found) return 'NOT_FOUND';
    // The accounts are locked first, as everywhere.
    if (found.businessId !== null) await lockMoney(tx, found.businessId);
    const item = await tx
      .selectFrom('suspense_item')
      .selectAll()
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (item.resolved_at !== null) return 'NOT_POSSIBLE';
    const isWrittenOff = resolution === 'WRITE_OFF';
    const fits = item.direction === (resolution === 'CHARGE' ? 'DEBIT' : 'CREDIT');
    if (!isWrittenOff && (!fits || item.business_id === null || item.reason === 'NO_ACCOUNT')) return 'NOT_POSSIBLE';

    if (!isWrittenOff) {
      const event = item.raw as CardEvent;
      const resolved = { ...event, eventId: `resolved/${id}`, at: new Date(event.at) };
      await applyWithin(tx, context, item.business_id!, resolved, 'suspense_unmatched');
    } else if (item.business_id !== null) {
      const accounts = await accountsByKind(tx, item.business_id);
      const [suspense, income] = [accounts.get('suspense_unmatched')!, accounts.get('fees_income')!];
      const takes = item.direction === 'DEBIT';
      await post(tx, {
        key: `suspense/${id}`,
        code: 'SUSPENSE',
        description: item.description,
        at: context.clock.now(),
        debitAccountId: takes ? income : suspense,
        creditAccountId: takes ? suspense : income,
        amount: item.amount,
        mayOverdraw: true,
      });
    }
    const outcomes = { CHARGE: 'CHARGED', CREDIT: 'CREDITED', WRITE_OFF: 'WRITTEN_OFF' } as const;
    await tx
      .updateTable('suspense_item')
      .set({ resolved_at: context.clock.now(), resolution: outcomes[resolution], resolved_by: by.name })
      .where('id', '=', id)
      .execute();
    await recordOperatorAct(tx, context, by, {
      type: 'operator_suspense_resolved',
      details: { item: id, resolution, operator: by.name },
      businessId: item.business_id,
    });
    return 'RESOLVED';
  });
}
