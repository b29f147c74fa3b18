import { accessCode } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { recordEvent, type Origin } from '../../../core/audit/events.ts';
import { Busy } from '../../../bounded-queue.ts';
import { stepUpPasswordKey } from '../../../identity/codes/failure-keys.ts';
import { countPersonTry, refundPersonTry } from '../../../identity/codes/queries.ts';

/**
 * Proves the password of somebody who is signed in: whoever found a session open knows everything but that. The try is
 * counted before the password is looked at (security design P3), so that a stolen session is no way to guess it; apart from
 * the codes, so that it is no way to lock them either (decision 021).
 * @returns the hash that it was checked against, for the caller to compare under the person's lock
 */
export async function provePassword(
  context: Context,
  origin: Origin,
  { personId, deviceId }: Pick<CurrentSession, 'personId' | 'deviceId'>,
  password: string,
): Promise<{ passwordHash: string } | Refused<'INVALID_CREDENTIALS' | 'LOCKED' | 'BUSY'>> {
  const { db, clock, passwords } = context;
  const key = await stepUpPasswordKey(db, context, { personId, deviceId });
  const failures = await countPersonTry(db, key, clock.now());
  if (failures === null) return refuse('LOCKED');
  const { password_hash: passwordHash } = await db
    .selectFrom('person')
    .select('password_hash')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  try {
    if (await passwords.verify(passwordHash, password)) {
      await refundPersonTry(db, key);
      return { passwordHash };
    }
  } catch (error) {
    if (!(error instanceof Busy)) throw error;
    await refundPersonTry(db, key);
    return refuse('BUSY', {}, { retryAfterSeconds: 1 });
  }
  await inTransaction(db, async (tx) => {
    const details = { factor: 'Password', failures } as const;
    await recordEvent(tx, context, origin, { type: 'authn_factor_fail', details, personId });
    if (failures >= accessCode.maxFailuresPerDay)
      await recordEvent(tx, context, origin, { type: 'authn_step_up_lock', details: {}, personId });
  });
  return refuse('INVALID_CREDENTIALS');
}
