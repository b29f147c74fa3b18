import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import { expect, test } from 'vitest';
import type { BalanceRow, LinkedAccountRow } from './queries.ts';
import { balanceOf, linkedAccountsOf } from './rules.ts';

const bank = {
  status: 'OPEN',
  business_status: 'OPEN',
  credit_replenishment_delay_days: null,
  bank_method: null,
  bank_status: null,
  pool_kind: 'business_available',
  credit_limit: 0n,
} as const;

const row = (id: string, changes: Partial<LinkedAccountRow> = {}): LinkedAccountRow => ({
  id,
  role: 'ADMIN',
  first_name: 'Ada',
  last_name: 'Okafor',
  business_name: 'Northwind Trading',
  funding_source: 'Prepaid',
  last_four: null,
  available: 48_210_55n,
  currency: 'USD',
  business_id: 'b',
  icon_hash: null,
  ...bank,
  ...changes,
});

test('the current account comes first, the others keep their order', () => {
  const accounts = linkedAccountsOf([row('a'), row('b'), row('c')], 'b');
  expect(accounts.map(({ userId, isCurrent }) => [userId, isCurrent])).toEqual([
    ['b', true],
    ['a', false],
    ['c', false],
  ]);
});

test('an account is described in the terms of the contract', { tags: '@3.25' }, () => {
  const changes = { role: 'CARDHOLDER', last_four: '4821', business_status: 'SUSPENDED' } as const;
  expect(linkedAccountsOf([row('a', changes)], 'a')).toEqual([
    {
      userId: 'a',
      businessName: 'Northwind Trading',
      firstName: 'Ada',
      lastName: 'Okafor',
      cardLast4: '4821',
      accountBalance: { amount: 48_210_55, currency: 'USD' },
      spendingOnHold: true,
      customIconUri: null,
      role: 'CARDHOLDER',
      fundingSource: 'Prepaid',
      isUserAccountOpen: true,
      businessStatus: 'SUSPENDED',
      isCurrent: true,
    },
  ]);
});

test("a person whose membership is closed sees nothing of the business's money", { tags: '@beyond.42' }, () => {
  const credit = {
    pool_kind: 'credit_receivable',
    credit_limit: 1000n,
    bank_method: 'PLAID',
    bank_status: 'ACTIVE',
  } as const;
  const accounts = [row('a', { status: 'CLOSED' }), row('a', { status: 'CLOSED', ...credit, available: 7n })].map(
    (each) => {
      const [{ accountBalance, spendingOnHold, isUserAccountOpen }] = linkedAccountsOf([each], 'b') as [LinkedAccount];
      return { accountBalance, spendingOnHold, isUserAccountOpen };
    },
  );
  const nothing = { accountBalance: { amount: 0, currency: 'USD' }, spendingOnHold: true, isUserAccountOpen: false };
  expect(accounts).toEqual([nothing, nothing]);
});

test('an account without a ledger account has a balance of zero', () => {
  const [account] = linkedAccountsOf([row('a', { available: null, currency: null })], 'a');
  expect(account!.accountBalance).toEqual({ amount: 0, currency: 'USD' });
});

const balanceRow = (changes: Partial<BalanceRow> = {}): BalanceRow => ({
  funding_source: 'Prepaid',
  ledger: 1000n,
  on_hold: 200n,
  available: 800n,
  incoming: 50n,
  currency: 'USD',
  ...bank,
  ...changes,
});
const usd = (amount: number) => ({ amount, currency: 'USD' });
const at = new Date('2026-11-02T15:00:00Z');

test('a prepaid balance has no credit limit', { tags: '@1.5' }, () => {
  expect(balanceOf(balanceRow(), at)).toEqual({
    fundingSource: 'Prepaid',
    ledger: usd(1000),
    onHold: usd(200),
    available: usd(800),
    incoming: usd(50),
    creditLimit: null,
    spendingOnHold: false,
    asOf: '2026-11-02T15:00:00.000Z',
  });
});

