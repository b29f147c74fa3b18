import { CircleCheck, CircleX, Circle } from 'lucide-react';
import { Icon } from '../../kit/text/Icon.tsx';
import { passwordWords as words } from '../../messages/en/password.ts';
import type { Judgement } from './judge.ts';
import styles from './PasswordRules.module.css';

/** What a good password is, and which of it holds so far. */
export function PasswordRules({ id, judgement }: { id: string; judgement: Judgement | null }) {
  return (
    <ul id={id} className={styles.rules} aria-label={words.rulesLabel}>
      {(['length', 'strength', 'leak'] as const).map((rule) => {
        const met = judgement?.[rule] ?? null;
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
