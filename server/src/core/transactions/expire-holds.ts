import type { Context } from '../../context.ts';
import { applyEvent } from './apply-event.ts';

/** The maximum number of holds that one run of the job releases. The next run takes the rest. */
const releasedAtMost = 1000;

const listedAtMost = 200;

/** Holds that are due for release, for an operator, the oldest first. A job releases them every five minutes. */
export const holdsDue = ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
  db
    .selectFrom('card_transaction')
    .select(['id', 'reference', 'held', 'hold_until as until'])
    .where('status', '=', 'PENDING')
    .where('hold_until', '<=', clock.now())
    .orderBy('hold_until')
    .limit(listedAtMost)
    .execute();

/**
 * Releases the holds that are due, each as its own event. If the merchant settles later, it is still paid.
 * @returns how many were due
 */
export async function expireHolds(context: Pick<Context, 'db' | 'clock' | 'keys' | 'cardProcessor'>): Promise<number> {
  const now = context.clock.now();
  const due = await context.db
    .selectFrom('card_transaction')
    .select(['id', 'reference', 'card_id as cardId', 'held', 'hold_until as until'])
    .where('status', '=', 'PENDING')
    .where('hold_until', '<=', now)
    .orderBy('hold_until')
    .limit(releasedAtMost)
    .execute();
  for (const { id, reference, cardId, held, until } of due)
    await applyEvent(context, {
      eventId: `expiry/${id}/${until!.getTime()}`,
      reference,
      type: 'AUTHORIZATION_EXPIRY',
      cardId,
      amount: Number(held),
      currency: 'USD',
      at: now,
    });
  return due.length;
}
