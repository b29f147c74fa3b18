import { expect, test } from 'vitest';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { figuresOf } from './figures.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const balance = {
  fundingSource: 'Prepaid' as const,
  ledger: usd(500),
  onHold: usd(100),
  available: usd(400),
  incoming: usd(7),
  creditLimit: null,
  spendingOnHold: false,
  asOf: '2026-11-20T20:42:00.000Z',
};

test('a prepaid account has four figures, each the server’s own', { tags: '@6.8' }, () => {
  expect(figuresOf(balance).map(({ id, value }) => [id, value.amount])).toEqual([
    ['available', 400],
    ['ledger', 500],
    ['onHold', 100],
    ['incoming', 7],
  ]);
});

test('a ledger balance that can all be spent is told once', () => {
  const figures = figuresOf({ ...balance, ledger: usd(400), onHold: usd(0) });
  expect(figures.map(({ id }) => id)).toEqual(['available', 'onHold', 'incoming']);
});

test('a credit account speaks of credit and has a limit', () => {
  const figures = figuresOf({ ...balance, fundingSource: 'Credit', creditLimit: usd(9000) });
  expect(figures[0]?.label).toBe('Available credit');
  expect(figures.at(-1)).toMatchObject({ id: 'creditLimit', value: usd(9000) });
});

test.each([
  ['Credit', 'Credit on hold'],
  ['Prepaid', 'Balance on hold'],
] as const)('what cannot be spent now is not called available: %s', (fundingSource, label) => {
  const [figure] = figuresOf({ ...balance, fundingSource, spendingOnHold: true });
  expect(figure).toMatchObject({ label, hint: 'Cannot be spent now', value: usd(400) });
  // Only what cannot be spent is called on hold: what cards have reserved is something else.
  const labels = figuresOf({ ...balance, fundingSource, spendingOnHold: true }).map((one) => one.label);
  expect(labels.filter((one) => one.endsWith('on hold') || one === 'On hold')).toEqual([label]);
  expect(labels).toContain('Pending authorizations');
});

test.each([
  ['Credit', 'No credit available yet'],
  ['Prepaid', 'No funds added yet'],
] as const)('nothing is not said to be held back: %s', (fundingSource, hint) => {
  const [figure] = figuresOf({ ...balance, available: usd(0), fundingSource, spendingOnHold: true });
  expect(figure.hint).toBe(hint);
});

test('times are Eastern Time, in summer and in winter', { tags: '@9.9' }, () => {
  expect(easternTime('2026-11-20T20:42:00.000Z').replaceAll('\u202f', ' ')).toBe('Nov 20, 2026, 3:42 PM ET');
  expect(easternTime('2026-07-01T03:30:00.000Z').replaceAll('\u202f', ' ')).toBe('Jun 30, 2026, 11:30 PM ET');
});
