import { Readable } from 'node:stream';
import { exportTypes, type ExportFormat } from '@florin/contract/exports';
import { plainText, type Cell } from './cells.ts';
import { xlsx } from './xlsx.ts';

interface Export {
  format: ExportFormat;
  /** The parts of the file's name, such as the business, what it is and the period. */
  name: readonly string[];
  titles: readonly string[];
  /** Rows in pages, which are fetched as the client reads them. */
  pages: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** The answer of a call that exports a list: the file, streamed. */
export const exportFile = ({ format, name, titles, pages }: Export) => ({
  status: 200 as const,
  body: null,
  stream: Readable.from(format === 'csv' ? csv(titles, pages) : xlsx(titles, pages), { objectMode: false }),
  file: { name: `${fileName(name)}.${format}`, type: exportTypes[format] },
});

/** Excel reads the file as UTF-8 if it begins with this mark. */
const byteOrderMark = '\uFEFF';

async function* csv(titles: readonly string[], pages: Export['pages']) {
  yield byteOrderMark + csvRecord(titles);
  for await (const rows of pages) yield rows.map(csvRecord).join('');
}

/** One record of a CSV file (RFC 4180). */
export const csvRecord = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.number;
  const text = plainText(cell);
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lower-case letters, digits and hyphens, which every system leaves unchanged. */
const fileName = (parts: readonly string[]): string =>
  parts
    .join(' ')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 120);
