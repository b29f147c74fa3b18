import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './ItemRow.module.css';

interface ItemRowProps {
  /** An avatar or an icon. */
  mark: ReactNode;
  name: ReactNode;
  /** The full name, shown when the pointer is over a truncated one. */
  title?: string | undefined;
  /** Below the name. */
  line?: ReactNode;
  /**
   * The end of the line, which stays visible if the line is truncated, such as the digits that distinguish two cards.
   */
  lineEnd?: ReactNode;
  tags?: ReactNode;
  /** An amount. */
  value?: ReactNode;
  /** A button. Null keeps its place empty in a list where other rows have one. */
  action?: ReactNode;
  /** For an option of a menu or a list box, whose container has the padding. */
  compact?: boolean;
}

/**
 * What a row of a list shows: a mark, a name over a line, tags, a value and an action. On phones, the value, the tags
 * and the action are below. The caller puts it into an `li` or option.
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
