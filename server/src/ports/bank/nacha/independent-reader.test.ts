import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { batchOf, entryOf, fileOf, files } from '../../../testing/ports/nacha.ts';
import type { AchEntry } from '../ach.ts';
import { fileOfEntries } from './entries.ts';
import { writeNacha, type NachaFile } from './nacha.ts';

/**
 * A reader that shares no code with the writer: the fields of each record in their published order, by their lengths
 * (Nacha Operating Rules, Appendix Three), and the rules of a file by themselves.
 */
const digits = /^\d+$/;
const blank = /^ *$/;
/** Flush left in capital letters. */
const text = /^(?! *[^ ])|^[^ ]/;
type Layout = readonly (readonly [name: string, length: number, form: RegExp])[];

const layouts: Readonly<Record<string, Layout>> = {
  '1': [
    ['recordType', 1, /1/],
    ['priorityCode', 2, /01/],
    ['immediateDestination', 10, /^ \d{9}$/],
    ['immediateOrigin', 10, /^ *\S+$/],
    ['fileCreationDate', 6, /^\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/],
    ['fileCreationTime', 4, /^([01]\d|2[0-3])[0-5]\d$/],
    ['fileIdModifier', 1, /[A-Z0-9]/],
    ['recordSize', 3, /094/],
    ['blockingFactor', 2, /10/],
    ['formatCode', 1, /1/],
    ['immediateDestinationName', 23, text],
    ['immediateOriginName', 23, text],
    ['referenceCode', 8, text],
  ],
  '5': [
    ['recordType', 1, /5/],
    ['serviceClassCode', 3, /^(200|220|225)$/],
    ['companyName', 16, text],
    ['companyDiscretionaryData', 20, text],
    ['companyIdentification', 10, text],
    ['standardEntryClassCode', 3, /^(CCD|PPD|COR)$/],
    ['companyEntryDescription', 10, text],
    ['companyDescriptiveDate', 6, text],
    ['effectiveEntryDate', 6, /^\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/],
    ['settlementDate', 3, blank],
    ['originatorStatusCode', 1, /1/],
    ['originatingDfi', 8, digits],
    ['batchNumber', 7, digits],
  ],
  '6': [
    ['recordType', 1, /6/],
    ['transactionCode', 2, /^[23][1267]$/],
    ['receivingDfi', 8, digits],
    ['checkDigit', 1, digits],
    ['dfiAccountNumber', 17, /^[^ ]/],
    ['amount', 10, digits],
    ['identificationNumber', 15, text],
    ['receivingName', 22, text],
    ['discretionaryData', 2, text],
    ['addendaRecordIndicator', 1, /[01]/],
    ['traceNumber', 15, digits],
  ],
  '705': [
    ['recordType', 1, /7/],
    ['addendaTypeCode', 2, /05/],
    ['information', 80, text],
    ['addendaSequenceNumber', 4, /0001/],
    ['entryDetailSequenceNumber', 7, digits],
  ],
  '798': [
    ['recordType', 1, /7/],
    ['addendaTypeCode', 2, /98/],
    ['reasonCode', 3, /^C\d\d$/],
    ['originalTraceNumber', 15, digits],
    ['reserved', 6, blank],
    ['originalReceivingDfi', 8, digits],
    ['information', 29, text],
    ['reservedToo', 15, blank],
    ['traceNumber', 15, digits],
  ],
  '799': [
    ['recordType', 1, /7/],
    ['addendaTypeCode', 2, /99/],
    ['reasonCode', 3, /^R\d\d$/],
    ['originalTraceNumber', 15, digits],
    ['dateOfDeath', 6, blank],
    ['originalReceivingDfi', 8, digits],
    ['information', 44, text],
    ['traceNumber', 15, digits],
  ],
  '8': [
    ['recordType', 1, /8/],
    ['serviceClassCode', 3, /^(200|220|225)$/],
    ['entryAddendaCount', 6, digits],
    ['entryHash', 10, digits],
    ['totalDebits', 12, digits],
    ['totalCredits', 12, digits],
    ['companyIdentification', 10, text],
    ['messageAuthenticationCode', 19, blank],
    ['reserved', 6, blank],
    ['originatingDfi', 8, digits],
    ['batchNumber', 7, digits],
  ],
  '9': [
    ['recordType', 1, /9/],
    ['batchCount', 6, digits],
    ['blockCount', 6, digits],
    ['entryAddendaCount', 8, digits],
    ['entryHash', 10, digits],
    ['totalDebits', 12, digits],
    ['totalCredits', 12, digits],
    ['reserved', 39, blank],
  ],
};

