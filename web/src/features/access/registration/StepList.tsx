import { Check } from 'lucide-react';
import { Icon } from '../../../kit/text/Icon.tsx';
import { registrationWords as words } from '../../../messages/en/access/registration.ts';
import type { Step } from './data.ts';
import styles from './StepList.module.css';

interface StepListProps {
  steps: readonly Step[];
  current: Step;
}

/**
 * The current step of the wizard. It is no navigation: pages advance by their own buttons (specification, section 2).
 */
export function StepList({ steps, current }: StepListProps) {
  const at = steps.indexOf(current);
  return (
    <div className={styles.steps}>
      <p className={styles.short} aria-hidden="true">
        {words.stepOf(at + 1, steps.length)}
      </p>
      <ol aria-label={words.steps} className={styles.list}>
        {steps.map((step, index) => {
          const isDone = index < at || current === 'done';
          const name = step in words.stepNames ? words.stepNames[step as keyof typeof words.stepNames] : step;
          return (
            <li
              key={step}
              aria-current={step === current ? 'step' : undefined}
              className={isDone ? styles.past : undefined}
            >
              <span className={styles.mark} aria-hidden="true">
                {isDone ? <Icon of={Check} size={14} /> : index + 1}
              </span>
              <span className={styles.name}>
                {name}
                {isDone && <span className="visually-hidden"> ({words.stepDone})</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
