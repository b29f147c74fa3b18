import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { refuse, type CurrentSession, type Refused } from '../../http/call.ts';
import type { Origin } from '../audit/events.ts';
import { recordFactorFailure } from '../factors/typed-factor.ts';
import { Busy } from '../login/bounded-queue.ts';
import { countPersonTry, refundPersonTry, secondFactorKey } from '../mfa/queries.ts';

/**
 * Proves the password of somebody who is signed in: whoever found a session open knows everything but that. The try is
 * counted with all other factors of the person before the password is looked at (security design P3), so that a stolen
 * session is no way to guess it.
 * @returns the hash that it was checked against, for the caller to compare under the person's lock
 */
export async function provePassword(
  context: Context,
  origin: Origin,
  { personId }: Pick<CurrentSession, 'personId'>,
  password: string,
): Promise<{ passwordHash: string } | Refused<'INVALID_CREDENTIALS' | 'LOCKED' | 'BUSY'>> {
  const { db, clock, passwords } = context;
  const key = secondFactorKey(context, personId);
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
  await inTransaction(db, (tx) => recordFactorFailure(tx, context, origin, { personId, factor: 'Password', failures }));
  return refuse('INVALID_CREDENTIALS');
}
