import { CircleCheck, Lock } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from '../../../kit/text/Icon.tsx';
import { externalAccountsWords } from '../../../messages/en/money/external-accounts.ts';
import styles from './external-accounts.module.css';

const words = externalAccountsWords.amounts;

interface OutcomeProps {
  isDone: boolean;
  bankName: string;
  last4: string;
  children?: ReactNode;
}

/** The result of a validation: confirmed, or locked with the reason. */
export function Outcome({ isDone, bankName, last4, children }: OutcomeProps) {
  const text = (isDone ? words.doneText : words.lockedText)(bankName, last4);
  return (
    <Result isDone={isDone} title={isDone ? words.done : words.locked} text={text}>
      {children}
    </Result>
  );
}

/** The result of a bank's sign-in. */
export const Connected = (result: { title: string; text: string; children: ReactNode }) => (
  <Result isDone {...result} />
);

interface ResultProps {
  isDone: boolean;
  title: string;
  text: string;
  children?: ReactNode;
}

/** The focus goes to its heading. */
function Result({ isDone, title, text, children }: ResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.outcome}>
      <span className={styles.icon} data-done={isDone}>
        <Icon of={isDone ? CircleCheck : Lock} size={20} />
      </span>
      <h2 ref={heading} tabIndex={-1}>
        {title}
      </h2>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}
