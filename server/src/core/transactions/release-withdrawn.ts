import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { applyEvent } from './apply-event.ts';

/**
 * The job of an approval that was withdrawn (authorizations/withdraw.ts): reverses what it has put on hold, as an event
 * of its own.
 * @param eventId of the decision
 */
export async function releaseWithdrawn(
  context: Pick<Context, 'db' | 'clock' | 'keys' | 'cardProcessor'>,
  eventId: string,
): Promise<void> {
  const { rows } = await sql<{ sequence: string; reference: string; cardId: string; added: number }>`
    select e.sequence::text, e.reference, e.card_id as "cardId",
      (e.held - coalesce((select p.held from card_event p
        where p.reference = e.reference and p.business_id = e.business_id and p.sequence < e.sequence
          and p.outcome is distinct from 'DECLINED'
        order by p.sequence desc limit 1), 0))::float8 as added
    from card_event e join doubted_answer d on d.event_id = e.event_id
    where e.event_id = ${eventId} and d.answer = 'WITHDRAWN'`.execute(context.db);
  const [decision] = rows;
  if (!decision || decision.added <= 0) return;
  await applyEvent(context, {
    eventId: `withdrawn/${decision.sequence}`,
    reference: decision.reference,
    type: 'AUTHORIZATION_REVERSAL',
    cardId: decision.cardId,
    amount: decision.added,
    currency: 'USD',
    at: context.clock.now(),
  });
}
