import { CircleCheck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '../feedback/Skeleton.tsx';
import { StatusTag } from '../feedback/StatusTag.tsx';
import { Icon } from '../text/Icon.tsx';
import styles from './Checklist.module.css';

interface ChecklistItemProps {
  icon: LucideIcon;
  title: string;
  text: string;
  /** A further sentence. */
  more?: string | undefined;
  /** Where it can be done: a link. */
  way?: ReactNode;
  /** Whether it is done, and the text for that; null if unknown. */
  status: { isDone: boolean; label: string } | null;
}

/** Things to do, in their order. */
export const Checklist = ({ children }: { children: ReactNode }) => <ol>{children}</ol>;

/** One task: its purpose, whether it is done, and where to do it. */
export function ChecklistItem({ icon, title, text, more, way, status }: ChecklistItemProps) {
  const isDone = status?.isDone ?? false;
  return (
    <li className={styles.item} data-done={isDone}>
      <span className={styles.icon}>
        <Icon of={isDone ? CircleCheck : icon} size={20} />
      </span>
      <div className={styles.words}>
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {more !== undefined && <p className={styles.text}>{more}</p>}
        {way}
      </div>
      {status && (
        <span className={styles.status}>
          <StatusTag tone={isDone ? 'ok' : 'warn'}>{status.label}</StatusTag>
        </span>
      )}
    </li>
  );
}

interface ChecklistLoadingProps {
  /** How many are expected. */
  items: number;
  label: string;
}

/** Placeholders with the geometry of the items. */
export const ChecklistLoading = ({ items, label }: ChecklistLoadingProps) => (
  <div aria-busy="true">
    <span role="status" className="visually-hidden">
      {label}
    </span>
    {Array.from({ length: items }, (_, item) => (
      <div key={item} className={styles.item}>
        <Skeleton shape="circle" />
        <div className={styles.words}>
          <Skeleton />
          <Skeleton shape="long" />
        </div>
      </div>
    ))}
  </div>
);
