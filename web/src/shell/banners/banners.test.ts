import { unknownCustomerId } from '@florin/contract/program/site';
import { expect, test } from 'vitest';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { bannersFor, type BannerAudience, type Notices } from './banners.ts';

const person: BannerAudience = {
  role: 'ADMIN',
  businessSuspended: false,
  suspensionMode: null,
  fundingSource: 'Credit',
  creditReplenishmentDelayDays: null,
  userId: 'me',
  userData: { accountStatus: 'OPEN', businessOperational: true },
  linkedUsers: [],
};
const words = shellWords.banners;
const ids = (over: Partial<BannerAudience>, notices: Notices = {}) =>
  bannersFor({ ...person, ...over }, notices).map(({ id }) => id);
const texts = (over: Partial<BannerAudience>, notices: Notices = {}) =>
  bannersFor({ ...person, ...over }, notices).map(({ text }) => text);

const usd = (amount: number) => ({ amount, currency: 'USD' });
const bank = { id: 'bank', bankName: 'Granite', accountLast4: '2290', openBankingConnection: null } as const;
const linked = (authenticationMethod: 'PLAID' | 'OPENBANKING', isActive: boolean) =>
  ({ ...bank, authenticationMethod, openBankingConnection: { isActive }, status: 'ACTIVE' }) as const;
const deposits = (status: 'ACTIVE' | 'AWAITINGMINIDEPOSIT' | 'VALIDATIONFAILED') =>
  ({ ...bank, authenticationMethod: 'MICRODEPOSITS', status }) as const;
const fees = { warehouseAmount: usd(25_00), dismissed: false };
const news = { id: 'news', title: 'New', text: 'Something.' };

test('an account in order has none', () => {
  expect(ids({})).toEqual([]);
  expect(
    ids({}, { primaryBank: linked('PLAID', true), creditLine: usd(1), fees: { ...fees, warehouseAmount: usd(0) } }),
  ).toEqual([]);
  expect(ids({}, { primaryBank: deposits('ACTIVE'), creditLine: usd(1) })).toEqual([]);
});

test('a closed account has its banner, closed by itself or with its business', () => {
  expect(texts({ userData: { accountStatus: 'CLOSED', businessOperational: false } })).toEqual([
    'This account was closed!',
  ]);
  const linkedUsers = [{ userId: 'me', isUserAccountOpen: true, businessStatus: 'CLOSED' }] as const;
  expect(texts({ linkedUsers })).toEqual(['This account was closed!']);
});

test('each suspension mode has its own words for administrators', { tags: '@4.44' }, () => {
  const modes = ['CreditWorthiness', 'PlaidConnectivity', 'PaymentFailure', 'Compliance', 'Fraud', 'Default'] as const;
  const all = modes.map((suspensionMode) => texts({ businessSuspended: true, suspensionMode })[0]);
  expect(new Set(all).size).toBe(modes.length);
  expect(texts({ businessSuspended: true })).toEqual([words.suspended.Default]);
});

test('an administrator who can act on a bank gets a link: reconnect it, or add another one', () => {
  const actionOf = (over: Partial<BannerAudience>, notices: Notices = {}) =>
    bannersFor({ ...person, ...over }, notices)[0]?.action;
  const reconnect = { kind: 'accounts', label: 'Reconnect bank' };
  expect(actionOf({}, { primaryBank: linked('PLAID', false) })).toEqual(reconnect);
  const suspended = { businessSuspended: true, suspensionMode: 'PlaidConnectivity' } as const;
  expect(actionOf(suspended, { primaryBank: linked('PLAID', false) })).toEqual(reconnect);
  expect(actionOf({ ...suspended, suspensionMode: 'Fraud' })).toBeUndefined();
  expect(actionOf({ ...suspended, role: 'CARDHOLDER' })).toBeUndefined();
  expect(actionOf({}, { primaryBank: deposits('VALIDATIONFAILED') })).toEqual({ ...reconnect, label: 'Bank accounts' });
  expect(texts({}, { primaryBank: deposits('VALIDATIONFAILED') })[0]).toMatch(
    /^Bank account locked: the amounts for Granite ending in 2290 were wrong three times\. Add another/,
  );
});

