import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvRows, parseCsv } from './parse.ts';

const cellsOf = (text: string) => parseCsv(text).map(({ cells }) => cells);

test.each([
  ['', []],
  ['a,b', [['a', 'b']]],
  [
    'a,b\r\n1, 2 \r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    '\uFEFFa;b\n1,5;2',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  ['"a ""b""","c\nd",', [['a "b"', 'c\nd', '']]],
  ['a\n\n,\nb', [['a'], ['b']]],
  ['"never closed, at all', [['never closed, at all']]],
])('%j is read as %j', (text, cells) => expect(cellsOf(text)).toEqual(cells));

test('a record has the line on which it starts', () => {
  expect(parseCsv('a\n"b\nc"\nd').map(({ line }) => line)).toEqual([1, 2, 4]);
});

test('rows are read by their headings, whatever the order and the case', () => {
  expect(csvRows('')).toBeNull();
  const [row] = csvRows('Kind,Holder\nVIRTUAL,cara')!;
  expect([row!.line, row!.cells.get('holder'), row!.cells.get('kind')]).toEqual([2, 'cara', 'VIRTUAL']);
  expect(csvRows('a,b\n1')![0]!.cells.get('b')).toBe('');
});

test('every text that is written with quotes is read back', () => {
  const cell = fc.string().map((text) => text.replaceAll('\r', '').trim());
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
      const kept = rows.filter((row) => row.some((each) => each !== ''));
      const written = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','));
      // The first line decides on the separator.
      expect(cellsOf(`"x",,,\n${written.join('\n')}`).slice(1)).toEqual(kept);
    }),
  );
});
