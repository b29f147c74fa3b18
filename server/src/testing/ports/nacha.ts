import * as fc from 'fast-check';
import type { NachaBatch, NachaEntry, NachaFile } from '../../ports/bank/nacha/nacha.ts';

const odfi = '01100001';
/** An entry, batch and file of a test. */
export const entryOf = (number: number, more: Partial<NachaEntry> = {}): NachaEntry => ({
  transactionCode: '27',
  routingNumber: '011000015',
  accountNumber: '000123456789',
  amount: 50_00n,
  individualId: 'TRANSFER 1',
  name: 'NORTHWIND TRADING',
  trace: `${odfi}${String(number).padStart(7, '0')}`,
  addenda: null,
  ...more,
});
export const batchOf = (entries: NachaEntry[], more: Partial<NachaBatch> = {}): NachaBatch => ({
  companyName: 'FLORIN',
  companyId: '1234567890',
  entryClass: 'CCD',
  description: 'TRANSFER',
  effectiveOn: '2026-11-23',
  odfi,
  entries,
  ...more,
});
export const fileOf = (batches: NachaBatch[]): NachaFile => ({
  destination: '011000015',
  destinationName: 'FIRST HARBOR BANK',
  origin: '1234567890',
  originName: 'FLORIN',
  createdOn: '2026-11-20',
  createdAt: '1700',
  modifier: 'A',
  batches,
});
const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const words = (length: number) =>
  fc
    .stringMatching(new RegExp(`^[A-Z0-9]([A-Z0-9 .-]{0,${length - 2}}[A-Z0-9])?$`))
    .map((s) => s.slice(0, length).trim());
const anyAddenda = fc.option(
  fc.oneof(
    fc.record({ kind: fc.constant('PAYMENT' as const), information: words(80) }),
    fc.record({
      kind: fc.constant('RETURN' as const),
      code: fc.constantFrom('R01', 'R10', 'R29'),
      originalTrace: digits(15),
      originalRdfi: digits(8),
      information: words(44),
    }),
    fc.record({
      kind: fc.constant('CHANGE' as const),
      code: fc.constantFrom('C01', 'C03'),
      originalTrace: digits(15),
      originalRdfi: digits(8),
      correction: words(29),
    }),
  ),
);
const anyEntry = fc.record({
  transactionCode: fc.constantFrom('21', '22', '26', '27', '31', '32', '36', '37'),
  routingNumber: fc.constantFrom('011000015', '021000021', '091000019', '121000358'),
  accountNumber: words(17),
  amount: fc.bigInt({ min: 0n, max: 99_999_999_99n }),
  individualId: words(15),
  name: words(22),
  addenda: anyAddenda,
});
/** Files with every kind of entry and addenda. */
export const files = fc
  .array(fc.array(anyEntry, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })
  .map((batches) =>
    fileOf(
      batches.map((entries, b) => batchOf(entries.map((entry, i) => ({ ...entryOf(b * 100 + i + 1), ...entry })))),
    ),
  );
