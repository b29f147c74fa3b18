import type { unlockRegistration } from '@florin/contract/invites';
import { registration as limits } from '@florin/contract/limits';
import type { Database } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isRefused, refuse, type Handler } from '../../http/call.ts';
import { originOf, recordEvent } from '../audit/events.ts';

/** The cards of a business that too many wrong verification codes have locked (reading 9). */
export const lockedCardsOf = (db: Database, businessId: string) =>
  db
    .selectFrom('card')
    .innerJoin('card_holder', 'card_holder.card_id', 'card.id')
    .select(['card.id as cardId', 'card_holder.name_on_card as nameOnCard', 'card.last_four as cardLast4'])
    .where('card.business_id', '=', businessId)
    .where('card.account_id', 'is', null)
    .where('card.wrong_codes', '>=', limits.lockFromWrongCodes)
    .orderBy('card_holder.name_on_card')
    .orderBy('card.id')
    .execute();

/** POST unlock-registration: an administrator of the card's business lifts the lock. */
export const unlock: Handler<typeof unlockRegistration> = async (call) => {
  const { context, session, input } = call;
  const result = await inTransaction(context.db, async (tx) => {
    const lifted = await tx
      .updateTable('card')
      .set({ wrong_codes: 0 })
      .where('id', '=', input.params.id)
      .where('business_id', '=', session.businessId)
      .where('account_id', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!lifted) return refuse('NOT_FOUND');
    await recordEvent(tx, context, originOf(call), {
      type: 'registration_code_unlocked',
      details: { card: lifted.id },
      ...session,
      sessionId: session.id,
    });
    return lifted;
  });
  return isRefused(result) ? result : { status: 204, body: null };
};
