import { DAY, HOUR, registration as limits } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import { addressCounter } from '../../../core/throttle/address-counter.ts';
import { count, readCount } from '../../../core/throttle/counter.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import type { CurrentRegistration } from '../../../identity/registrations/find-registration.ts';
import type { Client } from '../../../http/client.ts';
import { secondsUntil } from '../../../core/time.ts';

export interface NameCheck {
  context: Context;
  registration: CurrentRegistration;
  client: Client;
}

/** A check of a name, counted before the name is searched for. */
export interface CountedName {
  /** The name was free, which discloses nobody: the address is not charged for it. */
  wasFree(): Promise<void>;
}

/**
 * Limits what answers about usernames disclose (security design P22): checks count by registration, by its card or
 * invite over all registrations, and, if the name was taken, by address prefix.
 * @param perFlow how many checks this registration may make
 */
export async function countNameCheck(
  { context, registration, client }: NameCheck,
  perFlow: number,
): Promise<CountedName | Refused<'TOO_MANY_REQUESTS'>> {
  const { db, keys, clock } = context;
  const now = clock.now();
  const counted = await db
    .updateTable('registration')
    .set((eb) => ({ username_checks: eb('username_checks', '+', 1) }))
    .where('id', '=', registration.id)
    .where('username_checks', '<', perFlow)
    .returning('id')
    .executeTakeFirst();
  if (!counted) return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: limits.lifetimeSeconds });
  const subject = registration.cardId ?? registration.inviteId!;
  const ofSubject = {
    key: keys.mac('username-checks', subject),
    windowSeconds: DAY,
    cap: limits.usernameChecksPerDay,
  };
  const ofAddress = addressCounter(keys, 'taken-usernames-address', client.networks, HOUR);
  const refuseUntil = (until: Date) =>
    refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: secondsUntil(until, now) + 1 });
  if ((await count(db, ofSubject, now)) === null) return refuseUntil((await readCount(db, ofSubject, now)).until);
  if (!(await ofAddress.count(db, now, limits.takenUsernamesPerHour)))
    return refuseUntil((await ofAddress.read(db, now)).until);
  return { wasFree: () => ofAddress.uncount(db) };
}
