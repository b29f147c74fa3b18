import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../actions/Button.tsx';
import { classNames } from '../../class-names.ts';
import { Icon } from '../../text/Icon.tsx';
import styles from './BulkBar.module.css';
import { kitListWords } from '../../../messages/en/kit/kit-lists.ts';

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
  /**
   * A function that selects the rows of all pages, up to the most that can be selected, and the number of rows on all
   * pages; null if it is not known, but more than are loaded.
   */
  all?: { count: number | null; most?: number; pending?: boolean; onSelect: () => void };
}

interface BulkBarProps extends Bulk {
  count: number;
  onClear: () => void;
}

/** The row at the foot of a table while rows are selected. It covers no other content. */
export function BulkBar({ count, actions, summary, all, onClear }: BulkBarProps) {
  return (
    <div className={styles.bar} role="group" data-bulk aria-label={words.selected(count)}>
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
        {all && <SelectAll {...all} selected={count} />}
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

/** Selects all rows; or, of too many, the first ones, and says so. */
function SelectAll({
  selected,
  count,
  most = Infinity,
  pending = false,
  onSelect,
}: NonNullable<Bulk['all']> & { selected: number }) {
  const isTooMany = count === null || count > most;
  if (count !== null && selected >= count) return null;
  if (isTooMany && selected >= most)
    return <span className={styles.most}>{count === null ? words.atMost(most) : words.atMostOf(most, count)}</span>;
  return (
    <Button variant="quiet" className={classNames(styles.action, styles.all)} pending={pending} onClick={onSelect}>
      {isTooMany ? words.selectFirst(most, count) : words.selectAllOf(count)}
    </Button>
  );
}
