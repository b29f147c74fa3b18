import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../text/Icon.tsx';
import styles from './Notice.module.css';

export type Severity = 'info' | 'success' | 'warning' | 'error';

export const severityIcons: Record<Severity, LucideIcon> = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  error: CircleAlert,
};

interface NoticeProps {
  severity: Severity;
  title?: string;
  children: ReactNode;
  id?: string;
  className?: string;
  /** Receives focus from code; the box itself is not in the tab order. */
  ref?: Ref<HTMLDivElement>;
}

/**
 * A message in the page: tint and icon by severity. It announces nothing by itself. Put it into a live region that
 * exists before the message, as `FormMessage` does, or move the focus to it.
 */
export function Notice({ severity, title, children, id, className, ref }: NoticeProps) {
  return (
    <div ref={ref} id={id} tabIndex={-1} className={classNames(styles.notice, styles[severity], className)}>
      <Icon of={severityIcons[severity]} className={styles.icon} />
      <div className={styles.body}>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  );
}