test('a suspension for a lost bank names the next step, and no completed one', { tags: '@4.39' }, () => {
  const suspended = { businessSuspended: true, suspensionMode: 'PlaidConnectivity' } as const;
  const said = (primaryBank: Notices['primaryBank'], over: Partial<BannerAudience> = {}) => {
    const [banner] = bannersFor({ ...person, ...suspended, ...over }, { primaryBank });
    return [banner?.text, banner?.action];
  };
  const toAccounts = { kind: 'accounts', label: 'Bank accounts' };
  expect(said(linked('OPENBANKING', false))[0]).toBe(words.suspended.PlaidConnectivity);
  expect(said(deposits('AWAITINGMINIDEPOSIT'))).toEqual([
    'Account suspended until your account at Granite ending in 2290 is confirmed: enter the two micro-deposits.',
    { kind: 'validate', bankId: 'bank' },
  ]);
  expect(said(deposits('VALIDATIONFAILED'))).toEqual([words.suspendedBank.locked('Granite', '2290'), toAccounts]);
  // Unknown, none, or confirmed meanwhile: no link to reconnect anything.
  for (const other of [undefined, null, linked('PLAID', true), deposits('ACTIVE')])
    expect(said(other)).toEqual([words.suspendedBank.unknown, toAccounts]);
  const closed = { accountStatus: 'CLOSED', businessOperational: true } as const;
  expect(bannersFor({ ...person, ...suspended, userData: closed }, {}).at(-1)?.action).toBeUndefined();
});

test('cardholders learn whom to ask, not why', { tags: '@4.45' }, () => {
  expect(texts({ role: 'CARDHOLDER', businessSuspended: true, suspensionMode: 'Fraud' })).toEqual([
    words.suspendedForCardholders,
  ]);
});

test('pending review needs a funding source and names it', { tags: '@4.46' }, () => {
  const userData = { accountStatus: 'OPEN', businessOperational: false } as const;
  expect(texts({ userData, fundingSource: 'Prepaid' })).toEqual([words.pendingReviewPrepaid]);
  expect(texts({ userData })).toEqual([words.pendingReviewCredit]);
  expect(texts({ userData, fundingSource: null })).toEqual([]);
  // A cardholder can add no funds.
  for (const fundingSource of ['Prepaid', 'Credit'] as const)
    expect(texts({ userData, fundingSource, role: 'CARDHOLDER' })).toEqual([
      words.pendingReviewForCardholders[fundingSource],
    ]);
});

test.each(['PLAID', 'OPENBANKING'] as const)(
  '%s: unlinked when the connection is inactive',
  { tags: ['@3.39', '@4.50'] },
  (method) => {
    const primaryBank = linked(method, false);
    expect(ids({}, { primaryBank, creditLine: usd(0) })).toEqual(['bank-unlinked']);
    expect(texts({}, { primaryBank })).toEqual([words.bankUnlinked]);
    expect(texts({}, { primaryBank, automaticSuspension: true })).toEqual([words.bankUnlinkedSuspends]);
  },
);

test.each([
  ['AWAITINGMINIDEPOSIT', usd(1), words.creditLineHold.bank],
  ['ACTIVE', usd(0), words.creditLineHold.line],
  ['VALIDATIONFAILED', usd(0), words.creditLineHold.bankAndLine],
] as const)('a hold names the open steps: %s, credit line %o', { tags: '@4.53' }, (status, creditLine, expected) => {
  expect(texts({}, { primaryBank: deposits(status), creditLine }).at(-1)).toContain(expected);
});

test.each([
  ['AWAITINGMINIDEPOSIT', usd(1)],
  ['ACTIVE', usd(0)],
  ['VALIDATIONFAILED', usd(0)],
] as const)(
  'a hold in review promises nothing before the approval: %s, credit line %o',
  { tags: '@4.54' },
  (status, creditLine) => {
    const inReview = { userData: { accountStatus: 'OPEN', businessOperational: false } } as const;
    expect(texts(inReview, { primaryBank: deposits(status), creditLine }).at(-1)).toMatch(
      /(^|\. |, )[Cc]redit line on hold\. You can spend once .*application is approved/,
    );
  },
);

