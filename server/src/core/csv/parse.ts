/** A record of a CSV text, with the line on which it starts, from 1. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

/**
 * Reads a CSV text (RFC 4180): commas, or semicolons where the first line has more of them; quoted cells may contain
 * separators, doubled quotes and line breaks. Empty lines are skipped, white space around cells is removed.
 */
export function parseCsv(text: string): CsvRecord[] {
  const [first = ''] = text.split('\n', 1);
  const separator = first.split(';').length > first.split(',').length ? ';' : ',';
  const records: CsvRecord[] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let line = 1;
  let startsAt = 1;
  const endCell = () => {
    cells.push(cell.trim());
    cell = '';
  };
  const endRecord = () => {
    endCell();
    if (cells.some((each) => each !== '')) records.push({ line: startsAt, cells });
    cells = [];
    startsAt = line;
  };
  const source = text.replace(/^\uFEFF/u, '').replaceAll(/\r\n?/gu, '\n');
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at]!;
    if (character === '\n') line += 1;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (source[at + 1] === '"') cell += source[(at += 1)]!;
      else isQuoted = false;
    } else if (character === '"' && cell.trim() === '') {
      isQuoted = true;
      cell = '';
    } else if (character === separator) endCell();
    else if (character === '\n') endRecord();
    else cell += character;
  }
  endRecord();
  return records;
}

/**
 * The records of a CSV text by the headings of its first one, which are compared in lower case.
 * @returns null if the text has no headings
 */
export function csvRows(text: string): { line: number; cells: ReadonlyMap<string, string> }[] | null {
  const [headings, ...records] = parseCsv(text);
  if (!headings) return null;
  const names = headings.cells.map((name) => name.toLowerCase());
  return records.map(({ line, cells }) => ({
    line,
    cells: new Map(names.map((name, index) => [name, cells[index] ?? ''])),
  }));
}
