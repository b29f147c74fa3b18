import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './StatusTag.module.css';

interface StatusTagProps {
  tone: 'neutral' | 'ok' | 'warn' | 'bad' | 'info';
  children: ReactNode;
}

/** A state as a dot and a word: color is never the only sign (WCAG 1.4.1). */
export function StatusTag({ tone, children }: StatusTagProps) {
  return <span className={classNames(styles.tag, styles[tone])}>{children}</span>;
}