type Fields = Record<string, string>;

function fieldsOf(line: string): Fields {
  const layout = layouts[line[0] === '7' ? line.slice(0, 3) : line[0]!];
  if (!layout) throw new Error(`no record: ${line}`);
  const fields: Fields = {};
  let at = 0;
  for (const [name, length, form] of layout) {
    const value = line.slice(at, at + length);
    expect(value, `${name} of ${line}`).toMatch(form);
    fields[name] = value;
    at += length;
  }
  expect(at).toBe(94);
  return fields;
}

interface Totals {
  count: number;
  hash: number;
  debits: number;
  credits: number;
}

/** The totals of entries and addenda; the second digit of a transaction code is 5 or more for a debit. */
function totalsOf(records: readonly Fields[]): Totals {
  const entries = records.filter(({ recordType }) => recordType === '6');
  const sum = (some: readonly Fields[], field: string) => some.reduce((all, record) => all + Number(record[field]), 0);
  const isDebit = ({ transactionCode }: Fields) => Number(transactionCode![1]) >= 5;
  return {
    count: records.length,
    hash: sum(entries, 'receivingDfi') % 1e10,
    debits: sum(entries.filter(isDebit), 'amount'),
    credits: sum(
      entries.filter((entry) => !isDebit(entry)),
      'amount',
    ),
  };
}

const totalsIn = ({ entryAddendaCount, entryHash, totalDebits, totalCredits }: Fields): Totals => ({
  count: Number(entryAddendaCount),
  hash: Number(entryHash),
  debits: Number(totalDebits),
  credits: Number(totalCredits),
});

/** American Bankers Association: the weighted sum of the nine digits is a multiple of ten. */
const checkDigitOf = (eight: string): number =>
  (10 - ([...eight].reduce((sum, digit, i) => sum + Number(digit) * [3, 7, 1][i % 3]!, 0) % 10)) % 10;

function checkBatch([header, ...records]: readonly Fields[]): void {
  const control = records.pop()!;
  for (const same of ['serviceClassCode', 'companyIdentification', 'originatingDfi', 'batchNumber'])
    expect(control[same]).toBe(header![same]);
  const totals = totalsOf(records);
  expect(totalsIn(control)).toEqual(totals);
  if (header!['serviceClassCode'] === '220') expect(totals.debits).toBe(0);
  if (header!['serviceClassCode'] === '225') expect(totals.credits).toBe(0);
  let trace = '';
  records.forEach((record, i) => {
    if (record['recordType'] === '6') {
      const isFollowed = records[i + 1]?.['recordType'] === '7';
      expect(record['addendaRecordIndicator']).toBe(isFollowed ? '1' : '0');
      expect(Number(record['checkDigit'])).toBe(checkDigitOf(record['receivingDfi']!));
      expect(record['traceNumber']!.slice(0, 8)).toBe(header!['originatingDfi']);
      expect(record['traceNumber']! > trace).toBe(true);
      trace = record['traceNumber']!;
    } else expect(record['traceNumber'] ?? trace.slice(0, 8) + record['entryDetailSequenceNumber']).toBe(trace);
  });
}

/** Reads a file, and holds it against the rules. @returns the records of each batch, its header first */
function read(written: string): { header: Fields; batches: Fields[][] } {
  expect(written).toMatch(/^([\x20-\x7e]{94}\n)+$/);
  const lines = written.slice(0, -1).split('\n');
  expect(lines.length % 10).toBe(0);
  const end = lines.findIndex((line) => line[0] === '9');
  expect(lines.slice(end + 1).every((line) => line === '9'.repeat(94))).toBe(true);
  expect(lines.length - end).toBeLessThanOrEqual(10);
  const records = lines.slice(0, end + 1).map(fieldsOf);
  expect(records.map(({ recordType }) => recordType).join('')).toMatch(/^1(5(67?)+8)+9$/);
  const [header, ...rest] = records;
  const control = rest.pop()!;
  const starts = rest.flatMap(({ recordType }, i) => (recordType === '5' ? [i] : []));
  const batches = starts.map((start, n) => rest.slice(start, starts[n + 1]));
  batches.forEach(checkBatch);
  expect(batches.map(([first]) => Number(first!['batchNumber']))).toEqual(batches.map((_, n) => n + 1));
  expect(Number(control['batchCount'])).toBe(batches.length);
  expect(Number(control['blockCount'])).toBe(lines.length / 10);
  expect(totalsIn(control)).toEqual(totalsOf(rest.filter(({ recordType }) => '67'.includes(recordType!))));
  return { header: header!, batches };
}

