import { randomUUID } from 'node:crypto';
import { buffer, text } from 'node:stream/consumers';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decimal, plainText, type Cell } from './cells.ts';
import { csvRecord, exportFile } from './export-file.ts';

test.each([
  ['Blue Bottle', 'Blue Bottle'],
  ['Mc-Donald', 'Mc-Donald'],
  ['=1+1', "'=1+1"],
  ['  =1+1', "  '=1+1"],
  ['\t@SUM(A1)', "\t'@SUM(A1)"],
  ['\r\n+1', "\r\n'+1"],
  ['note\n=cmd()', "note\n'=cmd()"],
  ['a; b\tc', 'a; b\tc'],
  ['lunch; =1+1;', "lunch; '=1+1;"],
  ['-1\t+2\r\n"@3', "'-1\t'+2\r\n\"'@3"],
  ['\u0000-1', "\u0000'-1"],
  ['＝1', "'＝1"],
])('%j is written as %j', (given, written) => expect(plainText(given)).toBe(written));

test.each([
  [1205n, 2, '12.05'],
  [-5n, 2, '-0.05'],
  [0n, 2, '0.00'],
  [1200n, 0, '1200'],
  [-1n, 3, '-0.001'],
])('%s minor units with %s digits are %s', (amount, digits, number) => {
  expect(decimal(amount, digits)).toEqual({ number });
});

test('a record has quotes where a reader needs them', () => {
  expect(csvRecord(['a', 'b, "c"', null, decimal(-5n), ' d'])).toBe('a,"b, ""c""",,-0.05," d"\r\n');
});

async function* pages() {
  yield [['a <b> & "c"\u0001', decimal(1205n)]] satisfies Cell[][];
  yield [['=1+1', null]] satisfies Cell[][];
}

/** The entries of a ZIP file, read by its directory. */
function unzipped(file: Buffer): Record<string, string> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const found: Record<string, string> = {};
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, length, start] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt32LE(at + 42),
    ];
    const name = file.subarray(at + 46, at + 46 + length).toString();
    const from = start + 30 + length;
    found[name] = inflateRawSync(file.subarray(from, from + packed)).toString();
    at += 46 + length;
  }
  return found;
}

test('a workbook has its rows, and texts that look like formulas are texts', async () => {
  const { stream, file } = exportFile({
    format: 'xlsx',
    name: ['Café Ñ & Co.', '2026'],
    titles: ['T', 'U'],
    pages: pages(),
  });
  expect(file.name).toBe('cafe-n-co-2026.xlsx');
  const entries = unzipped(await buffer(stream));
  expect(Object.keys(entries).toSorted()).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    'xl/workbook.xml',
    'xl/worksheets/sheet1.xml',
  ]);
  const sheet = entries['xl/worksheets/sheet1.xml']!;
  expect(sheet).toContain('a &lt;b&gt; &amp; "c"</t></is></c><c><v>12.05</v></c></row>');
  expect(sheet).toContain('<t xml:space="preserve">=1+1</t>');
  expect(sheet).not.toContain('<f>');
});

test('a CSV file begins with the mark of UTF-8 and its titles', async () => {
  const { stream } = exportFile({ format: 'csv', name: ['x'], titles: ['T', 'U'], pages: pages() });
  // The decoder removes the mark.
  expect(await text(stream)).toBe('T,U\r\n"a <b> & ""c""\u0001",12.05\r\n\'=1+1,\r\n');
});

test.each(['csv', 'xlsx'] as const)(
  'a large %s file is never in memory: pages are fetched as it is read',
  async (format) => {
    const inAll = 400;
    let fetched = 0;
    async function* large() {
      while (fetched < inAll) {
        fetched += 1;
        // Rows that compress badly, and all alike.
        yield Array.from({ length: 500 }, () => [randomUUID()]);
      }
    }
    const { stream } = exportFile({ format, name: ['x'], titles: ['T'], pages: large() });
    const places: { fetched: number; read: number }[] = [];
    let read = 0;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      read += piece.length;
      places.push({ fetched, read });
    }
    expect(read).toBeGreaterThan(4_000_000);
    const ahead = places.map((place) => place.fetched / inAll - place.read / read);
    expect(Math.max(...ahead)).toBeLessThan(0.1);
  },
);

test('a reader that goes away ends the reading of pages', async () => {
  let isEnded = false;
  async function* endless() {
    try {
      // Rows that compress badly, so that the file grows.
      for (;;) yield Array.from({ length: 500 }, () => [randomUUID()]);
    } finally {
      isEnded = true;
    }
  }
  for (const format of ['csv', 'xlsx'] as const) {
    isEnded = false;
    const { stream } = exportFile({ format, name: ['x'], titles: ['T'], pages: endless() });
    for await (const _ of stream) break;
    await expect.poll(() => isEnded).toBe(true);
  }
});
