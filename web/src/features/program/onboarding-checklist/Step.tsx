import type { OnboardingStep } from '@florin/contract/onboarding-checklist';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Icon } from '../../../kit/text/Icon.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { onboardingWords as words } from '../../../messages/en/onboarding-checklist.ts';
import styles from './OnboardingChecklistPage.module.css';
import { stepPlaces } from './steps.ts';

/** One step: what it is for, whether it is done, and where to take it. */
export function Step({ step, isDone }: { step: OnboardingStep; isDone: boolean }) {
  const { icon, to } = stepPlaces[step];
  const { title, text, way } = words.steps[step];
  return (
    <li className={styles.step} data-done={isDone}>
      <span className={styles.icon}>
        <Icon of={isDone ? CircleCheck : icon} size={20} />
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {!isDone && to !== null && (
          <Link to={to} className={styles.way}>
            {way}
          </Link>
        )}
      </div>
      <StatusTag tone={isDone ? 'ok' : 'warn'}>{isDone ? words.done : words.open}</StatusTag>
    </li>
  );
}
