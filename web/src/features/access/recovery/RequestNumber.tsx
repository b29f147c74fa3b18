import { recoveryWords } from '../../../messages/en/recovery.ts';
import styles from './recovery.module.css';

const words = recoveryWords.reset.waiting;

/** What the administrator compares, so that the word is for this browser and no other (decision 012). */
export function RequestNumber({ value }: { value: string }) {
  return (
    <p className={styles.asked}>
      {words.number} <strong className={styles.number}>{value}</strong>
    </p>
  );
}
