import { classNames } from '../class-names.ts';
import { initialsOf } from './initials.ts';
import styles from './Avatar.module.css';

/** The initials of a name; decoration beside the name itself. */
export function Avatar({ name, round = false }: { name: string; round?: boolean }) {
  return (
    <span aria-hidden="true" className={classNames(styles.avatar, round && styles.round)}>
      {initialsOf(name)}
    </span>
  );
}
