import type { ReactNode } from 'react';
import type { Room } from './use-room.ts';

/** A column of a table: its content, and its position when there is less room. */
export interface Column<Row> {
  id: string;
  title: string;
  /** The content of the cell; null if it is empty. */
  cell: (row: Row) => ReactNode;
  /** Stands in a cell of the table that is empty, such as a dash. A second line and a card leave the column out. */
  empty?: string;
  /** `end` for amounts and other figures: right-aligned, with numerals of one width. */
  align?: 'start' | 'end';
  /** The table can be sorted by the column. The value is the direction of the first press. */
  sort?: Direction;
  /**
   * With little room, the column moves to the second line of the row's first column, or, as in a card, below the figure:
   * among the first to move, or later.
   */
  folds?: 'first' | 'later';
  /**
   * Its position in a row's card on a phone: a line below the name; the figure at the right edge, or a line below it;
   * the buttons at the foot; or none, because the heading of the group shows it.
   */
  card?: 'line' | 'figure' | 'aside' | 'actions' | 'none';
  /** Only screen readers read the header, because the column belongs to the one beside it. */
  untitled?: boolean;
  /** In a card, the title is shown before the value, for values that do not explain themselves. */
  labelled?: boolean;
}

export type Direction = 'ascending' | 'descending';

export interface Sort {
  column: string;
  direction: Direction;
}

/** `roomy` is for rows of two lines, or with a button. */
export type Density = 'roomy' | 'comfortable' | 'compact';

/** A line that belongs to a row and always follows it, such as a fee: its cells by column id. */
export interface SubRow {
  id: string;
  cells: Readonly<Record<string, ReactNode>>;
}

/** A heading above consecutive rows, shown between the cards on a phone. */
export interface RowGroup {
  id: string;
  title: ReactNode;
  aside?: ReactNode | undefined;
}

/** The order after a press on a column's header: its first direction, then the other one. */
export function nextSort({ id, sort }: Pick<Column<never>, 'id' | 'sort'>, now: Sort | null): Sort {
  const first = sort ?? 'ascending';
  if (now?.column !== id) return { column: id, direction: first };
  return { column: id, direction: now.direction === 'ascending' ? 'descending' : 'ascending' };
}

/** The first column identifies the row and is always shown. Others can be hidden. */
export function shownColumns<Row>(columns: readonly Column<Row>[], hidden: ReadonlySet<string>): Column<Row>[] {
  return columns.filter(({ id }, index) => index === 0 || !hidden.has(id));
}

/** Whether a column is on the second line of the first one. */
export function isFolded({ folds }: Pick<Column<never>, 'folds'>, room: Room): boolean {
  return (room === 'folded' && folds === 'first') || (room === 'tight' && folds !== undefined);
}
