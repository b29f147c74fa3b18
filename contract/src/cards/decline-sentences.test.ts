import { expect, test } from 'vitest';
import { declines, type DeclineCode } from './decline-codes.ts';
import { canBeAllowed, declineAdvice, declineReason, declineSentence, requestFor } from './decline-sentences.ts';

const codes = Object.keys(declines) as DeclineCode[];

test.each(codes)('%s has a reason, and an act for both roles', (code) => {
  expect(declineReason(code)).toMatch(/^[A-Z][^.]+\.$/);
  for (const reader of ['CARDHOLDER', 'ADMIN'] as const) expect(declineAdvice(code, reader)).toMatch(/^[A-Z].+\.$/);
  expect(declineSentence(code, 'ADMIN')).not.toMatch(/your administrator|ask for|\basks? to\b/i);
});

test.each([
  ['limit_day', { kind: 'LIMIT', period: 'DAY' }],
  ['limit_transaction', { kind: 'LIMIT', period: 'PURCHASE' }],
  ['insufficient_funds', { kind: 'FUNDING' }],
  ['mcc_not_allowed', { kind: 'UNBLOCK' }],
  ['country_not_allowed', { kind: 'UNBLOCK' }],
  ['single_use_used', { kind: 'CARD' }],
  ['insufficient_business_balance', null],
  ['pin_wrong', null],
] as const)('%s is fixed by the request %j', (code, request) => {
  expect(requestFor(code)).toEqual(request);
});

test('only refusals of lists and hours can be allowed for a time', () => {
  expect(codes.filter(canBeAllowed)).toHaveLength(7);
  expect(canBeAllowed('limit_day')).toBe(false);
  expect(canBeAllowed('cash_not_allowed')).toBe(false);
});
