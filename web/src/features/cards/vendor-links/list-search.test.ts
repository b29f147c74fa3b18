import { savedLists } from '@florin/contract/program/list-views';
import type { VendorLink } from '@florin/contract/cards/vendor-links';
import { expect, test } from 'vitest';
import { fields, linksIn } from './list-search.ts';

const link = (id: string, more: Partial<VendorLink>): VendorLink => ({
  id,
  email: `${id}@vendors.example`,
  nameOnCard: 'PRIYA NAIR',
  cardLast4: '0932',
  hasOwnCard: false,
  invoice: null,
  amount: null,
  processBefore: null,
  status: 'CREATED',
  sentBy: 'Maya Chen',
  sentAt: `2026-11-0${id}T15:00:00Z`,
  expiresAt: '2026-11-20T15:00:00Z',
  openedAt: null,
  usedAt: null,
  revokedAt: null,
  ...more,
});
const links = [
  link('1', { status: 'USED', invoice: 'INV-7', amount: { amount: 5_00, currency: 'USD' } }),
  link('2', { nameOnCard: 'KOFI MENSAH' }),
  link('3', { status: 'VIEWED', amount: { amount: 9_00, currency: 'USD' } }),
];

test.each([
  [{}, '321'],
  [{ sort: 'sent' }, '123'],
  [{ sort: '-amount' }, '312'],
  [{ sort: '-vendor' }, '321'],
  [{ status: 'CREATED,VIEWED' }, '32'],
  [{ status: '!USED' }, '32'],
  [{ q: ' inv-7 ' }, '1'],
  [{ q: 'kofi' }, '2'],
  [{ q: 'nobody' }, ''],
])('%j shows %s', (search, ids) => {
  expect(
    linksIn(links, search)
      .map(({ id }) => id)
      .join(''),
  ).toBe(ids);
});

test('what can be saved of the list is what it can be filtered by', () => {
  expect(new Set<string>(savedLists['vendor-links'].parameters)).toEqual(
    new Set(['q', 'sort', ...Object.keys(fields)]),
  );
});
