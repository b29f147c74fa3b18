import { expect, test } from 'vitest';
import { accountKinds, chartOfBusiness, isRetryable, retryDelayMilliseconds } from './rules.ts';

test.each([
  [{ code: '40001' }, true],
  [{ code: '40P01' }, true],
  [{ code: '23505' }, false],
  [new Error('lost'), false],
  [null, false],
])('%o is worth another run: %s', (error, expected) => {
  expect(isRetryable(error)).toBe(expected);
});

test('waits double, up to their full length', () => {
  expect([1, 2, 3, 4].map((attempt) => retryDelayMilliseconds(attempt, 1))).toEqual([5, 10, 20, 40]);
  expect(retryDelayMilliseconds(4, 0)).toBe(0);
});

test.each([
  ['Prepaid', 'business_available', 'credit_receivable'],
  ['Credit', 'credit_receivable', 'business_available'],
  [null, 'business_available', 'credit_receivable'],
] as const)('a %s business spends from %s and has no %s', (fundingSource, has, hasNot) => {
  const chart = chartOfBusiness(fundingSource);
  expect(chart).toContain(has);
  expect(chart).not.toContain(hasNot);
  expect(chart).not.toContain('card_wallet');
  expect(chart).toHaveLength(Object.keys(accountKinds).length - 2);
});

test('only what somebody spends from refuses an overdraft', () => {
  const guarded = Object.entries(accountKinds).filter(([, { overdraftAllowed }]) => !overdraftAllowed);
  expect(guarded.map(([kind]) => kind)).toEqual(['business_available', 'card_wallet', 'credit_receivable']);
});
