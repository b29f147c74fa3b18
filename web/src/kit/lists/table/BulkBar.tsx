import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../actions/Button.tsx';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../text/Icon.tsx';
import styles from './BulkBar.module.css';
import { kitListWords } from '../../../messages/en/kit-lists.ts';

const words = kitListWords.table;

/** What can be done with all selected rows at once. */
export interface BulkAction {
  id: string;
  icon: LucideIcon;
  label: string;
  onAction: () => void;
  /** Why it cannot be done now; shown as a tooltip. */
  reason?: string | undefined;
}

export interface Bulk {
  actions: readonly BulkAction[];
  /** Shown after the count, such as the sum of the selection. */
  summary?: ReactNode;
  /** The number of rows on all pages, and a function that selects all of them. */
  all?: { count: number; onSelect: () => void };
}

interface BulkBarProps extends Bulk {
  count: number;
  onClear: () => void;
}

/** The row at the foot of a table while rows are selected. It covers no other content. */
export function BulkBar({ count, actions, summary, all, onClear }: BulkBarProps) {
  return (
    <div className={styles.bar} role="group" aria-label={words.selected(count)}>
      <p className={styles.count}>
        <b>{words.selected(count)}</b>
        {summary !== undefined && <span>{summary}</span>}
      </p>
      <div className={styles.actions}>
        {actions.map(({ id, icon, label, onAction, reason }) => (
          <Button
            key={id}
            variant="quiet"
            className={styles.action}
            unavailable={reason !== undefined}
            title={reason}
            onClick={onAction}
          >
            <Icon of={icon} size={16} />
            {label}
          </Button>
        ))}
        {all && count < all.count && (
          <Button variant="quiet" className={classNames(styles.action, styles.all)} onClick={all.onSelect}>
            {words.selectAllOf(all.count)}
          </Button>
        )}
      </div>
      <Button
        variant="quiet"
        className={classNames(styles.action, styles.clear)}
        onClick={onClear}
        aria-keyshortcuts="Escape"
      >
        {words.clear}
        <kbd className={styles.key} aria-hidden="true">
          esc
        </kbd>
      </Button>
    </div>
  );
}
