import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { isKnownOn } from '../devices/queries.ts';
import { passwordBucketKey, readBucketState } from '../../core/throttle/throttle.ts';
import type { Pending } from './queries.ts';

/**
 * Whether the password that a pending sign-in was begun with is locked by now: a lock holds at the end of a sign-in as
 * it does at its start. A bucket that is closed for a time does not count, or strangers could keep the owner from
 * finishing.
 */
export async function isPasswordLocked(
  tx: Database,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  { personId, deviceId }: Pick<Pending, 'personId' | 'deviceId'>,
  username: string,
): Promise<boolean> {
  const owner = deviceId !== null && (await isKnownOn(tx, personId, deviceId)) ? { personId, deviceId } : { username };
  return (await readBucketState(tx, passwordBucketKey(keys, owner), clock.now())).kind === 'locked';
}
