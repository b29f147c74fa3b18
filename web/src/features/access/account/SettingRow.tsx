import type { LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Icon } from '../../../kit/text/Icon.tsx';
import styles from './SettingRow.module.css';

interface SettingRowProps {
  icon: LucideIcon;
  title: string;
  /** What it is for. */
  text: ReactNode;
  /** How it stands. */
  state?: ReactNode;
  /** One button. */
  action?: ReactNode;
  /** What belongs to it, such as a list or a message. */
  children?: ReactNode;
}

/** One setting of a list: icon, name, state, and the button that changes it. */
export function SettingRow({ icon, title, text, state, action, children }: SettingRowProps) {
  const id = useId();
  return (
    <section className={styles.row} aria-labelledby={id}>
      <span className={styles.icon}>
        <Icon of={icon} size={20} />
      </span>
      <div className={styles.words}>
        <div className={styles.title}>
          <h2 id={id}>{title}</h2>
          {state}
        </div>
        <p className={styles.text}>{text}</p>
      </div>
      {action && <div className={styles.action}>{action}</div>}
      {children && <div className={styles.more}>{children}</div>}
    </section>
  );
}
