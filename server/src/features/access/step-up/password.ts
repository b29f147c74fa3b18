import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { recordEvent, type Origin } from '../../../core/audit/events.ts';
import { Busy } from '../../../bounded-queue.ts';
import { countTry, readProver, refundTry, stepUpPasswordTally } from '../../../identity/attempts/attempts.ts';

/**
 * Proves the password of a signed-in person: an intruder in an open session has everything but that. The try is counted
 * before the password is checked (security design P3), so that a stolen session does not help to guess it, and apart
 * from the codes, so that it does not help to lock them (decision 021).
 * @returns the hash that it was checked against, for the caller to compare under the person's lock
 */
export async function provePassword(
  context: Context,
  origin: Origin,
  { personId, deviceId }: Pick<CurrentSession, 'personId' | 'deviceId'>,
  password: string,
): Promise<{ passwordHash: string } | Refused<'INVALID_CREDENTIALS' | 'LOCKED' | 'BUSY'>> {
  const { db, passwords } = context;
  const tally = stepUpPasswordTally(context, await readProver(db, context, { personId, deviceId }));
  const counted = await countTry(db, tally);
  if (!counted) return refuse('LOCKED');
  const { password_hash: passwordHash } = await db
    .selectFrom('person')
    .select('password_hash')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  try {
    if (await passwords.verify(passwordHash, password)) {
      await refundTry(db, tally);
      return { passwordHash };
    }
  } catch (error) {
    if (!(error instanceof Busy)) throw error;
    await refundTry(db, tally);
    return refuse('BUSY', {}, { retryAfterSeconds: 1 });
  }
  await inTransaction(db, async (tx) => {
    const details = { factor: 'Password', failures: counted.failures } as const;
    await recordEvent(tx, context, origin, { type: 'authn_factor_fail', details, personId });
    if (counted.isFull) await recordEvent(tx, context, origin, { type: 'authn_step_up_lock', details: {}, personId });
  });
  return refuse('INVALID_CREDENTIALS');
}
