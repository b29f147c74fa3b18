import type { ErrorBody } from '@florin/contract/errors';
import { password as limits } from '@florin/contract/limits';
import type { PasswordProblem } from '@florin/contract/access/password-problems';

/** The problems of a new password: only the call that sets it reports `recent`, as error code 1 (section 8). */
export type NewPasswordProblem = PasswordProblem | 'recent';

/** The results for a new password: the length at once, the others from the server. Null while unknown. */
export interface RulesMet {
  length: boolean;
  strength: boolean | null;
  leak: boolean | null;
}

/** Length in code points, as the server counts it. */
const lengthOf = (password: string) => [...password.normalize('NFC')].length;

/** The problem that the browser detects itself. */
export function lengthProblem(password: string): PasswordProblem | null {
  const length = lengthOf(password);
  if (length < limits.minLength) return 'tooShort';
  return length > limits.maxLength ? 'tooLong' : null;
}

/** @param problems the server's answer for exactly this password; null while there is none */
export function rulesMetBy(password: string, problems: readonly PasswordProblem[] | null): RulesMet {
  const length = lengthProblem(password) === null;
  if (!length || problems === null) return { length, strength: null, leak: null };
  return { length, strength: !problems.includes('tooWeak'), leak: !problems.includes('leaked') };
}

/** The problems of the password that a refusal names; empty if the refusal is about something else. */
export function newPasswordProblems(error: ErrorBody | null): readonly NewPasswordProblem[] {
  if (error?.Code === '1') return ['recent'];
  return error?.Code === 'PASSWORD_REJECTED' ? error.Problems : [];
}
