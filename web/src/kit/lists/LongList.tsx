import { Fragment, useRef, type ReactNode, type Ref } from 'react';
import { useWindowedRows } from './use-windowed-rows.ts';

/**
 * The position of a row, for its `<li>`: screen readers also count the rows that are not in the document, and the
 * height of the row is measured.
 */
export interface RowPosition {
  'aria-posinset': number;
  'aria-setsize': number;
  'data-index': number;
  ref: Ref<HTMLLIElement>;
}

interface LongListProps<T> {
  items: readonly T[];
  itemId: (item: T) => string;
  /** An `<li>` with its position. Memoized rows are not rendered again while the list scrolls. */
  row: (item: T, position: RowPosition) => ReactNode;
  /** Height in pixels of a row that has not been seen. */
  estimatedHeight: number;
  className?: string | undefined;
}

/** A list of any length that scrolls with the page: only the rows near the visible part are in the document. */
export function LongList<T>({ items, itemId, row, estimatedHeight, className }: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const { rows, gapAfter, measure } = useWindowedRows(list, { count: items.length, estimatedHeight });
  return (
    <ul ref={list} className={className}>
      {rows.map(({ index, gap }) => {
        const item = items[index];
        if (item === undefined) return null;
        const position = {
          'aria-posinset': index + 1,
          'aria-setsize': items.length,
          'data-index': index,
          ref: measure,
        };
        return (
          <Fragment key={itemId(item)}>
            {gap > 0 && <li aria-hidden="true" style={{ height: gap }} />}
            {row(item, position)}
          </Fragment>
        );
      })}
      {gapAfter > 0 && <li aria-hidden="true" style={{ height: gapAfter }} />}
    </ul>
  );
}
