import type { ReactNode } from 'react';
import type { Column, SubRow } from './columns.ts';

/** The properties of the table that rows and cards need. */
export interface RowContext<Row> {
  columns: readonly Column<Row>[];
  rowId: (row: Row) => string;
  rowName: (row: Row) => string;
  /** A small picture before the name, such as initials; decoration. */
  mark?: ((row: Row) => ReactNode) | undefined;
  rowHref?: ((row: Row) => string) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  subRows?: ((row: Row) => readonly SubRow[]) | undefined;
  /** Undefined if nothing can be selected. */
  onToggle: ((id: string, range: boolean) => void) | undefined;
  selectLabel: (name: string) => string;
}

/** A cell with content, and its column. */
export interface FilledCell<Row> {
  column: Column<Row>;
  content: ReactNode;
}

/** The cells of some columns that have content. */
export function filledCells<Row>(columns: readonly Column<Row>[], row: Row): FilledCell<Row>[] {
  return columns
    .map((column) => ({ column, content: column.cell(row) }))
    .filter(({ content }) => content !== null && content !== undefined && content !== false && content !== '');
}

const interactive = 'a, button, input, label, select, textarea, summary, [role="button"]';

/**
 * Opens a row that was pressed anywhere, through its link or button and with the same keys held, so that a middle press
 * or Ctrl opens a new tab. A press on a control of the row only uses that control, and selecting text opens nothing.
 */
export function openPressed(event: React.MouseEvent<HTMLElement>): void {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey, button } = event;
  if (event.defaultPrevented || !(target instanceof Element) || target.closest(interactive)) return;
  if (!window.getSelection()?.isCollapsed) return;
  const opener = currentTarget.querySelector<HTMLElement>('[data-opens]');
  opener?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey, button, view: window }),
  );
}