test('a credit balance shows debt as a negative amount, and its limit', { tags: ['@1.5', '@7.40'] }, () => {
  const credit = {
    funding_source: 'Credit',
    pool_kind: 'credit_receivable',
    ledger: -300n,
    available: 500n,
    credit_limit: 1000n,
  } as const;
  expect(balanceOf(balanceRow(credit), at)).toMatchObject({
    fundingSource: 'Credit',
    ledger: usd(-300),
    available: usd(500),
    creditLimit: usd(1000),
  });
});

test("a closed account has no figures: its former member sees nothing of the business's money", () => {
  const credit = { funding_source: 'Credit', pool_kind: 'credit_receivable', credit_limit: 1000n } as const;
  for (const kind of [{}, credit])
    expect(balanceOf(balanceRow({ ...kind, status: 'CLOSED' }), at)).toMatchObject({
      ledger: usd(0),
      onHold: usd(0),
      available: usd(0),
      incoming: usd(0),
      creditLimit: null,
      spendingOnHold: true,
    });
});

test('a card of a credit business with a balance of its own has no credit limit', () => {
  const wallet = { funding_source: 'Credit', pool_kind: null, credit_limit: null } as const;
  expect(balanceOf(balanceRow(wallet), at).creditLimit).toBeNull();
});

test.each([
  ['while the micro-deposits are awaited', { bank_status: 'AWAITINGMINIDEPOSIT' }, true],
  ['after three wrong tries', { bank_status: 'VALIDATIONFAILED' }, true],
  ['without a credit line', { credit_limit: 0n }, true],
  ['in order', {}, false],
  ['with a bank that is connected', { bank_method: 'PLAID', credit_limit: 0n }, false],
  ['with no bank', { bank_method: null, bank_status: null, credit_limit: 0n }, false],
  ['with a replenishment delay', { bank_status: 'AWAITINGMINIDEPOSIT', credit_replenishment_delay_days: 3 }, false],
  [
    'with a balance of the card’s own',
    { bank_status: 'AWAITINGMINIDEPOSIT', pool_kind: null, credit_limit: null },
    false,
  ],
  ['of an account that is closed', { status: 'CLOSED' }, true],
  ['of a business that is suspended', { business_status: 'SUSPENDED' }, true],
  ['of one that is closed', { business_status: 'CLOSED' }, true],
  ['of one under review', { business_status: 'PENDING_REVIEW', bank_status: 'AWAITINGMINIDEPOSIT' }, false],
  [
    'of one under review without a credit line',
    { business_status: 'PENDING_REVIEW', bank_method: null, bank_status: null, credit_limit: null },
    true,
  ],
  ['prepaid', { bank_status: 'AWAITINGMINIDEPOSIT', pool_kind: 'business_available' }, false],
] as const)('credit on hold, %s: %o', (_, changes, isOnHold) => {
  const credit = {
    pool_kind: 'credit_receivable',
    credit_limit: 1000n,
    bank_method: 'MICRODEPOSITS',
    bank_status: 'ACTIVE',
  } as const;
  expect(balanceOf(balanceRow({ ...credit, ...changes }), at).spendingOnHold).toBe(isOnHold);
  expect(linkedAccountsOf([row('a', { ...credit, ...changes })], 'a')[0]!.spendingOnHold).toBe(isOnHold);
});

test.each([
  ['of a suspended business', { business_status: 'SUSPENDED' }, true],
  ['of a closed business', { business_status: 'CLOSED' }, true],
  ['that is closed itself', { status: 'CLOSED' }, true],
  ['of a business in review', { business_status: 'PENDING_REVIEW' }, false],
] as const)('the money of an account %s cannot be spent now: %o', (_, changes, isOnHold) => {
  expect(balanceOf(balanceRow(changes), at).spendingOnHold).toBe(isOnHold);
  expect(linkedAccountsOf([row('a', changes)], 'a')[0]!.spendingOnHold).toBe(isOnHold);
});

test('an account has the icon that its business shows', () => {
  const [account] = linkedAccountsOf([row('a', { icon_hash: '0123' })], 'a');
  expect(account!.customIconUri).toBe('/branding/business/b/icon?v=0123');
});
