import type { ErrorBody, FieldProblem } from '@florin/contract/errors';
import { requiredText } from '@florin/contract/fields';
import { username } from '@florin/contract/limits';
import * as v from 'valibot';
import { registrationWords } from '../../../../messages/en/access/registration.ts';

/** A new username (specification, section 5): letters, numbers and `@ _ . +`. The server says whether it is free. */
export const NewUsername = v.pipe(
  v.string('type'),
  v.trim(),
  requiredText(username.maxLength),
  v.regex(/^[\p{L}\p{N}@_.+]+$/u, 'characters'),
);

/** The account form without its password, which has a component of its own. */
export const AccountSchema = v.object({ username: NewUsername, turnOnMfa: v.boolean() });

const words = registrationWords.account;
export const accountWords = {
  username: {
    missing: words.usernameRequired,
    tooLong: words.usernameTooLong,
    characters: words.usernamePattern,
    format: words.usernamePattern,
  },
};

const refusedNames: Partial<Record<FieldProblem, string>> = {
  format: words.usernameIsCard,
  foreign: words.usernameForeign,
};

/** The server's problem with a name of valid letters; null for any other refusal. */
export function refusedNameWords(refusal: ErrorBody): string | null {
  if (refusal.Code === 'USERNAME_NOT_AVAILABLE') return words.userNameNotAvailable;
  if (refusal.Code !== 'VALIDATION') return null;
  const problem = refusal.Fields.find(({ Field }) => Field === 'username')?.Problem;
  if (problem === undefined) return null;
  return refusedNames[problem] ?? words.usernameAlike;
}