const yymmdd = (date: string) => date.slice(2, 4) + date.slice(5, 7) + date.slice(8, 10);

/** What a file has to say, by the names of the published fields. */
const expected = ({ batches }: NachaFile) =>
  batches.map((batch) => [
    {
      companyName: batch.companyName,
      companyIdentification: batch.companyId,
      standardEntryClassCode: batch.entryClass,
      companyEntryDescription: batch.description,
      effectiveEntryDate: yymmdd(batch.effectiveOn),
    },
    ...batch.entries.flatMap(({ addenda, ...entry }) => [
      {
        transactionCode: entry.transactionCode,
        receivingDfi: entry.routingNumber.slice(0, 8),
        checkDigit: entry.routingNumber.slice(8),
        dfiAccountNumber: entry.accountNumber,
        amount: String(entry.amount).padStart(10, '0'),
        identificationNumber: entry.individualId,
        receivingName: entry.name,
        traceNumber: entry.trace,
      },
      ...(addenda === null
        ? []
        : [{ information: 'correction' in addenda ? addenda.correction : addenda.information }]),
    ]),
  ]);

function checkContent(file: NachaFile): void {
  const { header, batches } = read(writeNacha(file));
  expect(header['immediateDestination']!.trim()).toBe(file.destination);
  expect(header['fileCreationDate']).toBe(yymmdd(file.createdOn));
  const trimmed = (record: Fields) => Object.fromEntries(Object.entries(record).map(([k, v]) => [k, v.trim()]));
  expect(batches.map((records) => records.slice(0, -1).map(trimmed))).toMatchObject(expected(file));
}

test('an independent reader finds in a file what was written, and every rule kept', () => {
  fc.assert(fc.property(files, checkContent), { numRuns: 30 });
});

test('an independent reader finds the entries that transfers send', () => {
  const entries = fc.array(
    fc.record({
      account: fc.record({
        bankName: fc.constant('First Harbor Bank'),
        routingNumber: fc.constantFrom('011000015', '121000358'),
        accountNumber: fc.stringMatching(/^\d{4,17}$/),
        accountType: fc.constantFrom('CHECKING' as const, 'SAVINGS' as const),
      }),
      direction: fc.constantFrom('IN' as const, 'OUT' as const),
      amount: fc.bigInt({ min: 1n, max: 9_999_999_999n }),
      reference: fc.uuid(),
      from: fc.constantFrom('Northwind Trading', 'Café Größe & Søn', 'A name that is longer than its field'),
      settlesOn: fc.constantFrom('2026-11-23', '2026-11-24'),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const originator = {
    bankRoutingNumber: '011000015',
    bankName: 'First Harbor Bank',
    companyId: '1234567890',
    companyName: 'Florin',
  };
  const about = { createdOn: '2026-11-20', createdAt: '1700', modifier: 'A', sequence: 9_999_000 };
  fc.assert(
    fc.property(entries, (sent: AchEntry[]) => {
      const { batches } = read(writeNacha(fileOfEntries(sent, originator, about)));
      const found = batches.flatMap((records) => records.filter(({ recordType }) => recordType === '6'));
      const told = found.map(({ receivingDfi, checkDigit, dfiAccountNumber, transactionCode, amount }) => ({
        account: `${receivingDfi}${checkDigit} ${dfiAccountNumber!.trim()}`,
        type: transactionCode![0] === '2' ? 'CHECKING' : 'SAVINGS',
        direction: transactionCode![1] === '7' ? 'IN' : 'OUT',
        amount: BigInt(amount!),
      }));
      const wanted = sent.map(({ account, direction, amount }) => ({
        account: `${account.routingNumber} ${account.accountNumber}`,
        type: account.accountType,
        direction,
        amount,
      }));
      expect(new Set(told.map((one) => Object.values(one).join()))).toEqual(
        new Set(wanted.map((one) => Object.values(one).join())),
      );
      expect(told).toHaveLength(wanted.length);
    }),
    { numRuns: 30 },
  );
});

test('the hash keeps its last ten digits', () => {
  const routingNumber = `72000000${checkDigitOf('72000000')}`;
  const many = Array.from({ length: 150 }, (_, n) => entryOf(n + 1, { routingNumber }));
  const { batches } = read(writeNacha(fileOf([batchOf(many)])));
  // 150 times 72,000,000.
  expect(batches[0]!.at(-1)!['entryHash']).toBe('0800000000');
});