test(
  'a business in review without a credit line has the hold, with any bank and without one',
  { tags: '@4.53' },
  () => {
    const inReview = { userData: { accountStatus: 'OPEN', businessOperational: false } } as const;
    for (const primaryBank of [null, linked('PLAID', true), deposits('ACTIVE')])
      expect(texts(inReview, { primaryBank, creditLine: usd(0) })).toEqual([
        'Application in review, credit line on hold. You can spend once your application is approved with a credit line above zero.',
      ]);
    // Granted, or unknown.
    expect(ids(inReview, { primaryBank: null, creditLine: usd(1) })).toEqual(['pending-review']);
    expect(ids(inReview, { creditLine: usd(0) })).toEqual(['pending-review']);
  },
);

test.each([
  ['AWAITINGMINIDEPOSIT', usd(0), ['bank-validation', 'credit-line-hold']],
  // One cause, one banner.
  ['AWAITINGMINIDEPOSIT', usd(1), ['bank-validation']],
  ['AWAITINGMINIDEPOSIT', undefined, ['bank-validation']],
  ['VALIDATIONFAILED', usd(1), ['bank-locked']],
  ['ACTIVE', usd(0), ['credit-line-hold']],
  ['ACTIVE', usd(-1), ['credit-line-hold']],
  ['ACTIVE', usd(1), []],
  // Unknown: no banner.
  ['ACTIVE', undefined, []],
] as const)('micro-deposits, %s, credit line %o: %o', { tags: ['@4.52', '@4.53'] }, (status, creditLine, expected) => {
  expect(ids({}, { primaryBank: deposits(status), creditLine })).toEqual(expected);
});

test.each([
  ['cardholders', { role: 'CARDHOLDER' }],
  ['prepaid', { fundingSource: 'Prepaid' }],
  ['no funding source', { fundingSource: null }],
  ['suspended', { businessSuspended: true }],
  ['a replenishment delay', { creditReplenishmentDelayDays: 3 }],
  ['closed', { userData: { accountStatus: 'CLOSED', businessOperational: true } }],
] as const)('the primary bank does not matter: %s', { tags: ['@4.49', '@6.7'] }, (_, over) => {
  const bankBanners = (notices: Notices) => ids(over, notices).filter((id) => /^(bank|credit)-/.test(id));
  expect(bankBanners({ primaryBank: linked('PLAID', false) })).toEqual([]);
  expect(bankBanners({ primaryBank: deposits('AWAITINGMINIDEPOSIT'), creditLine: usd(0) })).toEqual([]);
});

test('no replenishment delay is also one of zero days', () => {
  expect(ids({ creditReplenishmentDelayDays: 0 }, { primaryBank: linked('PLAID', false) })).toEqual(['bank-unlinked']);
});

test(
  'outstanding fees: while the warehouse amount is above 0, until dismissed, for administrators',
  { tags: '@4.55' },
  () => {
    expect(texts({}, { fees })[0]).toMatch(/^Your account has outstanding fees! \$25\.00/);
    expect(ids({}, { fees: { ...fees, dismissed: true } })).toEqual([]);
    expect(ids({}, { fees: { ...fees, warehouseAmount: usd(0) } })).toEqual([]);
    expect(ids({ role: 'CARDHOLDER' }, { fees })).toEqual([]);
  },
);

test('an announcement is for everyone', () => {
  expect(texts({ role: 'CARDHOLDER' }, { announcements: [news] })).toEqual(['New: Something.']);
  expect(ids({}, { announcements: [{ ...news, id: unknownCustomerId }] })).toEqual([]);
});

test('data that could not be loaded makes no banner except that it is missing', () => {
  expect(ids({}, { incomplete: true })).toEqual(['unchecked']);
  expect(ids({}, { primaryBank: deposits('ACTIVE'), fees: undefined, incomplete: true })).toEqual(['unchecked']);
});

test('the order of several: the end of an account, its suspension, what it waits for, open steps, information', () => {
  const all = {
    primaryBank: deposits('AWAITINGMINIDEPOSIT'),
    creditLine: usd(0),
    fees,
    announcements: [news],
    incomplete: true,
  };
  const inReview = { accountStatus: 'OPEN', businessOperational: false } as const;
  expect(ids({ userData: inReview }, all)).toEqual([
    'pending-review',
    'bank-validation',
    'credit-line-hold',
    'outstanding-fees',
    'announcement-news',
    'unchecked',
  ]);
  const closed = { accountStatus: 'CLOSED', businessOperational: false } as const;
  expect(ids({ userData: closed, businessSuspended: true }, all)).toEqual([
    'closed',
    'suspended',
    'outstanding-fees',
    'announcement-news',
    'unchecked',
  ]);
});
