import { password as limits } from '@florin/contract/limits';
import type { PasswordProblem } from '@florin/contract/password-problems';

/** What is known of a new password: the length at once, the rest from the server; null while nothing is known. */
export interface Judgement {
  length: boolean;
  strength: boolean | null;
  leak: boolean | null;
}

/** Length in code points, as the server counts it. */
const lengthOf = (password: string) => [...password.normalize('NFC')].length;

/** The problem that the browser sees by itself. */
export function lengthProblem(password: string): PasswordProblem | null {
  const length = lengthOf(password);
  if (length < limits.minLength) return 'tooShort';
  return length > limits.maxLength ? 'tooLong' : null;
}

/** @param problems the server's answer for exactly this password; null while there is none */
export function judge(password: string, problems: readonly PasswordProblem[] | null): Judgement {
  const length = lengthProblem(password) === null;
  if (!length || problems === null) return { length, strength: null, leak: null };
  return { length, strength: !problems.includes('tooWeak'), leak: !problems.includes('leaked') };
}
