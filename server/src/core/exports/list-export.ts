import type { ExportFormat } from '@florin/contract/exports';
import type { Context } from '../../context.ts';
import type { Cell } from './cells.ts';
import { exportFile } from './export-file.ts';

/** Days and times of a business's clocks, as exports write them. */
export interface BusinessTimes {
  zone: string;
  /** yyyy-mm-dd */
  day: (at: Date | string) => string;
  /** hh:mm:ss */
  hour: (at: Date | string) => string;
}

/** A column of a file. */
export interface FileColumn<Row, Of extends string> {
  title: string;
  /** The column of the list that shows the same; a file has it only while the list does. */
  of?: Of;
  cell: (row: Row) => Cell;
}

/** The columns of a file of a list that hides some of its columns. */
export const shownColumns = <Row, Of extends string>(
  columns: readonly FileColumn<Row, Of>[],
  hidden: readonly Of[] = [],
): FileColumn<Row, Of>[] => columns.filter(({ of }) => of === undefined || !hidden.includes(of));

interface ListExport<Row extends { id: string }> {
  businessId: string;
  format: ExportFormat;
  /** What the rows are, for the file's name. */
  what: string;
  titles: (times: BusinessTimes) => readonly string[];
  /** At most one more than `limit`, in the order of the list, from the row after the one that `cursor` names. */
  read: (page: { cursor: string | undefined; limit: number }) => Promise<readonly Row[]>;
  /** Rows that are fetched at once. */
  atOnce?: number;
  /** The lines of the file for rows of the list. */
  lines: (rows: readonly Row[], times: BusinessTimes) => Promise<Cell[][]> | Cell[][];
}

/** Exports all rows of a list that is read by its ids, with moments in the business's time zone. */
export async function exportList<Row extends { id: string }>({ db, clock }: Context, list: ListExport<Row>) {
  const { businessId, format, what, titles, read, lines, atOnce = 500 } = list;
  const { name, zone } = await db
    .selectFrom('business')
    .select(['name', 'time_zone as zone'])
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
  const hourFormat = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' });
  const times: BusinessTimes = {
    zone,
    day: (at) => dayFormat.format(new Date(at)),
    hour: (at) => hourFormat.format(new Date(at)),
  };
  async function* pages() {
    let cursor: string | undefined;
    do {
      const rows: readonly Row[] = await read({ cursor, limit: atOnce });
      const page = rows.slice(0, atOnce);
      if (page.length > 0) yield await lines(page, times);
      cursor = rows.length > atOnce ? page.at(-1)?.id : undefined;
    } while (cursor !== undefined);
  }
  return exportFile({
    format,
    name: [name ?? 'business', what, times.day(clock.now())],
    titles: titles(times),
    pages: pages(),
  });
}
