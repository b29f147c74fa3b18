import { expect, test } from 'vitest';
import { guardAt } from '../../routes.tsx';
import { decide, type MayEnter } from '../../session/account/guards.ts';
import { defaultNavigation } from './navigation-service.ts';
import { navigationFor, type Navigator } from './navigation.ts';

const mayEnter: MayEnter = (path, person) => decide(guardAt(path)!, { path, person }) === 'enter';

const administrator: Navigator = {
  role: 'ADMIN',
  features: [],
  businessSuspended: false,
  businessOpen: true,
  allowAdminViewCardUsage: true,
  fundingSource: 'Prepaid',
  userData: {
    bankId: 'BANCORP',
    bankPayment: 'Visa',
    program: 'Business',
    businessOperational: true,
    usePexAccountBalanceForAuths: false,
    accountStatus: 'OPEN',
  },
  userId: 'me',
  linkedUsers: [],
};
const pagesOf = (person: Navigator) =>
  navigationFor(person, mayEnter).flatMap(({ items }) => items.map(({ page }) => page));

test('each role sees its own places', { tags: '@2.shell.26' }, () => {
  expect(pagesOf(administrator)).toContain('transactions');
  expect(pagesOf(administrator)).not.toContain('purchases');
  const cardholder: Navigator = { ...administrator, role: 'CARDHOLDER' };
  expect(pagesOf(cardholder)).toContain('purchases');
  expect(pagesOf(cardholder)).not.toContain('transactions');
  expect(pagesOf(cardholder)).not.toContain('attachments');
  expect(pagesOf({ ...cardholder, features: ['business-attachments'] })).toContain('attachments');
});

test('a suspended business has no links to pages that move money', () => {
  const pages = pagesOf({ ...administrator, businessSuspended: true });
  expect(pages).not.toContain('payments');
  expect(pages).toContain('transactions');
});

test(
  'settings: for cardholders with the request-funding feature, a card with its own balance, and an open account',
  { tags: '@6.4' },
  () => {
    const { userData } = administrator;
    const holder: Navigator = { ...administrator, role: 'CARDHOLDER', features: ['request-funding'] };
    expect(pagesOf(holder)).toContain('account');
    for (const other of [
      { ...holder, role: 'ADMIN' },
      { ...holder, features: ['business-attachments'] },
      { ...holder, userData: { ...userData, usePexAccountBalanceForAuths: true } },
      { ...holder, userData: { ...userData, accountStatus: 'CLOSED' } },
    ] satisfies Navigator[])
      expect(pagesOf(other)).not.toContain('account');
  },
);

test('a closed account or business keeps the pages for reading, as far as its guards let it', () => {
  const { userData } = administrator;
  const inClosed = [{ userId: 'me', isUserAccountOpen: true, businessStatus: 'CLOSED' }] as const;
  const closed = { ...userData, accountStatus: 'CLOSED' } as const;
  const holder: Navigator = { ...administrator, role: 'CARDHOLDER', features: ['request-funding'] };
  const left = (person: Navigator) => [
    pagesOf(person),
    defaultNavigation.header(person, mayEnter).map(({ path }) => path),
  ];
  expect(left({ ...administrator, linkedUsers: inClosed })).toEqual([
    ['dashboard', 'transactions', 'reports'],
    ['/transactions'],
  ]);
  expect(left({ ...administrator, userData: closed })).toEqual([['dashboard', 'reports'], []]);
  expect(left({ ...holder, linkedUsers: inClosed })).toEqual([
    ['dashboard', 'purchases', 'reports'],
    ['/my-transactions/purchases'],
  ]);
  expect(left({ ...holder, userData: closed })).toEqual([['dashboard', 'reports'], []]);
});
