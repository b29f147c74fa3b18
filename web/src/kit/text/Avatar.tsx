import { initialsOf } from './initials.ts';
import styles from './Avatar.module.css';

/** The initials of a business in the brand's color, in place of its icon; decoration beside the name itself. */
export function Avatar({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className={styles.avatar}>
      {initialsOf(name)}
    </span>
  );
}
