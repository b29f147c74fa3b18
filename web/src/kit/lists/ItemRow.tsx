import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './ItemRow.module.css';

interface ItemRowProps {
  /** An avatar or an icon. */
  mark: ReactNode;
  name: ReactNode;
  /** The whole name, for a pointer over a cut one. */
  title?: string | undefined;
  /** Below the name. */
  line?: ReactNode;
  /** Ends the line and stays whole if the line is cut, such as the digits that distinguish two cards. */
  lineEnd?: ReactNode;
  tags?: ReactNode;
  /** An amount. */
  value?: ReactNode;
  /** A button; null keeps its place in a list where other rows have one. */
  action?: ReactNode;
  /** For an option of a menu or a list box, whose container has the padding. */
  compact?: boolean;
}

/**
 * What a row of a list shows: a mark, a name over a line, tags, a value and an action. On phones the value, the tags and
 * the action stand below. The caller's `li` or option is around it.
 */
export function ItemRow({ mark, name, title, line, lineEnd, tags, value, action, compact = false }: ItemRowProps) {
  const tagsCell = tags !== undefined && (
    <span key="tags" className={styles.tags}>
      {tags}
    </span>
  );
  const valueCell = value !== undefined && (
    <span key="value" className={styles.value}>
      {value}
    </span>
  );
  return (
    <span className={classNames(compact ? styles.option : styles.row, action !== undefined && styles.withAction)}>
      {mark}
      <span className={styles.words}>
        <span className={styles.name} title={title}>
          {name}
        </span>
        {line !== undefined && (
          <span className={styles.line}>
            <span className={styles.cut}>{line}</span>
            {lineEnd !== undefined && <> {lineEnd}</>}
          </span>
        )}
      </span>
      {/* In the order in which they are seen. */}
      {compact ? [valueCell, tagsCell] : [tagsCell, valueCell]}
      {action != null && <span className={styles.action}>{action}</span>}
    </span>
  );
}
