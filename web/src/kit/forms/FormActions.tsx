import type { ReactNode, Ref } from 'react';
import styles from './FormActions.module.css';

interface FormActionsProps {
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** The buttons at the end of a form or a dialog, the main one last. In a dialog they stay in view; in a sheet they follow the fields. */
export function FormActions({ ref, children }: FormActionsProps) {
  return (
    <div ref={ref} className={styles.actions}>
      {children}
    </div>
  );
}
