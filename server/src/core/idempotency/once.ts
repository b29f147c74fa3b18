import { createHash } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { isRefused, refuse, type Refused } from '../../http/call.ts';

interface Request {
  businessId: string;
  /** Of the caller: a uuid. */
  key: string;
  /** Everything that the answer depends on. */
  content: unknown;
}

/**
 * Runs an act once for each key of a business. The same request gets the stored answer again, another request with the
 * same key is refused, and parallel calls wait for the first. A refused act does not use the key up.
 * @returns IDEMPOTENCY_KEY_REUSED if the key belongs to another request
 */
export async function once<A extends object>(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  { businessId, key, content }: Request,
  act: () => Promise<A>,
): Promise<A | Refused<'IDEMPOTENCY_KEY_REUSED'>> {
  const fingerprint = createHash('sha256').update(JSON.stringify(content)).digest();
  const begun = await tx
    .insertInto('idempotent_request')
    .values({ business_id: businessId, key, fingerprint, answer: null, at: clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst();
  if (!begun) {
    const first = await tx
      .selectFrom('idempotent_request')
      .select(['fingerprint', 'answer'])
      .where('business_id', '=', businessId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    if (!first.fingerprint.equals(fingerprint)) return refuse('IDEMPOTENCY_KEY_REUSED');
    // Only this function writes answers, and it writes what the act returned.
    return first.answer as A;
  }
  const answer = await act();
  const ofKey = tx.updateTable('idempotent_request').where('business_id', '=', businessId).where('key', '=', key);
  if (isRefused(answer)) {
    await tx.deleteFrom('idempotent_request').where('business_id', '=', businessId).where('key', '=', key).execute();
    return answer;
  }
  await ofKey.set({ answer: JSON.stringify(answer) }).execute();
  return answer;
}
