import { expect, test } from 'vitest';
import { statusText } from './TransactionStatusText.tsx';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const hold = { amount: usd(64_00), until: '2026-12-19T17:00:00Z', reason: 'STANDARD' } as const;
const zone = 'America/New_York';

test.each<[string, Parameters<typeof statusText>]>([
  ['On hold to Dec 19', [{ status: 'PENDING', hold, settled: usd(0) }, zone]],
  ['On hold', [{ status: 'PENDING', hold, settled: usd(0) }, null]],
  ['Partly settled', [{ status: 'PENDING', hold, settled: usd(36_00) }, zone]],
  // A refund of all of it was announced: the amount is zero, and nothing is held.
  ['Refund on its way', [{ status: 'PENDING', hold: null, settled: usd(64_00) }, zone]],
  ['Refund on its way', [{ status: 'PENDING', hold: null, settled: usd(0) }, zone]],
  ['Settled', [{ status: 'SETTLED', hold: null, settled: usd(64_00) }, zone]],
])('%s', (text, of) => {
  expect(statusText(...of)).toBe(text);
});
