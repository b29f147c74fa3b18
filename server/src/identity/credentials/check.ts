import { password as limits, passwordMinScore } from '@florin/contract/limits';
import type { PasswordProblem } from '@florin/contract/access/password-problems';
import type { Context } from '../../context.ts';
import { passwordScore } from './strength.ts';
import { Turns } from './turns.ts';

/** For each account, invite and card, one password is checked at a time. */
const judging = new Turns();

interface NewPassword {
  /** The asker: a person, or the card or invite of a registration, however many flows it has begun. */
  asker: string;
  /** The prefix of the asker's address. */
  ipPrefix: string;
  password: string;
  /** Null until it is repeated. */
  confirmation: string | null;
  /** The texts that the password must not consist of: names, username, business, the card's last four. */
  userInputs: readonly string[];
}

/**
 * The problems of a new password (section 5, ASVS 6.2.1, 6.2.4, 6.2.5 and 6.2.9): length in code points, score, leaked
 * lists, repetition. No rule requires kinds of characters.
 * @returns nothing if the password is good
 * @throws Busy if the caller has continued typing, or in a flood
 */
export async function checkNewPassword(
  context: Pick<Context, 'leakedPasswords'>,
  { asker, ipPrefix, password, confirmation, userInputs }: NewPassword,
): Promise<PasswordProblem[]> {
  const problems: PasswordProblem[] = [];
  const length = [...password.normalize('NFC')].length;
  if (length < limits.minLength) problems.push('tooShort');
  if (length > limits.maxLength) problems.push('tooLong');
  // Not yet repeated: more may follow, and earlier checks no longer count.
  const isTyping = confirmation === null;
  const line = `${isTyping ? 'typing' : 'sent'}|${asker}`;
  if (problems.length === 0) {
    const [leaked, score] = await Promise.all([
      context.leakedPasswords.has(password),
      judging.run(line, () => passwordScore(withoutWords(password, wordsOf(userInputs)), [asker, ipPrefix]), isTyping),
    ]);
    if (leaked) problems.push('leaked');
    if (score < passwordMinScore) problems.push('tooWeak');
  }
  if (confirmation !== null && confirmation !== password) problems.push('mismatch');
  return problems;
}

/** Each input whole and in its parts, because a password may consist of one name out of several. */
export function wordsOf(userInputs: readonly string[]): string[] {
  const words = userInputs.flatMap((input) => [input, ...input.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set(words.map((word) => word.trim().toLowerCase()).filter((word) => word.length > 2))];
}

/** The rest of a password without the person's own words, which add nothing to its strength. */
function withoutWords(password: string, words: readonly string[]): string {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  return longestFirst.reduce(
    (rest, word) => rest.replaceAll(new RegExp(RegExp.escape(word), 'giu'), ''),
    password.normalize('NFC'),
  );
}
