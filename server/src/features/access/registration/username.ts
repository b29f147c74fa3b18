import { holdsCardNumber } from '@florin/contract/cards/card-number';
import type { FieldProblem } from '@florin/contract/errors';
import { registration as limits } from '@florin/contract/limits';
import type { Database } from '../../../db/open.ts';
import { refuse, type Handler, type Refused } from '../../../http/call.ts';
import { usernameSkeleton } from '../../../core/people/username.ts';
import { knownHolder } from '../../../identity/registrations/known.ts';
import { countNameCheck, type NameCheck } from './username-checks.ts';

/** Alphabets with letters that look alike. */
const alikeScripts = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];

/**
 * Section 5: letters, numbers and `@ _ . +`. Invisible letters (fillers) are not allowed, and neither are letters of
 * two similar alphabets in one name, so that no name looks like another (security design P20).
 */
export function hasUsernamePattern(username: string): boolean {
  const shown = username.normalize('NFKC');
  return (
    /^[\p{L}\p{Nd}@_.+]+$/u.test(username) &&
    !/\p{Default_Ignorable_Code_Point}/u.test(`${username}${shown}`) &&
    alikeScripts.filter((script) => script.test(shown)).length <= 1
  );
}

interface NameQuery {
  username: string;
  /** The proven address on file; null if there is none. */
  email: string | null;
}

/**
 * Whether the rules allow a username, taken or not (security design P20): one with an @ must be the person's own email
 * address, so that nobody can take another's.
 */
export function isAllowedUsername({ username, email }: NameQuery): boolean {
  // The skeleton of another character can be an @.
  const skeleton = usernameSkeleton(username);
  return !skeleton.includes('@') || (email !== null && skeleton === usernameSkeleton(email));
}

/**
 * The public rules of a name: no characters outside the pattern, and no card number (reading 6), whatever surrounds it,
 * because a name is stored, shown and mailed.
 */
export function patternProblem(username: string) {
  // Without signs: a name has no parts that would separate several numbers.
  if (holdsCardNumber(username.replaceAll(/[^\p{L}\p{N}]/gu, ''))) return refused('format');
  return hasUsernamePattern(username) ? null : refused('characters');
}

const refused = (Problem: FieldProblem) => refuse('VALIDATION', { Fields: [{ Field: 'username', Problem }] });

/** Checks a new username, except for the race that only the insert decides. Null: it is available. */
async function usernameProblem(
  db: Database,
  asked: NameQuery,
): Promise<Refused<'USERNAME_NOT_AVAILABLE' | 'VALIDATION'> | null> {
  // Decided without a look at the names, so that it says nothing about them.
  if (!isAllowedUsername(asked)) return refused('foreign');
  const taken = await db
    .selectFrom('person')
    .select('id')
    .where('username_skeleton', '=', usernameSkeleton(asked.username))
    .executeTakeFirst();
  return taken ? refuse('USERNAME_NOT_AVAILABLE') : null;
}

/**
 * Checks a new username: pattern, quota, rules, and whether it is taken. The check counts before the name is searched for.
 * @param perFlow how many checks this registration may make
 * @returns the refusal; null if the name is available
 */
export async function countedUsernameProblem(check: NameCheck, asked: NameQuery, perFlow: number) {
  const unfit = patternProblem(asked.username);
  if (unfit) return unfit;
  const counted = await countNameCheck(check, perFlow);
  if ('refused' in counted) return counted;
  const problem = await usernameProblem(check.context.db, asked);
  if (problem === null) await counted.wasFree();
  return problem;
}

/** GET Username/IsAvailable (reading 1). */
export const usernameIsAvailable: Handler<'usernameIsAvailable'> = ({ context, client, caller: registration, input }) =>
  checkAvailability({ context, client, registration }, input.query.username);

/** POST Username/IsAvailable (reading 1). */
export const usernameIsAvailableByPost: Handler<'usernameIsAvailableByPost'> = (call) => {
  const { context, client, caller: registration, input } = call;
  return checkAvailability({ context, client, registration }, input.body.username);
};

async function checkAvailability(check: NameCheck, username: string) {
  const { context, registration } = check;
  const holder = await knownHolder(context.db, context, registration);
  const asked = { username, email: holder?.details.email ?? null };
  const problem = await countedUsernameProblem(check, asked, limits.usernameChecksPerFlow);
  return problem ?? { status: 200 as const, body: {} };
}
