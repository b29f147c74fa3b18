import { useId, useLayoutEffect, useState, useEffect } from 'react';
import { PasswordField } from '../../kit/forms/fields/PasswordField.tsx';
import { passwordWords as words } from '../../messages/en/access/password.ts';
import { rulesMetBy, lengthProblem, type NewPasswordProblem, type RulesMet } from './rules-met.ts';
import { CircleCheck, CircleX, Circle } from 'lucide-react';
import { Icon } from '../../kit/text/Icon.tsx';
import styles from './PasswordRules.module.css';
import { leakedPasswordDebounceMilliseconds } from '@florin/contract/limits';
import { checkPassword } from '@florin/contract/access/password';
import type { PasswordProblem } from '@florin/contract/access/password-problems';
import { call } from '../../api.ts';

export interface NewPassword {
  password: string;
  confirmation: string;
  /** Every check before sending has passed. The server checks again. */
  isGood: boolean;
}

interface Props {
  /** The texts of which the password must not consist, in addition to those that the server knows. */
  userInputs: readonly string[];
  /** The token of the flow; null if the session identifies the caller. */
  bearer: string | null;
  onChange: (state: NewPassword) => void;
  /** The server's refusals of the password, by PASSWORD_REJECTED or error code 1. */
  problems?: readonly NewPasswordProblem[];
  /** Counts the presses of the form's button. From the first press on, missing parts are shown. */
  submits?: number;
}

/**
 * A new password and its repetition, checked while they are typed (section 5). The fields are named `password` and
 * `passwordConfirmation`.
 */
export function NewPasswordFields({ userInputs, bearer, onChange, problems = [], submits = 0 }: Props) {
  const [password, setPassword] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [left, setLeft] = useState({ password: false, confirmation: false });
  const [rejected, setRejected] = useState<string | null>(null);
  const rules = useId();
  const found = useRulesMet(password, userInputs, bearer);
  const check = password === '' ? null : rulesMetBy(password, found);

  // A refused password stays refused until it changes.
  const [lastProblems, setLastProblems] = useState(problems);
  if (problems !== lastProblems) {
    setLastProblems(problems);
    setRejected(problems.length > 0 ? password : null);
  }

  const known: readonly NewPasswordProblem[] = rejected === password ? problems : (found ?? []);
  const problem = lengthProblem(password) ?? known.find((one) => one !== 'mismatch') ?? null;
  const isGood = problem === null && password === confirmation;
  // Synchronous, because Enter may be the next key, and the form must have the last character by then.
  useLayoutEffect(() => onChange({ password, confirmation, isGood }), [password, confirmation, isGood, onChange]);

  const isAsked = submits > 0;
  const passwordError = () => {
    if (password === '') return isAsked ? words.required : null;
    if (problem === null) return null;
    return left.password || isAsked || problem === 'tooLong' ? words.problems[problem] : null;
  };
  const confirmationError = () => {
    if (confirmation === '') return isAsked ? words.confirmationRequired : null;
    return confirmation !== password && (left.confirmation || isAsked) ? words.problems.mismatch : null;
  };

  return (
    <>
      <PasswordField
        name="password"
        label={words.password}
        autoComplete="new-password"
        error={passwordError()}
        describedBy={rules}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        onBlur={() => setLeft((all) => ({ ...all, password: password !== '' }))}
      />
      <PasswordRules id={rules} check={check} />
      <PasswordField
        name="passwordConfirmation"
        label={words.confirmation}
        autoComplete="new-password"
        error={confirmationError()}
        value={confirmation}
        onChange={(event) => setConfirmation(event.target.value)}
        onBlur={() => setLeft((all) => ({ ...all, confirmation: confirmation !== '' }))}
      />
      <p role="status" className="visually-hidden">
        {found !== null && problem === null ? words.good : ''}
      </p>
    </>
  );
}

/** The requirements of a good password, and which of them are met so far. */
function PasswordRules({ id, check }: { id: string; check: RulesMet | null }) {
  return (
    <ul id={id} className={styles.rules} aria-label={words.rulesLabel}>
      {(['length', 'strength', 'leak'] as const).map((rule) => {
        const met = check?.[rule] ?? null;
        return (
          <li key={rule} className={styles[met === null ? 'open' : met ? 'met' : 'broken']}>
            <Icon of={met === null ? Circle : met ? CircleCheck : CircleX} size={16} />
            <span>
              {words.rules[rule]}
              {met !== null && <span className="visually-hidden"> ({met ? words.met : words.notMet})</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Checks a password on the server 300 ms after the last key (section 5). An answer to an earlier password never counts;
 * without an answer nothing is shown, because submitting checks again.
 * @returns the answer for exactly this password; null while there is none
 */
function useRulesMet(
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
