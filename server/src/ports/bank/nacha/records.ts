/**
 * The records of a NACHA file: 94 characters each, every field at a fixed position (Nacha Operating Rules, Appendix
 * Three). Writing and reading use only the tables below.
 */

/**
 * A field: its name, first and last column (from 1, both included), and its kind. `N`: digits, filled with zeros on the
 * left · `A`: text, filled with spaces on the right · `R`: text, filled with spaces on the left · any other text: a
 * constant.
 */
type Field = readonly [name: string, from: number, to: number, kind: string];

export const recordLength = 94;

const fileHeader: Field[] = [
  ['type', 1, 1, '1'],
  ['priority', 2, 3, '01'],
  ['destination', 4, 13, 'R'],
  ['origin', 14, 23, 'R'],
  ['createdOn', 24, 29, 'N'],
  ['createdAt', 30, 33, 'N'],
  ['modifier', 34, 34, 'A'],
  ['recordSize', 35, 37, '094'],
  ['blocking', 38, 39, '10'],
  ['format', 40, 40, '1'],
  ['destinationName', 41, 63, 'A'],
  ['originName', 64, 86, 'A'],
  ['reference', 87, 94, 'A'],
];
const batchHeader: Field[] = [
  ['type', 1, 1, '5'],
  ['serviceClass', 2, 4, 'N'],
  ['companyName', 5, 20, 'A'],
  ['discretionary', 21, 40, 'A'],
  ['companyId', 41, 50, 'A'],
  ['entryClass', 51, 53, 'A'],
  ['description', 54, 63, 'A'],
  ['descriptiveDate', 64, 69, 'A'],
  ['effectiveOn', 70, 75, 'N'],
  ['settlementDay', 76, 78, 'A'],
  ['originatorStatus', 79, 79, '1'],
  ['odfi', 80, 87, 'N'],
  ['number', 88, 94, 'N'],
];
const entry: Field[] = [
  ['type', 1, 1, '6'],
  ['transactionCode', 2, 3, 'N'],
  ['routingNumber', 4, 12, 'N'],
  ['accountNumber', 13, 29, 'A'],
  ['amount', 30, 39, 'N'],
  ['individualId', 40, 54, 'A'],
  ['name', 55, 76, 'A'],
  ['discretionary', 77, 78, 'A'],
  ['addendaIndicator', 79, 79, 'N'],
  ['trace', 80, 94, 'N'],
];
/** 05: payment information. */
const paymentAddenda: Field[] = [
  ['type', 1, 1, '7'],
  ['addendaType', 2, 3, '05'],
  ['information', 4, 83, 'A'],
  ['sequence', 84, 87, 'N'],
  ['entrySequence', 88, 94, 'N'],
];
/** 98: a notification of change. */
const changeAddenda: Field[] = [
  ['type', 1, 1, '7'],
  ['addendaType', 2, 3, '98'],
  ['code', 4, 6, 'A'],
  ['originalTrace', 7, 21, 'N'],
  ['reserved', 22, 27, 'A'],
  ['originalRdfi', 28, 35, 'N'],
  ['correction', 36, 64, 'A'],
  ['reservedToo', 65, 79, 'A'],
  ['trace', 80, 94, 'N'],
];
/** 99: a return. */
const returnAddenda: Field[] = [
  ['type', 1, 1, '7'],
  ['addendaType', 2, 3, '99'],
  ['code', 4, 6, 'A'],
  ['originalTrace', 7, 21, 'N'],
  ['dateOfDeath', 22, 27, 'A'],
  ['originalRdfi', 28, 35, 'N'],
  ['information', 36, 79, 'A'],
  ['trace', 80, 94, 'N'],
];
const batchControl: Field[] = [
  ['type', 1, 1, '8'],
  ['serviceClass', 2, 4, 'N'],
  ['entries', 5, 10, 'N'],
  ['hash', 11, 20, 'N'],
  ['debits', 21, 32, 'N'],
  ['credits', 33, 44, 'N'],
  ['companyId', 45, 54, 'A'],
  ['authentication', 55, 73, 'A'],
  ['reserved', 74, 79, 'A'],
  ['odfi', 80, 87, 'N'],
  ['number', 88, 94, 'N'],
];
const fileControl: Field[] = [
  ['type', 1, 1, '9'],
  ['batches', 2, 7, 'N'],
  ['blocks', 8, 13, 'N'],
  ['entries', 14, 21, 'N'],
  ['hash', 22, 31, 'N'],
  ['debits', 32, 43, 'N'],
  ['credits', 44, 55, 'N'],
  ['reserved', 56, 94, 'A'],
];

const tables = {
  fileHeader,
  batchHeader,
  entry,
  paymentAddenda,
  changeAddenda,
  returnAddenda,
  batchControl,
  fileControl,
};
export type RecordName = keyof typeof tables;

/** The fields of a record by name, without the filling. */
export type RecordValues = Readonly<Record<string, string>>;

/** Capital letters without accents. Characters that the format does not have become spaces. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^\u0020-\u007e]/g, ' ');

/**
 * One line of a file. Text that is too long is cut off.
 * @throws RangeError for digits that do not fit: an amount is never cut
 */
export function writeRecord(name: RecordName, values: RecordValues): string {
  return tables[name]
    .map(([field, from, to, kind]) => {
      const length = to - from + 1;
      const value = values[field] ?? '';
      if (kind === 'A') return plain(value).slice(0, length).padEnd(length);
      if (kind === 'R') return plain(value).slice(0, length).padStart(length);
      if (kind !== 'N') return kind;
      if (!/^\d*$/.test(value) || value.length > length) throw new RangeError(`${name}.${field}: ${value}`);
      return value.padStart(length, '0');
    })
    .join('');
}

/** The fields of a line, and the problems of their form. */
export function readRecord(name: RecordName, line: string): { values: RecordValues; problems: string[] } {
  const problems: string[] = [];
  const values = Object.fromEntries(
    tables[name].map(([field, from, to, kind]) => {
      const raw = line.slice(from - 1, to);
      if (kind === 'N' && !/^\d+$/.test(raw)) problems.push(`${name}.${field} is no number`);
      if (kind !== 'N' && kind !== 'A' && kind !== 'R' && raw !== kind)
        problems.push(`${name}.${field} is not ${kind}`);
      return [field, kind === 'A' || kind === 'R' ? raw.trim() : raw];
    }),
  );
  return { values, problems };
}

/** The record of a line by its first characters; undefined if there is none. */
export function recordOf(line: string): RecordName | undefined {
  const [type, kind] = [line[0], line.slice(1, 3)];
  if (type === '7') return ({ '05': 'paymentAddenda', '98': 'changeAddenda', '99': 'returnAddenda' } as const)[kind];
  return ({ '1': 'fileHeader', '5': 'batchHeader', '6': 'entry', '8': 'batchControl', '9': 'fileControl' } as const)[
    type ?? ''
  ];
}
