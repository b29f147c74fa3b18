import type { ReactNode } from 'react';
import styles from './StatusText.module.css';

interface StatusTextProps {
  /** Done, held, or done in part. */
  fill?: 'full' | 'ring' | 'half';
  /** Gray for states without an action; a state that needs one is a `StatusTag`. */
  tone?: 'neutral' | 'ok' | 'bad';
  children: ReactNode;
}

/** A state in a list: a dot and a word, whose color is never the only sign (WCAG 1.4.1). */
export const StatusText = ({ fill = 'full', tone = 'neutral', children }: StatusTextProps) => (
  <span className={styles.status} data-fill={fill} data-tone={tone}>
    {children}
  </span>
);
