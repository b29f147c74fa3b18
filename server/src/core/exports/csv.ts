import { plainText, type Cell } from './cells.ts';

/** One record of a CSV file (RFC 4180). */
export const csvRecord = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell !== 'string') return cell.number;
  const text = plainText(cell);
  return /[",;\r\n\t]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Excel reads the file as UTF-8 if it begins with this mark. */
export const byteOrderMark = '\uFEFF';
