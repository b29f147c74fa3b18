import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import type { Answer } from './decide-batch.ts';
import { writeLateDecline } from './late.ts';
import type { AuthorizationRequest } from './request.ts';

/**
 * Stores that a request was answered with a decline while it was unknown what is stored about it. If nothing is, the
 * decline is. An approval is withdrawn, unless it was confirmed to a repeated request since; a job releases its hold
 * (transactions/release-withdrawn.ts).
 * @param milliseconds since the receipt
 */
export async function withdrawAnswer(
  db: Database,
  request: AuthorizationRequest,
  of: { businessId: string; milliseconds: number; now: Date },
): Promise<void> {
  const { outcome } = await writeLateDecline(db, request, of.businessId, of.milliseconds);
  if (outcome === 'DECLINED') return;
  await sql`with withdrawn as (
      insert into doubted_answer (event_id, answer, at) values (${request.eventId}, 'WITHDRAWN', ${of.now})
      on conflict (event_id) do nothing returning event_id
    )
    select graphile_worker.add_job('release_withdrawn', json_build_object('id', event_id)) from withdrawn`.execute(db);
}

/**
 * Confirms a stored approval to a repeated request: it is not withdrawn any more.
 * @returns the answer to the repetition, which is a decline if the approval was withdrawn before
 */
export async function confirmApproval(db: Database, eventId: string, approval: Answer, now: Date): Promise<Answer> {
  const { answer } = await db
    .insertInto('doubted_answer')
    .values({ event_id: eventId, answer: 'CONFIRMED', at: now })
    .onConflict((conflict) =>
      conflict.column('event_id').doUpdateSet((eb) => ({ answer: eb.ref('doubted_answer.answer') })),
    )
    .returning('answer')
    .executeTakeFirstOrThrow();
  return answer === 'CONFIRMED' ? approval : { ...approval, outcome: 'DECLINED', code: 'issuer_timeout', amount: 0 };
}
