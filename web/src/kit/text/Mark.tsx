import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { initialsOf } from './initials.ts';
import styles from './Mark.module.css';

interface MarkProps {
  /** Its initials are shown. */
  name?: string;
  round?: boolean;
  /** A small drawing in place of initials. */
  children?: ReactNode;
}

/**
 * Marks a row in a list, in grey: initials or a drawing. A person is round, anything else is square. Decoration beside the
 * name.
 */
export function Mark({ name = '', round = false, children = initialsOf(name) }: MarkProps) {
  return (
    <span aria-hidden="true" className={classNames(styles.mark, round && styles.round)}>
      {children}
    </span>
  );
}
