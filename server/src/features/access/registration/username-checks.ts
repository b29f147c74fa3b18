import { DAY, HOUR, registration as limits } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import { count, readCount, uncount } from '../../../core/throttle/counter.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import type { CurrentRegistration } from '../../../identity/registrations/find-registration.ts';
import type { Client } from '../../../http/client.ts';
import { secondsUntil } from '../../../core/time.ts';

export interface NameCheck {
  context: Context;
  registration: CurrentRegistration;
  client: Client;
}

/** A check of a name that was counted before the name was looked for. */
export interface CountedName {
  /** The name was free, which tells of nobody: the address is not charged for it. */
  wasFree(): Promise<void>;
}

/**
 * Bounds what answers about usernames give away (security design P22): they are counted by registration, by the card or the
 * invite it is for, however often it is begun anew, and, where the name was taken, by address prefix.
 * @param perFlow how many checks of this registration are admitted
 */
export async function admitNameCheck(
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
  const ofAddress = {
    key: keys.mac('taken-usernames-address', client.ipPrefix),
    windowSeconds: HOUR,
    cap: limits.takenUsernamesPerHour,
  };
  for (const counter of [ofSubject, ofAddress]) {
    if ((await count(db, counter, now)) !== null) continue;
    const { until } = await readCount(db, counter, now);
    return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: secondsUntil(until, now) + 1 });
  }
  return { wasFree: () => uncount(db, ofAddress.key) };
}
