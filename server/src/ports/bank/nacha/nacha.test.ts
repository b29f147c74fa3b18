import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { batchOf, entryOf, fileOf, files } from '../../../testing/ports/nacha.ts';
import { readNacha, writeNacha } from './nacha.ts';

const example = fileOf([
  batchOf([entryOf(1), entryOf(2, { transactionCode: '22', amount: 12_34n })]),
  batchOf([entryOf(3, { transactionCode: '32', addenda: { kind: 'PAYMENT', information: 'INVOICE 17' } })], {
    entryClass: 'PPD',
  }),
]);

test('a file is lines of 94 characters in blocks of ten, with counts, hash and totals', () => {
  const lines = writeNacha(example).split('\n').slice(0, -1);
  expect(lines.map((line) => line.length)).toEqual(lines.map(() => 94));
  expect(lines).toHaveLength(10);
  expect(lines[0]).toBe(
    '101 01100001512345678902611201700A094101FIRST HARBOR BANK      FLORIN                         ',
  );
  expect(lines[2]).toBe(
    '627011000015000123456789     0000005000TRANSFER 1     NORTHWIND TRADING       0011000010000001',
  );
  expect(lines[4]).toBe('820000000200022000020000000050000000000012341234567890' + ' '.repeat(25) + '011000010000001');
  expect(lines[9]).toBe(`9000002000001000000040003300003000000005000000000006234${' '.repeat(39)}`);
});

test('what is written is read again, without a problem', () => {
  fc.assert(
    fc.property(files, (file) => {
      const { file: read, problems } = readNacha(writeNacha(file));
      expect(problems).toEqual([]);
      expect(read).toEqual(file);
    }),
    { numRuns: 60 },
  );
});

test('letters without a sign in the format are written plainly, and digits that do not fit are refused', () => {
  const named = fileOf([batchOf([entryOf(1, { name: 'Café Ström – Größe' })])]);
  expect(readNacha(writeNacha(named)).file?.batches[0]?.entries[0]?.name).toBe('CAFE STROM   GROSSE');
  const tooMuch = fileOf([batchOf([entryOf(1, { amount: 10_000_000_000n })])]);
  expect(() => writeNacha(tooMuch)).toThrow(RangeError);
});

describe('a damaged file is noticed', () => {
  const good = writeNacha(example).split('\n').slice(0, -1);
  /** Replaces part of a line. */
  const put = (line: number, from: number, text: string) =>
    good.map((old, i) => (i === line ? old.slice(0, from - 1) + text + old.slice(from - 1 + text.length) : old));
  const without = (line: number) => good.filter((_old, i) => i !== line);

  test.each<[string, string[]]>([
    ['a line that is too short', good.map((line, i) => (i === 2 ? line.slice(0, 93) : line))],
    ['a line that is too long', good.map((line, i) => (i === 2 ? `${line}0` : line))],
    ['another record size', put(0, 35, '106')],
    ['an impossible date of the file', put(0, 24, '261340')],
    ['an impossible time of the file', put(0, 30, '2560')],
    ['a modifier that is none', put(0, 34, '*')],
    ['a second header', [good[0]!, ...good]],
    ['no header', without(0)],
    ['an unknown service class', put(1, 2, '999')],
    [
      'a service class that the entries do not have',
      put(1, 2, '220').map((line, i) => (i === 4 ? `8220${line.slice(4)}` : line)),
    ],
    ['header and control with other service classes', put(4, 2, '225')],
    ['an unknown entry class', put(1, 51, 'XYZ')],
    ['an impossible effective date', put(1, 70, '260231')],
    ['another batch number', put(1, 88, '0000007')],
    ['a control with another company', put(4, 45, '0987654321')],
    ['a control with another bank', put(4, 80, '02100002')],
    ['an unknown transaction code', put(2, 2, '99')],
    ['a wrong check digit', put(2, 12, '6')],
    ['a letter in an amount', put(2, 30, '00000O5000')],
    ['another amount', put(2, 30, '0000005001')],
    ['a trace number twice', put(3, 80, '011000010000001')],
    ['a trace number of another bank', put(3, 80, '021000020000002')],
    ['an addenda flag without addenda', put(2, 79, '1')],
    ['addenda without a flag', put(6, 79, '0')],
    ['addenda of another entry', put(7, 88, '0000009')],
    ['an unknown kind of addenda', put(7, 2, '42')],
    ['a missing entry', without(3)],
    ['another count of entries', put(4, 5, '000003')],
    ['another hash', put(4, 11, '0002200003')],
    ['other debits', put(4, 21, '000000005001')],
    ['other credits', put(4, 33, '000000001235')],
    ['a missing batch control', without(4)],
    ['an entry outside of a batch', [good[0]!, good[2]!, ...good.slice(1)]],
    ['another count of batches', put(9, 2, '000003')],
    ['another count of blocks', put(9, 8, '000002')],
    ['another hash of the file', put(9, 22, '0003300004')],
    ['a missing file control', [...good.slice(0, 9), '9'.repeat(94)]],
    ['something after the file control', [...good, good[2]!]],
    ['a number of lines that fills no block', [...good, '9'.repeat(94)]],
    ['a character outside ASCII', put(2, 55, 'É')],
    ['a line that is no record', put(2, 1, '4')],
    ['nothing at all', ['']],
  ])('%s', (_what, lines) => {
    expect(readNacha(`${lines.join('\n')}\n`).problems).not.toEqual([]);
  });

  test('whatever digit of an amount, a routing number or a total is another', () => {
    fc.assert(
      fc.property(
        fc.constantFrom([2, 4, 39], [3, 4, 39], [4, 5, 44], [9, 2, 55]),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (where, at, plus) => {
          const [line, from, to] = where as [number, number, number];
          const column = from + (at % (to - from + 1));
          const old = good[line]![column - 1]!;
          fc.pre(/\d/.test(old) && !(line < 4 && column >= 13 && column <= 29));
          const { problems } = readNacha(`${put(line, column, String((Number(old) + plus) % 10)).join('\n')}\n`);
          expect(problems).not.toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });
});
