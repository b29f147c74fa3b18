import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { useLayoutEffect, useState, type RefObject } from 'react';

/** A row in the document, and the space before it. */
export interface DrawnRow {
  index: number;
  /** Height in pixels of the rows left out between this one and the one before. */
  gap: number;
}

interface WindowedRows {
  rows: readonly DrawnRow[];
  /** Height in pixels of the rows left out at the end. */
  gapAfter: number;
  /** The `ref` of a row's element, which carries its index as `data-index`. */
  measure: (element: Element | null) => void;
  /** Puts a row into the document and scrolls it into view. */
  show: (index: number) => void;
}

interface WindowedRowsOptions {
  count: number;
  /** Height in pixels of a row that has not been in the document yet. */
  estimatedHeight: number;
  /** Off, every row is in the document. */
  enabled?: boolean;
}

const notMeasured = () => undefined;

/** The number of rows rendered above and below the visible part. */
const overscan = 10;

/**
 * The rows of a list that scrolls with the page: the visible rows, their neighbors, and the row with the focus,
 * wherever it is. Heights are measured as rows enter the document.
 */
export function useWindowedRows(
  list: RefObject<HTMLElement | null>,
  { count, estimatedHeight, enabled = true }: WindowedRowsOptions,
): WindowedRows {
  const scrollMargin = useTop(list, enabled);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled to be memoized
  const virtualizer = useWindowVirtualizer({
    count,
    enabled,
    overscan,
    scrollMargin,
    useFlushSync: false,
    estimateSize: () => estimatedHeight,
    rangeExtractor: (range) => withFocused(range, list.current),
  });
  if (!enabled)
    return {
      rows: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })),
      gapAfter: 0,
      measure: notMeasured,
      show: (index) => list.current?.querySelector(`[data-index="${index}"]`)?.scrollIntoView({ block: 'nearest' }),
    };
  let end = scrollMargin;
  const rows = virtualizer.getVirtualItems().map((item) => {
    const gap = item.start - end;
    end = item.end;
    return { index: item.index, gap };
  });
  return {
    rows,
    gapAfter: Math.max(0, virtualizer.getTotalSize() + scrollMargin - end),
    measure: virtualizer.measureElement,
    show: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}

function withFocused(range: Range, list: HTMLElement | null): number[] {
  const indexes = defaultRangeExtractor(range);
  const row = document.activeElement?.closest<HTMLElement>('[data-index]');
  if (!row || !list?.contains(row)) return indexes;
  const focused = Number(row.dataset['index']);
  if (indexes.includes(focused) || focused >= range.count) return indexes;
  return [...indexes, focused].toSorted((a, b) => a - b);
}

/**
 * The start of the list, in pixels from the top of the page. The content above it may change its height.
 * @param enabled if false, nothing is measured
 */
function useTop(list: RefObject<HTMLElement | null>, enabled: boolean): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    const look = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, enabled]);
  return top;
}
