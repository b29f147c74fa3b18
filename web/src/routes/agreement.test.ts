import { expect, test } from 'vitest';
import { agreementPathOf } from './agreement.ts';
import { decide } from './guards.ts';
import { pageAt } from './table.ts';

const holder = (over: {
  bankId?: string;
  bankPayment?: string;
  program?: string;
  fundingSource?: 'Prepaid' | 'Credit' | null;
  role?: 'ADMIN' | 'CARDHOLDER';
  mayView?: boolean;
}) => ({
  role: over.role ?? ('CARDHOLDER' as const),
  allowAdminViewCardUsage: over.mayView ?? true,
  fundingSource: over.fundingSource ?? ('Prepaid' as const),
  userData: {
    bankId: over.bankId ?? 'BANCORP',
    bankPayment: over.bankPayment ?? 'Visa',
    program: over.program ?? 'Business',
  },
});

test.each([
  [{ fundingSource: 'Credit' }, '/cardholder-bankcorp-credit-aggreement'],
  [{ fundingSource: 'Credit', bankId: 'MBFINANCIAL' }, '/cardholder-bankcorp-credit-aggreement'],
  [{ bankId: 'MBFINANCIAL', program: 'Grants' }, '/cardholder-mb-agreement'],
  [{ bankId: 'FIFTHTHIRD', program: 'Grants' }, '/cardholder-fifththird-grants-agreement'],
  [{ bankId: 'FIFTHTHIRD', program: 'OwnedFunds' }, '/cardholder-fifththird-disburse-owned-funds-agreement'],
  [{ bankPayment: 'Mastercard' }, '/cardholder-bancorp-mc-agreement'],
  [{ bankPayment: 'Mastercard', program: 'Grants' }, '/cardholder-bancorp-mc-agreement'],
  [{ program: 'Grants' }, '/cardholder-bancorp-grants-agreement'],
  [{ program: 'OwnedFunds' }, '/cardholder-bancorp-disburse-owned-funds-agreement'],
  [{}, '/cardholder-bancorp-agreement'],
  [{ bankId: 'SOME_NEW_BANK' }, '/cardholder-bancorp-agreement'],
] as const)('%o stands under %s', (over, path) => {
  expect(agreementPathOf(holder(over))).toBe(path);
  expect(pageAt(path)?.page).toBe('agreement');
});

test('an administrator who may not view card usage never gets a consumer page', () => {
  const blind = { role: 'ADMIN', mayView: false } as const;
  expect(agreementPathOf(holder({ ...blind, program: 'Grants' }))).toBe('/cardholder-bancorp-agreement');
  expect(agreementPathOf(holder({ ...blind, program: 'OwnedFunds' }))).toBe('/cardholder-bancorp-agreement');
  expect(agreementPathOf(holder({ ...blind, bankId: 'FIFTHTHIRD', program: 'Grants' }))).toBe(
    '/cardholder-bancorp-agreement',
  );
  expect(agreementPathOf(holder({ role: 'ADMIN', program: 'Grants' }))).toBe('/cardholder-bancorp-grants-agreement');
});

test('whoever opens another agreement is sent to their own', () => {
  const base = holder({ program: 'Grants' });
  const person = {
    ...base,
    features: [],
    businessSuspended: false,
    businessOpen: true,
    userData: { ...base.userData, businessOperational: true },
  };
  const at = (path: string) => decide(pageAt(path)!.guard, { path, person });
  expect(at('/cardholder-bancorp-grants-agreement')).toBe('enter');
  expect(at('/cardholder-mb-agreement')).toEqual({ goTo: '/cardholder-bancorp-grants-agreement' });
});
