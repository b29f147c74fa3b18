import { registration as limits } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';

const isLocked = sql<boolean>`(card.wrong_codes >= ${limits.lockFromWrongCodes}::int
  or card.wrong_codes_total >= ${limits.lockFromWrongCodesEver}::int)`;

/** The cards of a business that too many wrong verification codes have locked (reading 9). */
export const lockedCardsOf = (db: Database, businessId: string) =>
  db
    .selectFrom('card')
    .innerJoin('card_holder', 'card_holder.card_id', 'card.id')
    .select([
      'card.id as cardId',
      'card_holder.name_on_card as nameOnCard',
      'card.last_four as cardLast4',
      'card.times_unlocked as timesUnlocked',
    ])
    .where('card.business_id', '=', businessId)
    .where('card.membership_id', 'is', null)
    .where(isLocked)
    .orderBy('card_holder.name_on_card')
    .orderBy('card.id')
    .execute();

/**
 * POST unlock-registration: an administrator of the card's business unlocks it. An unlocked card stays as it is: the
 * count of wrong codes below the lock is not reset.
 */
export const unlockRegistration: Handler<'unlockRegistration'> = async (call) => {
  const { context, caller: session, input } = call;
  const { id } = input.params;
  const result = await underLock(call, async (tx) => {
    const card = await tx
      .selectFrom('card')
      .select('id')
      .where('id', '=', id)
      .where('business_id', '=', session.businessId)
      .where('membership_id', 'is', null)
      .executeTakeFirst();
    if (!card) return refuse('NOT_FOUND');
    const lifted = await tx
      .updateTable('card')
      .set((eb) => ({ wrong_codes: 0, wrong_codes_total: 0, times_unlocked: eb('times_unlocked', '+', 1) }))
      .where('id', '=', id)
      .where('membership_id', 'is', null)
      .where(isLocked)
      .returning('times_unlocked as times')
      .executeTakeFirst();
    if (!lifted) return card;
    await recordEvent(tx, context, originOf(call), {
      type: 'registration_code_unlocked',
      details: { card: id, times: lifted.times },
      ...session,
      sessionId: session.id,
    });
    return card;
  });
  return isRefused(result) ? result : { status: 204, body: null };
};
