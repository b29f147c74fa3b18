import { leakedPasswordDebounceMilliseconds } from '@florin/contract/limits';
import { checkPassword } from '@florin/contract/password';
import type { PasswordProblem } from '@florin/contract/password-problems';
import { useEffect, useState } from 'react';
import { call } from '../../api.ts';
import { lengthProblem } from './judge.ts';

/**
 * Asks the server about a password 300 ms after the last key (section 5). An answer to an earlier password never counts;
 * where no answer comes, submitting asks again, so nothing is said here.
 * @returns the answer for exactly this password; null while there is none
 */
export function usePasswordCheck(
  password: string,
  userInputs: readonly string[],
  bearer: string | null,
): readonly PasswordProblem[] | null {
  const inputs = userInputs.join('\n');
  const question = JSON.stringify([password, inputs]);
  const [answered, setAnswered] = useState<{ question: string; problems: readonly PasswordProblem[] } | null>(null);
  useEffect(() => {
    if (lengthProblem(password) !== null) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const timer = setTimeout(() => {
      const body = { password, userInputs: inputs === '' ? [] : inputs.split('\n') };
      call(checkPassword, { body }, { signal, ...(bearer !== null && { bearer }) }).then(
        (answer) => answer.ok && setAnswered({ question, problems: answer.body.problems }),
        () => {},
      );
    }, leakedPasswordDebounceMilliseconds);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [password, inputs, question, bearer]);
  return answered?.question === question ? answered.problems : null;
}
