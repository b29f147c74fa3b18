import { registration as limits } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type CurrentRegistration, type Refused } from '../../http/call.ts';
import { usernameSkeleton } from '../login/username.ts';
import { knownHolder } from './known.ts';

/** Section 5: letters, numbers and `@ _ . +`. */
export const hasUsernamePattern = (username: string): boolean => /^[\p{L}\p{N}@_.+]+$/u.test(username);

/** Reading 6: sixteen digits could be somebody's card number, in whatever script. */
const looksLikeCardNumber = (username: string): boolean => /^\p{Nd}{13,19}$/u.test(username);

interface Asked {
  username: string;
  /** The address on file, which the person has proven; null where there is none. */
  email: string | null;
}

/**
 * Whether the rules allow a username, taken or not (security design P20): one with an @ is the person's own e-mail
 * address, so that nobody can take another's; one that looks like a card number is never shown or mailed by mistake.
 */
export function isAllowedUsername({ username, email }: Asked): boolean {
  if (looksLikeCardNumber(username.normalize('NFKC'))) return false;
  // The skeleton of another sign can be an @.
  const skeleton = usernameSkeleton(username);
  return !skeleton.includes('@') || (email !== null && skeleton === usernameSkeleton(email));
}

const wrongPattern = () => refuse('VALIDATION', { Fields: [{ Field: 'username', Problem: 'characters' }] });

/** The checks of a new username, but for the race that only the insert decides. Null: it can be had. */
export async function usernameProblem(
  db: Database,
  asked: Asked,
): Promise<Refused<'VALIDATION' | 'USERNAME_NOT_AVAILABLE'> | null> {
  if (!hasUsernamePattern(asked.username)) return wrongPattern();
  if (!isAllowedUsername(asked)) return refuse('USERNAME_NOT_AVAILABLE');
  const taken = await db
    .selectFrom('person')
    .select('id')
    .where('username_skeleton', '=', usernameSkeleton(asked.username))
    .executeTakeFirst();
  return taken ? refuse('USERNAME_NOT_AVAILABLE') : null;
}

interface AvailabilityCall {
  context: Context;
  registration: CurrentRegistration;
}

/** Username/IsAvailable, by GET and by POST (reading 1); each registration may ask a number of times (security design P22). */
export async function checkAvailability({ context, registration }: AvailabilityCall, username: string) {
  const counted = await context.db
    .updateTable('registration')
    .set((eb) => ({ username_checks: eb('username_checks', '+', 1) }))
    .where('id', '=', registration.id)
    .where('username_checks', '<', limits.usernameChecksPerFlow)
    .returning('id')
    .executeTakeFirst();
  if (!counted) return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: limits.lifetimeSeconds });
  const holder = await knownHolder(context.db, context, registration);
  const problem = await usernameProblem(context.db, { username, email: holder?.details.email ?? null });
  return problem ?? { status: 200 as const, body: {} };
}
