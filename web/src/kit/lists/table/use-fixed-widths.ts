import { useLayoutEffect, useState, type RefObject } from 'react';

interface Fixed {
  content: unknown;
  /** Of the table, in pixels. */
  width: number;
  /** Of each column, in pixels. */
  columns: readonly number[];
}

interface FixedWidthsOptions {
  enabled: boolean;
  /** Changes when other rows or columns are listed. */
  content: unknown;
  /** Changes when other rows come into the document. */
  drawn: unknown;
  /** Index of the column with the names, which shrinks. */
  name: number;
}

/** The minimum width of the column with the names, in pixels, when others grow. */
const nameAtLeast = 200;

/**
 * The widths of the columns in pixels, measured with the first rows, so that rows that enter the document while the
 * page scrolls do not change them. A column with a wider value grows and the column of the names shrinks, so that no
 * amount is truncated. Null while there are no widths to keep.
 */
export function useFixedWidths(
  table: RefObject<HTMLElement | null>,
  { enabled, content, drawn, name }: FixedWidthsOptions,
): readonly number[] | null {
  const [fixed, setFixed] = useState<Fixed | null>(null);
  const current = enabled && fixed?.content === content ? fixed : null;
  useLayoutEffect(() => {
    const place = table.current?.parentElement;
    if (!enabled || !table.current || !place) return undefined;
    const look = () => {
      const width = place.clientWidth;
      if (current === null) {
        // The first drawing has no rows yet.
        if (!table.current?.querySelector('tbody[data-index]')) return;
        const cells = [...table.current.querySelectorAll('thead tr > *')];
        setFixed({ content, width, columns: cells.map((cell) => cell.getBoundingClientRect().width) });
      } else if (current.width !== width) setFixed(null);
      else {
        const grown = table.current && grow(current.columns, name, table.current);
        if (grown) setFixed({ ...current, columns: grown });
      }
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(place);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps -- what is drawn is measured
  }, [table, enabled, content, drawn, name, current]);
  return current?.columns ?? null;
}

function grow(columns: readonly number[], name: number, table: HTMLElement): number[] | null {
  const next = [...columns];
  const range = document.createRange();
  for (const row of table.querySelectorAll<HTMLTableRowElement>('tbody[data-index] > tr:first-child'))
    [...row.cells].forEach((cell, index) => {
      if (index <= name) return;
      range.selectNodeContents(cell);
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(cell);
      const padding = Number.parseFloat(paddingInlineStart) + Number.parseFloat(paddingInlineEnd);
      const missing = range.getBoundingClientRect().width + padding - cell.getBoundingClientRect().width;
      if (missing >= 0.5) next[index] = Math.max(next[index] ?? 0, (columns[index] ?? 0) + missing);
    });
  const more = next.reduce((sum, width, index) => sum + width - (columns[index] ?? 0), 0);
  const given = Math.min(more, (columns[name] ?? 0) - nameAtLeast);
  if (more === 0 || given <= 0) return null;
  next[name] = (columns[name] ?? 0) - given;
  return next;
}
