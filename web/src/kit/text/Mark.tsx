import { classNames } from '../class-names.ts';
import { initialsOf } from './initials.ts';
import styles from './Mark.module.css';

/** The initials of a row in a list, in grey: a person is round, anything else is square. Decoration beside the name. */
export function Mark({ name, round = false }: { name: string; round?: boolean }) {
  return (
    <span aria-hidden="true" className={classNames(styles.mark, round && styles.round)}>
      {initialsOf(name)}
    </span>
  );
}
