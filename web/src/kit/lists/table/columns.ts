import type { ReactNode } from 'react';
import type { Room } from './use-room.ts';

/** A column of a table: its content, and its place when there is less room. */
export interface Column<Row> {
  id: string;
  title: string;
  /** The content of the cell; null if it is empty. */
  cell: (row: Row) => ReactNode;
  /** `end` for amounts and other figures: right-aligned, with numerals of one width. */
  align?: 'start' | 'end';
  /** The table can be sorted by it; the value is the direction of the first press. */
  sort?: Direction;
  /** With little room it moves to the second line of the row's first column: among the first columns, or later. */
  folds?: 'first' | 'later';
  /**
   * Its place in a row's card on a phone: a line below the name; the figure at the right edge, or a line below that; the
   * buttons at the foot; or none, because the heading of the group has it.
   */
  card?: 'line' | 'figure' | 'aside' | 'actions' | 'none';
  /** The header is read by screen readers alone: the column belongs to the one beside it. */
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

/** A line that belongs to a row and follows it everywhere, such as a fee: its cells by the columns' ids. */
export interface SubRow {
  id: string;
  cells: Readonly<Record<string, ReactNode>>;
}

/** A heading above rows that follow each other; drawn among the cards of a phone. */
export interface RowGroup {
  id: string;
  title: ReactNode;
  aside?: ReactNode;
}

/** What the press on a column's header asks for: its first direction, then the other one. */
export function nextSort({ id, sort }: Pick<Column<never>, 'id' | 'sort'>, now: Sort | null): Sort {
  const first = sort ?? 'ascending';
  if (now?.column !== id) return { column: id, direction: first };
  return { column: id, direction: now.direction === 'ascending' ? 'descending' : 'ascending' };
}

/** The first column is the row's identity and is always there; others may be hidden. */
export function shownColumns<Row>(columns: readonly Column<Row>[], hidden: ReadonlySet<string>): Column<Row>[] {
  return columns.filter(({ id }, index) => index === 0 || !hidden.has(id));
}

/** Whether a column is on the second line of the first one. */
export function isFolded({ folds }: Pick<Column<never>, 'folds'>, room: Room): boolean {
  return (room === 'folded' && folds === 'first') || (room === 'tight' && folds !== undefined);
}
