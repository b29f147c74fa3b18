import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { blockHeights, drawnBlocks, rowsPerBlock } from './windowed.ts';

/** Which row of how many: for the row's `<li>`, so that screen readers count those, too, that are not in the document. */
export interface RowPosition {
  'aria-posinset': number;
  'aria-setsize': number;
}

interface LongListProps<T> {
  items: readonly T[];
  /** An `<li>` with its key and its position. Memoised rows are not drawn anew while the list scrolls. */
  row: (item: T, position: RowPosition) => ReactNode;
  className?: string | undefined;
}

/** A list of any length that scrolls with the page: only the rows near the visible part are in the document. */
export function LongList<T>({ items, row, className }: LongListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const { drawn, heights } = useDrawnBlocks(list, items.length);
  return (
    <ul ref={list} className={className}>
      {Array.from({ length: Math.ceil(items.length / rowsPerBlock) }, (_, block) => {
        const first = block * rowsPerBlock;
        if (!drawn.includes(block))
          return <li key={`block ${block}`} aria-hidden="true" style={{ height: heights[block] ?? 0 }} />;
        return items
          .slice(first, first + rowsPerBlock)
          .map((item, i) => row(item, { 'aria-posinset': first + i + 1, 'aria-setsize': items.length }));
      })}
    </ul>
  );
}

interface View {
  count: number;
  width: number;
  /** In pixels, of each block. */
  heights: readonly number[];
  drawn: readonly number[];
}

/** Follows the scrolling page; what has been drawn once keeps the height it had. */
function useDrawnBlocks(list: RefObject<HTMLUListElement | null>, count: number): View {
  const [view, setView] = useState<View>({ count, width: 0, heights: [], drawn: [0] });
  useLayoutEffect(() => {
    const look = () => {
      const next = list.current && viewOf(list.current, count, view);
      if (next && JSON.stringify(next) !== JSON.stringify(view)) setView(next);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      window.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [list, count, view]);
  return view;
}

function viewOf(list: HTMLUListElement, count: number, before: View): View {
  const { top, width } = list.getBoundingClientRect();
  // With other rows or other line breaks, what was measured holds no longer.
  const known = before.count === count && before.width === width ? before.heights : [];
  const heights = blockHeights(count, measure(list), known);
  const focused = document.activeElement?.closest('[aria-posinset]');
  const holder = focused && list.contains(focused) ? blockOf(focused) : null;
  return { count, width, heights, drawn: drawnBlocks(heights, -top, window.innerHeight, holder) };
}

const blockOf = (row: Element) => Math.floor((Number(row.getAttribute('aria-posinset')) - 1) / rowsPerBlock);

/** The heights of the drawn blocks, in pixels. */
function measure(list: HTMLUListElement): Map<number, number> {
  const found = new Map<number, number>();
  for (const row of list.querySelectorAll('[aria-posinset]')) {
    const block = blockOf(row);
    found.set(block, (found.get(block) ?? 0) + row.getBoundingClientRect().height);
  }
  return found;
}
