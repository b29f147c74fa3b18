import { expect, test } from 'vitest';
import type { GuardedPerson } from '../routes/guards.ts';
import { navigationFor } from './navigation.ts';

const administrator: GuardedPerson = {
  role: 'ADMIN',
  features: [],
  businessSuspended: false,
  businessOpen: true,
  allowAdminViewCardUsage: true,
  fundingSource: 'Prepaid',
  userData: { bankId: 'BANCORP', bankPayment: 'Visa', program: 'Business', businessOperational: true },
};
const pagesOf = (person: GuardedPerson) => navigationFor(person).flatMap(({ items }) => items.map(({ page }) => page));

test('each role sees its own places', () => {
  expect(pagesOf(administrator)).toContain('transactions');
  expect(pagesOf(administrator)).not.toContain('purchases');
  const cardholder: GuardedPerson = { ...administrator, role: 'CARDHOLDER' };
  expect(pagesOf(cardholder)).toContain('purchases');
  expect(pagesOf(cardholder)).not.toContain('transactions');
  expect(pagesOf(cardholder)).not.toContain('attachments');
  expect(pagesOf({ ...cardholder, features: ['business-attachments'] })).toContain('attachments');
});

test('a suspended business sees no place where money moves', () => {
  const pages = pagesOf({ ...administrator, businessSuspended: true });
  expect(pages).not.toContain('payments');
  expect(pages).toContain('transactions');
});
