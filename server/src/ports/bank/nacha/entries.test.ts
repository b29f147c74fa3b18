import { achReturnCodes } from '@florin/contract/money/ach-returns';
import { expect, test } from 'vitest';
import type { AchEntry } from '../ach.ts';
import { fileOfEntries, returnsIn, shortReference } from './entries.ts';
import { readNacha, writeNacha, type NachaFile } from './nacha.ts';

const originator = {
  bankRoutingNumber: '011000015',
  bankName: 'FIRST HARBOR BANK',
  companyId: '1234567890',
  companyName: 'FLORIN',
};
const created = { createdOn: '2026-11-20', createdAt: '1700', modifier: 'A', sequence: 41 };
const entry = (last: string, more: Partial<AchEntry> = {}): AchEntry => ({
  reference: `01a20559-72ac-7553-b360-0a4206ae1a${last}`,
  direction: 'IN',
  amount: 50_00n,
  account: { bankName: 'Granite', accountType: 'CHECKING', routingNumber: '021000021', accountNumber: '000123456789' },
  from: 'Northwind Trading',
  settlesOn: '2026-11-23',
  ...more,
});
const entries = [
  entry('01'),
  entry('02', { direction: 'OUT', amount: 7n }),
  entry('03', {
    settlesOn: '2026-11-24',
    account: { bankName: 'Granite', accountType: 'SAVINGS', routingNumber: '021000021', accountNumber: '42' },
  }),
];

test('entries make a file that reads without a problem, a batch for each day', () => {
  const { file, problems } = readNacha(writeNacha(fileOfEntries(entries, originator, created)));
  expect(problems).toEqual([]);
  expect(file!.batches.map((batch) => [batch.effectiveOn, batch.entries.map((each) => each.transactionCode)])).toEqual([
    ['2026-11-23', ['27', '22']],
    ['2026-11-24', ['37']],
  ]);
  expect(file!.batches.flatMap((batch) => batch.entries.map(({ trace }) => trace.slice(8)))).toEqual([
    '0000041',
    '0000042',
    '0000043',
  ]);
});

test('returns of every code name the entries that come back', () => {
  const sent = fileOfEntries(
    achReturnCodes.map((_code, i) => entry(String(i).padStart(2, '0'))),
    originator,
    created,
  );
  const back: NachaFile = {
    ...sent,
    batches: sent.batches.map((batch) => ({
      ...batch,
      entries: batch.entries.map((each, i) => ({
        ...each,
        transactionCode: '26',
        addenda: {
          kind: 'RETURN',
          code: achReturnCodes[i]!,
          originalTrace: each.trace,
          originalRdfi: each.routingNumber.slice(0, 8),
          information: '',
        },
      })),
    })),
  };
  const { file, problems } = readNacha(writeNacha(back));
  expect(problems).toEqual([]);
  expect(returnsIn(file!)).toEqual(
    achReturnCodes.map((returnCode, i) => ({
      shortReference: shortReference(entry(String(i).padStart(2, '0')).reference),
      returnCode,
      amount: 50_00n,
    })),
  );
});
