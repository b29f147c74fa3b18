import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Icon } from '../text/Icon.tsx';

interface EmptyStateProps {
  icon: LucideIcon;
  /** One sentence. */
  children: ReactNode;
  /** One button or link. */
  action?: ReactNode;
}

/** Nothing to show: one sentence and at most one action (visual language, rule 5). */
export function EmptyState({ icon, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.icon}>
        <Icon of={icon} size={20} />
      </span>
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  );
}
