import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { Icon } from '../text/Icon.tsx';
import styles from './Pagination.module.css';
import { kitListWords } from '../../messages/en/kit/kit-lists.ts';

const words = kitListWords.pages;

interface PaginationProps {
  /** What the rows are: it names the pages. */
  label: string;
  /** The shown rows, such as '38 purchases, 2 fee lines'; a list by key need not know the total. */
  summary?: ReactNode;
  /** At the end of the line, such as the sum of this view. */
  total?: ReactNode;
  /** Goes to the page before or after the key of the first or last row; null if there is none. */
  onPrevious?: (() => void) | null;
  onNext?: (() => void) | null;
  /** Adds the rows after the last one, instead of previous and next. */
  onMore?: (() => void) | null;
  pending?: boolean;
}

/** The foot of a list: the shown rows, their sum, and links to other rows by key. */
export function Pagination(props: PaginationProps) {
  const { label, summary, total, onPrevious = null, onNext = null, onMore, pending = false } = props;
  const hasPages = onPrevious !== null || onNext !== null;
  return (
    <div className={styles.foot}>
      {summary !== undefined && <p className={styles.summary}>{summary}</p>}
      {total !== undefined && <p className={styles.total}>{total}</p>}
      {onMore && (
        <Button className={styles.button} onClick={onMore} pending={pending} pendingLabel={words.loading}>
          {words.more}
        </Button>
      )}
      {!onMore && hasPages && (
        <nav className={styles.pages} aria-label={words.pagesOf(label)}>
          <Button className={styles.button} unavailable={onPrevious === null || pending} onClick={() => onPrevious?.()}>
            <Icon of={ChevronLeft} size={16} />
            {words.previous}
          </Button>
          <Button className={styles.button} unavailable={onNext === null || pending} onClick={() => onNext?.()}>
            {words.next}
            <Icon of={ChevronRight} size={16} />
          </Button>
        </nav>
      )}
    </div>
  );
}
