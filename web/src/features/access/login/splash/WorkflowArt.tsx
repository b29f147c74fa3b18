import { Check, CreditCard, Hand } from 'lucide-react';
import { classNames } from '../../../../kit/class-names.ts';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { en } from '../../../../messages/en.ts';
import glass from './glass.module.css';
import styles from './WorkflowArt.module.css';

const icons = [Hand, Check, CreditCard];

/** Cardholder workflows: requested, approved, ready. */
export function WorkflowArt() {
  return (
    <div className={styles.list}>
      {en.login.splash['cardholder-workflows'].steps.map(({ title, detail }, index) => (
        <div key={title} className={classNames(glass.glass, styles.step)}>
          <span className={index === 1 ? glass.good : glass.dot}>
            <Icon of={icons[index] ?? Check} size={16} />
          </span>
          <span className={styles.words}>
            <span className={glass.title}>{title}</span>
            <span className={glass.detail}>{detail}</span>
          </span>
        </div>
      ))}
    </div>
  );
}
