import { expect, test } from 'vitest';
import { accountKinds, chartOfBusiness } from './rules.ts';

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

test('only accounts that a business or cardholder spends from refuse an overdraft', () => {
  const guarded = Object.entries(accountKinds).filter(([, { overdraftAllowed }]) => !overdraftAllowed);
  expect(guarded.map(([kind]) => kind)).toEqual(['business_available', 'card_wallet', 'credit_receivable']);
});
