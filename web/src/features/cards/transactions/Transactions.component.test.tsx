import type { TransactionLine, TransactionReport, transaction as one } from '@florin/contract/cards/transactions';
import type { mySpendLimits } from '@florin/contract/cards/spend-limits';
import type { card } from '@florin/contract/cards/cards';
import { declines, type DeclineCode } from '@florin/contract/cards/decline-codes';
import { declineReason, declineSentence } from '@florin/contract/cards/decline-sentences';
import type { SpendOverride } from '@florin/contract/cards/spend-overrides';
import type { Success } from '@florin/contract/endpoint';
import { permissionFlags } from '@florin/contract/permissions';
import { expect, test } from 'vitest';
import { askingWords } from '../../../messages/en/money/asking.ts';
import { faults, refuse, refuseFor } from '../../../testing/answers.ts';
import { aCard, aPurchase } from '../../../testing/card-core.ts';
import { screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { administrator, aMember, answersFor, cardholder, usd } from '../../../testing/people.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { keptNotice, returnAfterEnd } from '../../../testing/session-end.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { pendingChange } from '../../../testing/settings.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const line = (n: number, change: Partial<TransactionLine> = {}): TransactionLine =>
  aPurchase(n, {
    at: '2026-11-02T15:00:00Z',
    merchant: { id: `m${n}`, name: `Shop ${n}`, city: 'Boston', state: 'MA', country: 'US', mcc: 5812 },
    card: { id: id(900), last4: '0932', kind: 'VIRTUAL' as const, name: 'Travel' },
    ...change,
  });
const held = line(8, {
  status: 'PENDING',
  settled: usd(0),
  merchantAmount: { amount: 15_178, currency: 'MXN' },
  hold: { amount: usd(800), until: '2026-12-16T15:00:00Z', reason: 'LODGING' },
  fees: [{ id: id(700), kind: 'ISA', at: '2026-11-02T15:00:00Z', amount: usd(24), basisPoints: 300 }],
});
const declined = line(9, { status: 'DECLINED', settled: usd(0), declineCode: 'limit_day' });
const page = (...items: TransactionLine[]) => ({ items, nextCursor: null, searchedBackTo: null, totals: null });
const noTotals = {
  transactions: 0,
  settled: usd(0),
  held: usd(0),
  returned: usd(0),
  incoming: usd(0),
  fees: usd(0),
};

type One = Success<typeof one>['body'];
const facts = (change: Partial<NonNullable<One['decline']>> = {}): One['decline'] => ({
  left: null,
  limit: null,
  shared: null,
  hours: null,
  request: null,
  ...change,
});
const details = (of: TransactionLine): One => ({
  ...of,
  decline: of.status === 'DECLINED' ? facts() : null,
  reports: [],
  events: [
    {
      id: 'e1',
      type: 'AUTHORIZATION',
      at: of.at,
      amount: of.requested,
      merchantAmount: null,
      outcome: of.status === 'DECLINED' ? 'DECLINED' : 'APPROVED',
      declineCode: of.declineCode,
      approved: of.status === 'DECLINED' ? usd(0) : of.requested,
      held: of.requested,
      milliseconds: 41,
      flags: [],
    },
  ],
  traces: [
    {
      eventId: 'e1',
      available: usd(50_000),
      binds: 'RULE',
      rules: [
        {
          layer: 'CARD',
          policyId: id(600),
          policyName: 'Travel rules',
          version: 3,
          index: 0,
          rule: { kind: 'amount', period: 'day', limit: 20_000 },
          code: 'limit_day',
          room: usd(12_00),
          binds: true,
          resetsAt: null,
        },
      ],
      groups: [],
      shadow: null,
    },
  ],
});

/** As its cardholder gets it. */
const own = (of: TransactionLine, decline: One['decline'] = facts()) => {
  const { traces: _, ...seen } = details(of);
  return { ...seen, decline };
};

const frozenCard: Success<typeof card>['body'] = {
  id: id(900),
  chainId: id(900),
  kind: 'VIRTUAL',
  name: 'Travel',
  purpose: null,
  externalId: null,
  last4: '0932',
  nameOnCard: 'PRIYA NAIR',
  expiresOn: '2029-11-30',
  status: 'PAUSED',
  substatus: 'ADMIN_FREEZE',
  holder: null,
  freezes: [
    {
      by: 'ADMIN',
      cause: 'ADMIN_FREEZE',
      reason: null,
      actor: 'Maya Chen',
      since: '2026-11-02T15:00:00Z',
      until: null,
    },
  ],
  shipment: null,
  pinStatus: 'NOT_SET',
  controls: { usesAtMost: null, uses: 0, amountLock: null, merchantLock: null, validFrom: null, validUntil: null },
  groups: [],
  policyVersions: [],
  revision: '1',
  issuedAt: null,
  activatedAt: null,
  closedAt: null,
  replaces: null,
  replacedBy: null,
  lastUsedAt: null,
  spentThisMonth: null,
  timeline: [],
  fundings: [],
};
const override: SpendOverride = {
  id: id(400),
  card: { cardId: id(900), last4: '0932', kind: 'VIRTUAL' as const, name: null, cardholder: null },
  document: { rules: [], groups: [] },
  note: null,
  from: '2026-11-02T15:00:00Z',
  until: '2026-11-03T05:00:00Z',
  createdAt: '2026-11-02T15:00:00Z',
  createdBy: 'Maya Chen',
  state: 'ACTIVE',
};

const answers = answersFor(administrator);
const row = (name: string) => screen.getByRole('row').filter({ hasText: name });
const sheet = screen.getByRole('dialog');

test('a row says who, when, in which state and how much; fees are lines of their own', async () => {
  await renderApp('/transactions', { ...answers, transactions: page(line(5), held, declined) });
  await expect.element(row('Shop 5')).toMatchTextContent(/Meals.*Priya Nair.*0932.*Settled.*\$5\.00/);
  await expect.element(row('Shop 8')).toMatchTextContent(/On hold to Dec 16.*MXN 151\.78.*\$8\.00/);
  await expect.element(row('Shop 9')).toMatchTextContent(/Declined.*\$9\.00/);
  await expect.element(row('International fee, 3%')).toMatchTextContent(/\$0\.24/);
});

test('views and filters are in the address, and the call asks for exactly them', async () => {
  const app = await renderApp('/transactions', { ...answers, transactions: page(line(5)) });
  await screen.getByRole('tab', { name: 'Over $1,000' }).click();
  await expect.element(row('Shop 5')).toBeVisible();
  expect(window.location.search).toBe('?amount=100000..');
  await expect.poll(() => app.requestsOf('transactions').at(-1)?.query).toMatchObject({ amountFrom: 100_000 });
  await screen.getByRole('searchbox').fill('hotel');
  await expect.poll(() => app.requestsOf('transactions').at(-1)?.query).toMatchObject({ text: 'hotel' });
  await expect.element(screen.getByRole('tab', { name: 'Filtered', selected: true })).toBeVisible();
});

test('days are those of the business: in the filter, in the rows and in the export', async () => {
  const app = await renderApp('/transactions?date=2026-11-03..2026-11-03', {
    ...answers,
    userInfo: { ...administrator, timeZone: 'Pacific/Kiritimati' },
    transactions: page(line(5)),
    exportTransactions: null,
  });
  await expect.element(row('Shop 5')).toMatchTextContent(/Nov 3/);
  const day = { from: '2026-11-02T10:00:00.000Z', to: '2026-11-03T10:00:00.000Z' };
  expect(app.requestsOf('transactions').at(-1)?.query).toMatchObject(day);
  await screen.getByRole('button', { name: 'Export these rows' }).click();
  await screen.getByRole('menuitem', { name: /CSV/ }).click();
  await expect.poll(() => app.requestsOf('exportTransactions').at(-1)?.query).toMatchObject(day);
});

test('two changes of the address that follow each other both count, and a closed sheet stays closed', async () => {
  await renderApp(`/transactions?open=${held.id}`, {
    ...answers,
    transactions: page(held),
    transaction: details(held),
  });
  await expect.element(sheet).toBeVisible();
  const close = sheet.getByRole('button', { name: 'Close' }).element();
  const tab = screen.getByRole('tab', { name: 'Over $1,000' }).element();
  close.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  tab.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 }));
  await expect.poll(() => window.location.search).toBe('?amount=100000..');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('the next rows are added below, and a failure leaves what is there', async () => {
  const app = await renderApp('/transactions', {
    ...answers,
    transactions: { ...page(line(1)), nextCursor: 'next' },
  });
  await expect.element(row('Shop 1')).toBeVisible();
  app.answer({ transactions: refuse('UNEXPECTED') });
  await screen.getByRole('button', { name: 'Load more' }).click();
  await expect.element(screen.getByRole('alert').filter({ hasText: 'could not load' })).toBeVisible();
  await expect.element(row('Shop 1')).toBeVisible();
  app.answer({ transactions: page(line(2)) });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(row('Shop 2')).toBeVisible();
  await expect.element(row('Shop 1')).toBeVisible();
});

test.each([
  ['/my-transactions/card-declines', cardholder],
  ['/transactions?status=DECLINED', administrator],
])('a list of declines says why: %s', async (address, who) => {
  const usual = answersFor(who);
  await renderApp(address, {
    ...usual,
    ...(who === administrator && answers),
    transactions: page(declined),
    myTransactions: page(declined),
  });
  await expect.element(screen.getByRole('row').filter({ hasText: declineReason('limit_day') })).toBeVisible();
});

test('the sum of a view takes off what merchants will give back', async () => {
  const totals = {
    transactions: 1,
    settled: usd(218_40),
    held: usd(0),
    returned: usd(0),
    incoming: usd(18_40),
    fees: usd(0),
  };
  await renderApp('/transactions', { ...answers, transactions: { ...page(line(1)), totals } });
  await expect
    .element(screen.getByRole('main'))
    .toMatchTextContent(/Settled \$218\.40 ?− Refund on its way \$18\.40 ?= \$200\.00/);
});

test('a business without purchases is led to its cards, or to its first one by whom may issue it', async () => {
  const totals = { cards: 1, people: 1, spentThisMonth: null };
  const cards = { items: [aCard(0)], nextCursor: null, totals };
  const app = await renderApp('/transactions', { ...answers, transactions: page(), cards });
  await expect.element(screen.getByRole('link', { name: 'See your cards' })).toHaveAttribute('href', '/cards');
  app.answer({ cards: { ...cards, items: [] } });
  await app.open('/transactions');
  await expect
    .element(screen.getByRole('link', { name: 'Issue a card' }))
    .toHaveAttribute('href', '/cards?issue=virtual');
  const flags = permissionFlags.filter((flag) => flag !== 'MANAGE_CARDHOLDERS');
  app.answer({ userInfo: { ...administrator, permissionFlags: flags } });
  await app.open('/transactions');
  await expect.element(screen.getByRole('link', { name: 'See your cards' })).toBeVisible();
});

test.each([
  ['/transactions', administrator, 'transactions', 'No transactions yet'],
  ['/transactions?q=nowhere', administrator, 'transactions', 'No transaction matches these filters.'],
  ['/my-transactions/purchases', cardholder, 'myTransactions', 'No transactions yet'],
  ['/my-transactions/card-transactions', cardholder, 'myTransactions', 'No transactions yet'],
  ['/my-transactions/card-declines', cardholder, 'myTransactions', 'No declined purchases'],
] as const)('%s without rows says so', async (path, person, call, text) => {
  await renderApp(path, { ...answersFor(person), [call]: page(), suggestedMerchants: { items: [] } });
  await expect.element(screen.getByText(text)).toBeVisible();
});

test('a search without a match offers the nearest merchants, one press away', async () => {
  const app = await renderApp('/transactions?q=shpo', {
    ...answers,
    transactions: ({ query: { text } }) => ({
      ...page(),
      totals: { ...noTotals, transactions: text === 'Shop 5' ? 2 : 0 },
    }),
    suggestedMerchants: { items: [{ name: 'Shop 5', transactions: 2 }] },
  });
  const offer = screen.getByRole('button', { name: 'Did you mean “Shop 5”? It finds 2' });
  await expect.element(offer).toBeVisible();
  app.answer({ transactions: page(line(5)) });
  await offer.click();
  await expect.element(row('Shop 5')).toBeVisible();
  expect(window.location.search).toBe('?q=Shop+5');
  expect(app.requestsOf('suggestedMerchants').at(-1)?.query).toEqual({ text: 'shpo' });
});

test('without a match, the list says what it finds with one filter less', async () => {
  const app = await renderApp('/transactions?q=hilton&status=DECLINED', {
    ...answers,
    transactions: ({ query: { text, status } }) => {
      const rows = text === undefined ? 7 : status === undefined ? 2 : 0;
      return { ...page(), totals: { ...noTotals, transactions: rows } };
    },
    suggestedMerchants: { items: [] },
  });
  await expect.element(screen.getByRole('button', { name: 'Without the search: 7' })).toBeVisible();
  app.answer({ transactions: page(line(5)) });
  await screen.getByRole('button', { name: 'Without Status: 2' }).click();
  await expect.element(row('Shop 5')).toBeVisible();
  expect(window.location.search).toBe('?q=hilton');
});

test('a list that cannot be loaded says so and tries again', async () => {
  const app = await renderApp('/transactions', { ...answers, transactions: faults.fails });
  await expect.element(screen.getByText('We could not load the transactions.')).toBeVisible();
  app.answer({ transactions: page(line(5)) });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(row('Shop 5')).toBeVisible();
});

test('the sheet has the sum, the hold, the timeline and, for administrators, the reasons', async () => {
  await renderApp(`/transactions?open=${held.id}`, {
    ...answers,
    transactions: page(held),
    transaction: details(held),
  });
  await expect.element(sheet).toMatchTextContent(/On hold.*\$8\.00.*International fee, 3%.*\$0\.24.*\$8\.24/);
  await expect.element(sheet).toMatchTextContent(/\$8\.00 is held until Dec 16.*Hotels may hold/);
  await expect.element(sheet).toMatchTextContent(/Purchase approved.*decided in 41 ms/);
  await expect
    .element(sheet)
    .toMatchTextContent(/At most \$200\.00 a day: \$188\.00 \+ \$8\.00 = \$196\.00\. This was the tightest/);
  await expect
    .element(sheet.getByRole('link', { name: 'Card', exact: true }))
    .toHaveAttribute('href', `/cards/policies/${id(600)}`);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => window.location.search).toBe('');
});

test.each(['own', 'business'] as const)(
  'a hold offers a text that asks the merchant to release it: %s',
  async (scope) => {
    const app = await renderApp(`${scope === 'own' ? '/my-transactions/purchases' : '/transactions'}?open=${held.id}`, {
      ...(scope === 'own' ? answersFor(cardholder) : answers),
      transactions: page(held),
      myTransactions: page(held),
      transaction: details(held),
      myTransaction: own(held, null),
    });
    await sheet.getByRole('button', { name: 'Ask the hotel to release it' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Ask the hotel to release it' });
    await expect.element(dialog).toMatchTextContent(/Only the merchant can release a hold before its date\./);
    const text = dialog.getByRole('blockquote');
    await expect
      .element(text)
      .toMatchTextContent(
        /Shop 8 has \$8\.00 \(MXN 151\.78\) on hold on the Visa card ending in 0932.*authorized on Nov 2, 10:00 AM Eastern Time\./,
      );
    const href = dialog.getByRole('link', { name: 'Write an email' }).element().getAttribute('href')!;
    expect(decodeURIComponent(href)).toContain('Release of a card hold: $8.00, Nov 2');
    // Nothing but what the sheet reads was called.
    expect(app.requestsOf('reportTransaction')).toEqual([]);
  },
);

test('beside the open sheet rows stay rows of a table, with fewer columns', async () => {
  await setAppearance({ width: 1440, height: 900 });
  const long = line(7, { merchant: { ...line(7).merchant, name: 'Marriott Copley Place and Residences' } });
  await renderApp(`/transactions?open=${held.id}`, {
    ...answersFor(administrator),
    transactions: page(line(6), long, held),
    transaction: details(held),
  });
  const titles = () =>
    screen
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent);
  await expect.element(screen.getByRole('heading', { name: 'What happened' })).toBeVisible();
  await expect.poll(titles).toEqual(['Merchant', 'Cardholder', 'Date', 'Amount']);
  expect(screen.getByRole('row').nth(1).element().getBoundingClientRect().height).toBeLessThan(52);
  await userEvent.keyboard('{Escape}');
  await expect.poll(titles).toContain('Status');
});

test('a cardholder reads why a purchase was declined, and not the reasons of the rules', async () => {
  await renderApp(`/my-transactions/card-declines?open=${declined.id}`, {
    ...answersFor(cardholder),
    myTransactions: page(declined),
    myTransaction: own(declined),
  });
  await expect.element(sheet).toMatchTextContent(/above the daily limit\. Ask for a higher limit/);
  await expect.element(sheet).toMatchTextContent(/Restaurants and bars · Boston, MA · Priya Nair · Travel ·· 0932/);
  await expect.element(sheet).toMatchTextContent(/Purchase declined \$9\.00/);
  await expect.element(sheet).not.toMatchTextContent('seen by administrators');
  // How fast it was decided is of use to administrators only.
  await expect.element(sheet).not.toMatchTextContent('41 ms');
});

test('on a phone the sum of the view and of each whole day stand above the purchases', async () => {
  await setAppearance({ width: 320 });
  const earlier = line(4, { at: '2026-11-01T15:00:00Z' });
  const oldest = line(3, { at: '2026-10-31T15:00:00Z' });
  await renderApp('/transactions', {
    ...answers,
    transactions: {
      ...page(line(5), held, declined, earlier, oldest),
      nextCursor: 'more',
      totals: { ...noTotals, transactions: 12, settled: usd(5_000), held: usd(800), returned: usd(300), fees: usd(24) },
    },
  });
  await expect.element(screen.getByText(/^12 transactions\$55\.24$/)).toBeVisible();
  const days = screen.getByText(/^(Mon, Nov 2|Sun, Nov 1|Sat, Oct 31)$/);
  await expect
    .poll(() => days.elements().map((day) => day.parentElement!.textContent))
    .toEqual([
      'Mon, Nov 2$13.24',
      'Sun, Nov 1$4.00',
      // More of this day may follow.
      'Sat, Oct 31',
    ]);
});

test('on a phone a large sum leaves the name of the merchant its room', async () => {
  await setAppearance({ width: 320 });
  const large = { ...declined, amount: usd(999_999_999_99), merchant: { ...declined.merchant, name: 'M'.repeat(80) } };
  await renderApp(`/my-transactions/card-declines?open=${declined.id}`, {
    ...answersFor(cardholder),
    myTransactions: page(large),
    myTransaction: own(large),
  });
  const name = sheet.getByText('M'.repeat(80));
  await expect.element(name).toBeVisible();
  expect(name.element().getBoundingClientRect().width).toBeGreaterThan(200);
});

test('a request from a decline asks for what was missing, and the person can change it', async () => {
  await renderApp(`/my-transactions/card-declines?open=${declined.id}`, {
    ...answersFor(cardholder),
    myTransactions: page(declined),
    myTransaction: own(
      declined,
      facts({ left: usd(600), limit: { limit: usd(20_000), period: 'day', resetsAt: null } }),
    ),
  });
  await expect
    .element(sheet)
    .toMatchTextContent(
      /Daily limit\$200\.00Spent before− \$194\.00Left for this purchase\$6\.00This purchase− \$9\.00Missing\$3\.00/,
    );
  await expect
    .element(sheet.getByRole('heading', { name: 'Declined. $9.00 was over the $6.00 you had left that day.' }))
    .toBeVisible();
  await sheet.getByRole('button', { name: 'Ask for $3.00 more today' }).click();
  // What is known is a sentence. Its fields come when they are wanted.
  const dialog = screen.getByRole('dialog', { name: 'Ask for a higher limit' });
  await expect.element(dialog).toMatchTextContent('$3.00 more today, for Shop 9.');
  await expect.element(screen.getByLabelText('Reason', { exact: true })).toHaveFocus();
  expect(screen.getByLabelText('How much more').elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect.element(screen.getByLabelText('How much more', { exact: false })).toHaveValue('3.00');
  await expect.element(screen.getByLabelText('How much more', { exact: false })).toHaveFocus();
});

const leftNow: Success<typeof mySpendLimits>['body']['cards'][number] = {
  card: { cardId: id(900), last4: '0932', kind: 'VIRTUAL', name: 'Travel', cardholder: null },
  leftToSpend: { amount: usd(200_00), binding: { by: 'LIMIT', limit: 0 } },
  stopped: null,
  available: usd(900_00),
  source: 'WALLET',
  limits: [
    {
      layer: 'CARD',
      policyId: id(600),
      policyName: 'Travel rules',
      rule: 0,
      unit: 'AMOUNT',
      period: 'day',
      since: null,
      group: null,
      of: 'card',
      limit: 300_00,
      used: 100_00,
      left: 200_00,
      resetsAt: '2099-12-01T15:00:00Z',
    },
  ],
  shared: [],
  rules: [],
  groups: [],
  timeZone: 'America/New_York',
};

test('after an approval the old sum is gone, and an administrator reads who can try again', async () => {
  const left = { left: usd(600), limit: { limit: usd(20_000), period: 'day' as const, resetsAt: null } };
  const request = {
    id: id(500),
    kind: 'LIMIT' as const,
    status: 'APPROVED' as const,
    at: '2026-11-02T15:01:00Z',
    decidedBy: 'Maya Chen',
    decidedAt: '2026-11-02T15:05:00Z',
    until: '2099-12-01T15:00:00Z',
  };
  const app = await renderApp(`/transactions?open=${declined.id}`, {
    ...answers,
    transactions: page(declined),
    transaction: { ...details(declined), decline: facts(left) },
    canIBuy: {
      answer: 'YES',
      code: null,
      amount: usd(900),
      available: usd(900),
      binding: null,
      also: [],
      shared: [],
      help: [],
    },
  });
  const heading = sheet.getByRole('heading', { level: 3 }).first();
  await expect.element(heading).toHaveTextContent('Declined. $9.00 was over the $6.00 Priya Nair had left that day.');
  await expect.element(sheet).toMatchTextContent('Missing$3.00');
  app.answer({ transaction: { ...details(declined), decline: facts({ ...left, request }) } });
  await queryClient.invalidateQueries();
  await expect.element(heading).toHaveTextContent('The cardholder can try again.');
  await expect.element(sheet).not.toMatchTextContent('Missing');
});

const weekly = {
  layer: 'GROUP' as const,
  policyId: id(601),
  policyName: 'Sales',
  index: 1,
  rule: { kind: 'amount' as const, period: 'week' as const, limit: 100_00, group: 'RESTAURANTS' },
  code: 'limit_week' as const,
  room: usd(4_00),
  resetsAt: '2099-12-07T05:00:00Z',
};
const approvedRaise = {
  id: id(500),
  kind: 'LIMIT' as const,
  status: 'APPROVED' as const,
  at: '2026-11-02T15:01:00Z',
  decidedBy: 'Maya Chen',
  decidedAt: '2026-11-02T15:05:00Z',
  until: '2099-12-01T15:00:00Z',
};

test.each(['own', 'business'] as const)(
  'after an approval, the limit that would still decline is named with its sum and its act: %s',
  async (scope) => {
    const isOwn = scope === 'own';
    const decline = facts({
      left: usd(600),
      limit: { limit: usd(200_00), period: 'day', resetsAt: null },
      request: approvedRaise,
    });
    await renderApp(`${isOwn ? '/my-transactions/card-declines' : '/transactions'}?open=${declined.id}`, {
      ...(isOwn ? answersFor({ ...cardholder, features: ['request-funding'] }) : answers),
      myTransactions: page(declined),
      transactions: page(declined),
      myTransaction: own(declined, decline),
      transaction: { ...details(declined), decline },
      mySpendLimits: { cards: [leftNow] },
      cardSpendLimits: leftNow,
      canIBuy: {
        answer: 'PARTLY',
        code: 'limit_week',
        amount: usd(400),
        available: usd(90_000),
        binding: weekly,
        also: [{ ...weekly, policyName: 'Company', rule: { kind: 'allow', field: 'country', values: ['CA'] } }],
        shared: [],
        help: [],
      },
    });
    await expect
      .element(sheet)
      .toMatchTextContent(
        /Another limit would still decline the purchase: At most \$100\.00 a week at Restaurants \(Sales\)\. \$4\.00 is left of it, so \$5\.00 is missing\. The limit resets Dec 7, 2099, at midnight\. Also in the way: Only in Canada \(Company\)\./,
      );
    // The sum of the day is history.
    await expect.element(sheet).not.toMatchTextContent(/Left for this purchase|try again tomorrow/);
    if (!isOwn) {
      await expect.element(sheet.getByRole('button', { name: 'Allow once' })).toBeVisible();
      return;
    }
    await sheet.getByRole('button', { name: 'Ask for $5.00 more this week' }).click();
    await expect
      .element(screen.getByRole('dialog', { name: 'Ask for a higher limit' }))
      .toMatchTextContent(/\$5\.00 more a week until \w+ \d+(, \d+)?, for Shop 9\./);
  },
);

test('after an approval, a rule that would still decline is asked for by its own name', async () => {
  const app = await renderApp(`/my-transactions/card-declines?open=${declined.id}`, {
    ...answersFor({ ...cardholder, features: ['request-funding'] }),
    myTransactions: page(declined),
    myTransaction: own(declined, facts({ request: approvedRaise })),
    mySpendLimits: { cards: [leftNow] },
    canIBuy: {
      answer: 'NO',
      code: 'state_not_allowed',
      amount: usd(0),
      available: usd(90_000),
      binding: {
        ...weekly,
        rule: { kind: 'allow', field: 'state', values: ['ME'] },
        code: 'state_not_allowed',
        room: usd(0),
        resetsAt: null,
      },
      also: [],
      shared: [],
      help: [],
    },
    createRequest: refuse('STEP_NOT_POSSIBLE'),
  });
  await expect
    .element(sheet)
    .toMatchTextContent(/A rule would still decline the purchase: In the US only in .*\(Sales\)\./);
  await sheet.getByRole('button', { name: 'Ask to have it allowed' }).click();
  await screen.getByLabelText('Reason', { exact: true }).fill('Trade show');
  await screen.getByRole('button', { name: askingWords.send }).click();
  await expect.poll(() => app.requestsOf('createRequest').length).toBe(1);
  // The purchase was declined for another thing, which the request is not about.
  expect(app.requestsOf('createRequest')[0]?.body).toMatchObject({
    kind: 'UNBLOCK',
    exception: { about: 'state', value: 'MA' },
  });
  expect(app.requestsOf('createRequest')[0]?.body).not.toHaveProperty('declinedTransactionId');
});

test('after an approval, a card that was frozen since is unfrozen from the decline', async () => {
  await renderApp(`/my-transactions/card-declines?open=${declined.id}`, {
    ...answersFor({ ...cardholder, features: ['request-funding'] }),
    myTransactions: page(declined),
    myTransaction: own(declined, facts({ request: approvedRaise })),
    mySpendLimits: { cards: [leftNow] },
    ownCard: {
      ...frozenCard,
      freezes: [{ ...frozenCard.freezes[0]!, by: 'HOLDER', cause: 'HOLDER_FREEZE' }],
      substatus: 'HOLDER_FREEZE',
    },
    canIBuy: {
      answer: 'NO',
      code: 'card_frozen',
      amount: usd(0),
      available: usd(90_000),
      binding: null,
      also: [],
      shared: [],
      help: [],
    },
  });
  await expect.element(sheet).toMatchTextContent(/The purchase would still be declined\. The card was frozen\./);
  await expect.element(sheet.getByRole('button', { name: 'Unfreeze the card' })).toBeVisible();
});

test('a holder can freeze the card from any decline, after a question', async () => {
  const app = await renderApp(`/my-transactions/card-declines?open=${declined.id}`, {
    ...answersFor(cardholder),
    myTransactions: page(declined),
    myTransaction: own(declined),
    ownCard: { ...frozenCard, status: 'OPEN', substatus: null, freezes: [] },
    freezeOwnCard: frozenCard,
  });
  const freeze = sheet.getByRole('button', { name: 'Not you? Freeze this card' });
  await freeze.click();
  const question = screen.getByRole('alertdialog', { name: 'Freeze this card?' });
  await expect.element(question).toBeVisible();
  expect(app.requestsOf('freezeOwnCard')).toEqual([]);
  await question.getByRole('button', { name: 'Freeze the card' }).click();
  await expect.element(screen.getByText('The card is frozen.')).toBeVisible();
  expect(app.requestsOf('freezeOwnCard')).toMatchObject([{ params: { id: declined.card.id } }]);
});

test('on a phone what fixes a decline is a wide button that a thumb meets', async () => {
  await setAppearance({ width: 390 });
  await renderApp(`/my-transactions/card-declines?open=${declined.id}`, {
    ...answersFor(cardholder),
    myTransactions: page(declined),
    myTransaction: own(declined),
  });
  const ask = sheet.getByRole('button', { name: 'Ask for a higher limit' });
  await expect.element(ask).toBeVisible();
  const { width, height } = ask.element().getBoundingClientRect();
  expect([Math.round(width), Math.round(height)]).toEqual([358, 48]);
});

test.each([
  ['PENDING', /Your request is waiting/, false],
  [
    'APPROVED',
    /You can try again\. You have \$200\.00 left today\..*Maya Chen approved the request until Dec 1/,
    false,
  ],
  ['APPROVED', /The card has only \$6\.00, so \$3\.00 is missing for the purchase\./, true, usd(600)],
  ['REJECTED', /Maya Chen rejected the request/, true],
] as const)(
  'a decline with a request that is %s leads there',
  async (status, text, asksAgain, available = usd(900)) => {
    const request = {
      id: id(500),
      kind: 'LIMIT' as const,
      status,
      at: '2026-11-02T15:01:00Z',
      decidedBy: status === 'PENDING' ? null : 'Maya Chen',
      decidedAt: status === 'PENDING' ? null : '2026-11-02T15:05:00Z',
      until: '2099-12-01T15:00:00Z',
    };
    await renderApp(`/my-transactions/card-declines?open=${declined.id}`, {
      ...answersFor({ ...cardholder, features: ['request-funding'] }),
      myTransactions: page(declined),
      myTransaction: own(declined, facts({ request })),
      mySpendLimits: { cards: [leftNow] },
      canIBuy: {
        answer: available.amount < 900 ? 'PARTLY' : 'YES',
        code: available.amount < 900 ? 'insufficient_funds' : null,
        amount: available,
        available,
        binding: null,
        also: [],
        shared: [],
        help: [],
      },
    });
    await expect.element(sheet).toMatchTextContent(text);
    await expect
      .element(sheet.getByRole('link', { name: 'Open the request' }))
      .toHaveAttribute('href', `/funding-requests?open=${id(500)}`);
    expect(sheet.getByRole('button', { name: /^Ask for/ }).elements()).toHaveLength(asksAgain ? 1 : 0);
    // What was approved is tried again, so asking for more is not the first thing to do, unless something else is missing.
    if (status === 'APPROVED' && available.amount >= 900)
      await expect.element(sheet).toMatchTextContent('Ask the merchant to run the card again.');
    const advice = screen.getByText(/Ask for a higher limit, or try again tomorrow\./);
    await expect.poll(() => advice.elements().length).toBe(status === 'APPROVED' ? 0 : 1);
  },
);

test.each([
  [
    'goes through',
    { answer: 'YES', code: null, amount: usd(900), available: usd(900) },
    /The cardholder can try again\./,
  ],
  [
    'needs funds',
    { answer: 'PARTLY', code: 'insufficient_funds', amount: usd(600), available: usd(600) },
    /The card has only \$6\.00, so \$3\.00 is missing for the purchase\./,
  ],
  [
    'is of a frozen card',
    { answer: 'NO', code: 'card_frozen', amount: usd(0), available: usd(600) },
    /The purchase would still be declined\. The card was frozen\./,
  ],
  ['cannot be tried', refuse('NOT_FOUND'), /approved the request until Dec 1, 2099, 10:00 AM\.Open/],
] as const)('after an approval, an administrator reads what the server knows: it %s', async (_, tried, text) => {
  const request = {
    id: id(500),
    kind: 'LIMIT' as const,
    status: 'APPROVED' as const,
    at: '2026-11-02T15:01:00Z',
    decidedBy: 'Maya Chen',
    decidedAt: '2026-11-02T15:05:00Z',
    until: '2099-12-01T15:00:00Z',
  };
  await renderApp(`/transactions?open=${declined.id}`, {
    ...answers,
    transactions: page(declined),
    transaction: { ...details(declined), decline: facts({ request }) },
    card: frozenCard,
    canIBuy: 'answer' in tried ? { ...tried, binding: null, also: [], shared: [], help: [] } : tried,
  });
  await expect.element(sheet).toMatchTextContent(text);
  // Where the purchase goes through, nothing is left to allow.
  expect(sheet.getByRole('button', { name: 'Allow once' }).elements()).toHaveLength(!('answer' in tried) ? 1 : 0);
  if ('code' in tried && tried.code === 'insufficient_funds')
    await expect
      .element(sheet.getByRole('link', { name: 'Fund the card' }))
      .toHaveAttribute('href', `/cards/funding?cards=${id(900)}&amount=300`);
});

test.each(['own', 'business'] as const)(
  'once the purchase was made, nothing more is to be asked for: %s',
  async (scope) => {
    const request = {
      id: id(500),
      kind: 'LIMIT' as const,
      status: 'APPROVED' as const,
      at: '2026-11-02T15:01:00Z',
      decidedBy: 'Maya Chen',
      decidedAt: '2026-11-02T15:05:00Z',
      until: '2099-12-01T15:00:00Z',
    };
    const made: TransactionLine = {
      ...declined,
      id: id(501),
      at: '2026-11-02T15:30:00.000Z',
      status: 'PENDING',
      declineCode: null,
    };
    const elsewhere = { ...made, id: id(502), merchant: { ...made.merchant, id: 'another' } };
    const list = ({ query: { from } }: { query: { from?: string | undefined } }) =>
      from === undefined ? page(declined) : page(elsewhere, made);
    const tried = { answer: 'NO', code: 'limit_day', amount: usd(0), available: usd(900) } as const;
    const path = scope === 'own' ? '/my-transactions/card-declines' : '/transactions';
    const app = await renderApp(`${path}?open=${declined.id}`, {
      ...(scope === 'own' ? answersFor({ ...cardholder, features: ['request-funding'] }) : answers),
      transactions: list,
      myTransactions: list,
      transaction: { ...details(declined), decline: facts({ request }) },
      myTransaction: own(declined, facts({ request })),
      canIBuy: { ...tried, binding: null, also: [], shared: [], help: [] },
    });
    await expect.element(sheet).toMatchTextContent(/approved the request.* The purchase was made on Nov 2, 10:30 AM\./);
    await expect.element(sheet).not.toMatchTextContent(/still decline|try again/);
    expect(sheet.getByRole('button', { name: /^(Ask|Allow)/ }).elements()).toEqual([]);
    const { query } = app.requestsOf(scope === 'own' ? 'myTransactions' : 'transactions').at(-1)!;
    expect(query).toMatchObject({ cardId: [declined.card.id], declined: 'false' });
  },
);

test.each([
  ['limit_day', 'Ask for a higher limit', askingWords.title.LIMIT],
  ['insufficient_funds', 'Ask for funds', askingWords.title.FUNDING],
  ['mcc_not_allowed', 'Ask to have it allowed', askingWords.title.UNBLOCK],
] as const)('a decline for %s is asked for with one press, and its reason stays', async (declineCode, label, title) => {
  const refused = { ...declined, declineCode };
  await renderApp(`/my-transactions/card-declines?open=${declined.id}`, {
    ...answersFor(cardholder),
    myTransactions: page(refused),
    myTransaction: own(refused),
  });
  await sheet.getByRole('button', { name: label }).click();
  await expect.element(screen.getByRole('heading', { name: title })).toBeVisible();
  await expect.element(screen.getByText(declineReason(declineCode), { exact: false }).first()).toBeInTheDocument();
});

test.each([
  ['own', 'Ask to have it allowed.'],
  ['business', 'Allow it once, or change the rule.'],
] as const)('a decline at an hour names when the card works: %s', async (scope, advice) => {
  const refused = { ...declined, declineCode: 'time_window' } as const;
  const windows = [
    { weekdays: [1, 2, 3, 4, 5], from: 540, to: 1080 },
    { weekdays: [6], from: 540, to: 720 },
  ];
  const decline = facts({ hours: { windows, timeZone: 'America/New_York' } });
  await renderApp(`${scope === 'own' ? '/my-transactions/card-declines' : '/transactions'}?open=${declined.id}`, {
    ...(scope === 'own' ? answersFor(cardholder) : answers),
    myTransactions: page(refused),
    transactions: page(refused),
    myTransaction: own(refused, decline),
    transaction: { ...details(refused), decline },
  });
  await expect
    .element(sheet)
    .toMatchTextContent(`This card works Monday to Friday, 9 AM to 6 PM and Saturday, 9 AM to noon Eastern. ${advice}`);
  if (scope === 'business') return;
  // Today is of no use at an hour that is over.
  await sheet.getByRole('button', { name: 'Ask to have it allowed' }).click();
  await expect
    .element(screen.getByText(/^Allow purchases like the one at Shop 9 until \w+ \d+(, \d+)?\.$/))
    .toBeVisible();
});

test('every decline has its sentence, and for administrators an act', async () => {
  const app = await renderApp(`/transactions?open=${declined.id}`, {
    ...answers,
    transactions: page(declined),
    transaction: details(declined),
    card: refuse('NOT_FOUND'),
  });
  for (const code of Object.keys(declines) as DeclineCode[]) {
    app.answer({ transaction: details({ ...declined, declineCode: code }) });
    await queryClient.invalidateQueries();
    await expect.element(sheet, { message: code }).toMatchTextContent(declineSentence(code, 'ADMIN'));
    // Next to the menu stands a button, a link, or what says that the card could not be read.
    const acts = sheet.getByRole('button', { name: 'More' }).element().parentElement!;
    expect(acts.children.length, code).toBeGreaterThan(1);
  }
});

test('a purchase is allowed once by a change of the card, shown before it is made', async () => {
  const limits = {
    card: { cardId: id(900), last4: '0932', kind: 'VIRTUAL' as const, name: null, cardholder: null },
    leftToSpend: null,
    stopped: null,
  };
  const app = await renderApp(`/transactions?open=${declined.id}`, {
    ...answers,
    transactions: page({ ...declined, requested: usd(26_400) }),
    transaction: details({ ...declined, requested: usd(26_400) }),
    cardSpendLimits: {
      ...limits,
      available: usd(90_000),
      source: 'BUSINESS',
      limits: [],
      shared: [],
      rules: [],
      groups: [],
      timeZone: 'America/New_York',
    },
    createSpendOverride: refuse('OWN_CARD'),
    canIBuy: {
      answer: 'YES',
      code: null,
      amount: usd(26_400),
      available: usd(90_000),
      binding: null,
      also: [],
      shared: [],
      help: [],
    },
  });
  await expect.element(sheet).toMatchTextContent(/Declined by Travel rules/);
  await sheet.getByRole('button', { name: 'Allow once' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Allow this purchase' });
  // The limit was 200 with 12 left: the purchase of 264 needs 452.
  await expect.element(dialog).toMatchTextContent(/At most \$452\.00 a day/);
  await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/another administrator/);
  // Under four eyes it waits; asking again finds the same change.
  app.answer({ createSpendOverride: { change: pendingChange(1, { kind: 'SPEND_OVERRIDE' }) } });
  await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect.element(screen.getByText(/^Sent to the other administrators\./)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await sheet.getByRole('button', { name: 'Allow once' }).click();
  app.answer({ createSpendOverride: override });
  await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect.element(screen.getByText('The purchase would go through now.')).toBeVisible();
  expect(app.requestsOf('createSpendOverride').at(-1)?.body).toMatchObject({
    cardId: id(900),
    rules: [{ kind: 'amount', period: 'day', limit: 45_200 }],
  });
});

test('an exception says what it allows besides, and not that only this is allowed', async () => {
  const of = {
    ...declined,
    declineCode: 'international_off' as const,
    merchant: { ...declined.merchant, country: 'MX' },
  };
  const seen = details(of);
  const [trace] = seen.traces;
  const rule = { kind: 'allow' as const, field: 'country' as const, values: ['US'] };
  await renderApp(`/transactions?open=${declined.id}`, {
    ...answers,
    transactions: page(of),
    transaction: { ...seen, traces: [{ ...trace!, rules: [{ ...trace!.rules[0]!, rule, room: usd(0) }] }] },
    cardSpendLimits: {
      card: { cardId: id(900), last4: '0932', kind: 'VIRTUAL' as const, name: null, cardholder: null },
      leftToSpend: null,
      stopped: null,
      available: usd(100),
      source: 'WALLET',
      limits: [],
      shared: [],
      rules: [],
      groups: [],
      timeZone: 'America/New_York',
    },
  });
  await expect.element(sheet).toMatchTextContent(/Boston, Mexico/);
  await sheet.getByRole('button', { name: 'Allow once' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Allow this purchase' });
  await expect.element(dialog).toMatchTextContent(/Purchases in Mexico are allowed.*\$8\.00 is missing besides/);
});

test('money that was missing is funded by an order that is filled in', async () => {
  const short = { ...declined, declineCode: 'insufficient_funds' as const };
  await renderApp(`/transactions?open=${declined.id}`, {
    ...answers,
    transactions: page(short),
    transaction: { ...details(short), decline: facts({ left: usd(250) }) },
  });
  await expect
    .element(sheet.getByRole('link', { name: 'Fund the card' }))
    .toHaveAttribute('href', `/cards/funding?cards=${id(900)}&amount=650`);
});

test('a frozen card is unfrozen from the decline, and one that works by now says so', async () => {
  const frozen = { ...declined, declineCode: 'card_frozen' as const };
  const app = await renderApp(`/transactions?open=${declined.id}`, {
    ...answers,
    transactions: page(frozen),
    transaction: details(frozen),
    card: frozenCard,
    unfreezeCard: frozenCard,
  });
  const unfreeze = sheet.getByRole('button', { name: 'Unfreeze the card' });
  await expect.element(unfreeze).toBeVisible();
  app.answer({ card: { ...frozenCard, status: 'OPEN', freezes: [] } });
  await unfreeze.click();
  await expect.element(sheet).toMatchTextContent(/The card can be used again/);
  expect(app.requestsOf('unfreezeCard')).toHaveLength(1);
});

const reported: TransactionReport = {
  id: id(300),
  reason: 'NOT_MADE',
  text: 'I was at home.',
  reference: 'P-12345678',
  by: 'Priya Nair',
  isOwn: true,
  at: '2026-11-02T16:00:00Z',
  closed: null,
};

test('a problem is reported once, what was typed survives a failure, and the card is frozen', async () => {
  const settled = line(5);
  const app = await renderApp(`/my-transactions/purchases?open=${settled.id}`, {
    ...answersFor(cardholder),
    myTransactions: page(settled),
    myTransaction: own(settled, null),
    reportMyTransaction: refuse('UNEXPECTED'),
    freezeOwnCard: frozenCard,
  });
  await sheet.getByRole('button', { name: 'Report a problem' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Report a problem' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect.element(dialog).toMatchTextContent(/What happened is required/);
  await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
  await dialog.getByText('I did not make this purchase').click();
  await expect.element(dialog.getByRole('checkbox', { name: /Freeze the card ending in 0932/ })).toBeChecked();
  await dialog.getByLabelText('What happened').fill('I was at home.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Please try again/);
  app.answer({
    reportMyTransaction: { reference: 'P-12345678' },
    myTransaction: { ...own(settled, null), reports: [reported] },
  });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect.element(screen.getByText(/Your reference is P-12345678/)).toBeVisible();
  await expect.element(screen.getByText('The card is frozen.')).toBeVisible();
  expect(app.requestsOf('freezeOwnCard')).toHaveLength(1);
  expect(app.requestsOf('reportMyTransaction').at(-1)?.body).toEqual({ reason: 'NOT_MADE', text: 'I was at home.' });
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(sheet).toMatchTextContent(/Priya Nair reported a problem.*I was at home\./);
  await expect.element(sheet.getByRole('button', { name: 'Report a problem' })).not.toBeInTheDocument();
});

test('an administrator closes a report with an answer', async () => {
  const settled = line(5);
  const app = await renderApp(`/transactions?open=${settled.id}`, {
    ...answers,
    transactions: page(settled),
    transaction: { ...details(settled), reports: [{ ...reported, isOwn: false }] },
    closeTransactionReport: null,
  });
  await sheet.getByRole('button', { name: 'Close the report' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Close the report' });
  await dialog.getByLabelText('Answer').fill('Released.');
  const closed = { by: 'Maya Chen', at: '2026-11-02T17:00:00Z', answer: 'Released.' };
  app.answer({ transaction: { ...details(settled), reports: [{ ...reported, isOwn: false, closed }] } });
  await dialog.getByRole('button', { name: 'Close the report' }).click();
  await expect.element(sheet).toMatchTextContent(/Report closed.*Maya Chen · Released\./);
  // The button that opened the dialog has left with the report.
  await expect.element(sheet.getByRole('heading', { name: 'Purchase' })).toHaveFocus();
  await expect.element(sheet.getByRole('button', { name: 'Report a problem' })).toBeVisible();
});

test('a list that is too long to be added up says so, and that there is more', async () => {
  const items = [1, 2, 3].map((n) => line(n));
  await renderApp('/transactions', { ...answers, transactions: { ...page(...items), nextCursor: 'next' } });
  await expect.element(screen.getByText('3 transactions so far')).toBeVisible();
  await expect.element(screen.getByText('For a sum, choose fewer days.')).toBeVisible();
});

test('the answer to a report is there again after the session has ended', async () => {
  const settled = line(5);
  const path = `/transactions?open=${settled.id}`;
  const given = {
    ...answers,
    transactions: page(settled),
    transaction: { ...details(settled), reports: [{ ...reported, isOwn: false }] },
  };
  const app = await renderApp(path, given);
  await sheet.getByRole('button', { name: 'Close the report' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Close the report' });
  await dialog.getByLabelText('Answer').fill('Released.');
  await returnAfterEnd(app, path, given);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(dialog.getByLabelText('Answer')).toHaveValue('Released.');
});

test('an announced refund is a line of the sum', async () => {
  const refund = line(5, { status: 'PENDING', amount: usd(0) });
  await renderApp(`/transactions?open=${refund.id}`, {
    ...answers,
    transactions: page(refund),
    transaction: details(refund),
  });
  await expect.element(sheet).toMatchTextContent(/Settled\$5\.00Refund on its way−\$5\.00Total\$0\.00/);
});

test('what no rule has declined is named first among the reasons', async () => {
  const mistyped = { ...declined, declineCode: 'cvc_mismatch' as const };
  await renderApp(`/transactions?open=${declined.id}`, {
    ...answers,
    transactions: page(mistyped),
    transaction: details(mistyped),
  });
  await expect.element(sheet).toMatchTextContent(/Card or account ?The security code was wrong\. This decided\./);
});

const traced = (
  layer: 'PROGRAM' | 'BUSINESS' | 'GROUP' | 'CARD',
  index: number,
  change: Partial<One['traces'][number]['rules'][number]> = {},
): One['traces'][number]['rules'][number] => ({
  layer,
  policyId: id(610 + ['PROGRAM', 'BUSINESS', 'GROUP', 'CARD'].indexOf(layer)),
  policyName: { PROGRAM: '', BUSINESS: 'Company', GROUP: 'Sales', CARD: 'Travel of Priya Nair' }[layer],
  version: 1,
  index,
  rule: { kind: 'block', field: 'group', values: ['TRAVEL'] },
  code: 'mcc_not_allowed',
  room: null,
  binds: false,
  resetsAt: null,
  ...change,
});
const limitOf = (period: 'purchase' | 'day' | 'month', limit: number, room: number) => ({
  rule: { kind: 'amount' as const, period, limit },
  room: usd(room),
});

test('the reasons have one row for each layer: what decided first, with its sum, the rest on demand', async () => {
  const of = details(declined);
  const rules = [
    traced('PROGRAM', 0),
    traced('PROGRAM', 1),
    traced('BUSINESS', 0, limitOf('month', 900_00, 500_00)),
    traced('BUSINESS', 1),
    traced('GROUP', 0, { ...limitOf('day', 200_00, 6_00), binds: true, code: 'limit_day' }),
    traced('CARD', 0, limitOf('purchase', 500_00, 500_00)),
  ];
  await renderApp(`/transactions?open=${declined.id}`, {
    ...answers,
    transactions: page(declined),
    transaction: { ...of, traces: [{ ...of.traces[0]!, rules }] },
  });
  await expect
    .element(sheet.getByRole('heading', { name: /^Why it was declined/ }))
    .toHaveTextContent('Why it was declined seen by administrators 4 of 5 layers allow it');
  const rows = sheet.getByRole('list', { name: 'Layers' }).getByRole('listitem');
  const texts = () => rows.elements().map(({ textContent }) => textContent);
  await expect
    .poll(texts)
    .toEqual([
      expect.stringMatching(
        /^Not allowed:SalesAt most \$200\.00 a day: \$194\.00 \+ \$9\.00 = \$203\.00\. This decided\.$/,
      ),
      expect.stringMatching(/^Allowed:ProgramNever at Travel\.1 more rule allows it/),
      expect.stringMatching(/^Allowed:BusinessAt most \$900\.00 a month\.1 more rule allows it/),
      expect.stringMatching(/^Allowed:CardAt most \$500\.00 a purchase\.$/),
      expect.stringMatching(/^Allowed:Balance\$500\.00 was available\.$/),
    ]);
  await sheet.getByText('1 more rule allows it').nth(1).click();
  await expect.element(rows.nth(2).getByText('Never at Travel.')).toBeVisible();
});

test('of an allowed purchase the tightest limit is found by what it left', async () => {
  const of = details(held);
  const rules = [
    traced('BUSINESS', 0, limitOf('month', 900_00, 40_00)),
    traced('GROUP', 0, limitOf('day', 200_00, 100_00)),
  ];
  await renderApp(`/transactions?open=${held.id}`, {
    ...answers,
    transactions: page(held),
    transaction: { ...of, traces: [{ ...of.traces[0]!, binds: null, rules }] },
  });
  await expect
    .element(sheet)
    .toMatchTextContent(
      /3 of 3 layers.*Business ?At most \$900\.00 a month: \$860\.00 \+ \$8\.00 = \$868\.00\. This was the tightest\./,
    );
});

test('an administrator is not told to ask an administrator', async () => {
  await renderApp(`/transactions?open=${declined.id}`, {
    ...answers,
    transactions: page(declined),
    transaction: details(declined),
  });
  await expect.element(sheet).toMatchTextContent(/above the daily limit\. Raise the limit for a time/);
  await expect.element(sheet.getByRole('button', { name: /^Ask/ })).not.toBeInTheDocument();
});

test('a note is written, and a failure keeps what was typed', async () => {
  const app = await renderApp(`/transactions?open=${held.id}`, {
    ...answers,
    transactions: page(held),
    transaction: details(held),
    noteTransaction: refuse('UNEXPECTED'),
  });
  await sheet.getByRole('button', { name: 'Add a note' }).click();
  await sheet.getByLabelText('Note').fill('Team offsite');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(/Please try again/);
  await expect.element(sheet.getByLabelText('Note')).toHaveValue('Team offsite');
  app.answer({ noteTransaction: null, transaction: details({ ...held, note: 'Team offsite' }) });
  await sheet.getByLabelText('Note').click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(sheet.getByRole('button', { name: 'Change the note' })).toBeVisible();
  expect(app.requestsOf('noteTransaction').at(-1)).toMatchObject({ body: { note: 'Team offsite', replaces: null } });
  // Another administrator writes meanwhile.
  await sheet.getByRole('button', { name: 'Change the note' }).click();
  await sheet.getByLabelText('Note').fill('Mine');
  app.answer({ noteTransaction: refuse('VERSION_CONFLICT'), transaction: details({ ...held, note: 'Theirs' }) });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(/“Theirs”\. Save replaces that\./);
  await expect.element(sheet.getByLabelText('Note')).toHaveValue('Mine');
  app.answer({ noteTransaction: null });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByRole('button', { name: 'Change the note' })).toBeVisible();
  expect(app.requestsOf('noteTransaction').slice(-2)).toMatchObject([
    { body: { note: 'Mine', replaces: 'Team offsite' } },
    { body: { note: 'Mine', replaces: 'Theirs' } },
  ]);
});

test.each([
  [1440, 'press'],
  [1024, 'press'],
  [390, 'press'],
  [1440, 'Enter'],
  [1024, 'Enter'],
] as const)(
  'at %s px, %s on “Add a note” leads to its field, Cancel and Save back to the button',
  async (width, way) => {
    await setAppearance({ width });
    await renderApp(`/transactions?open=${held.id}`, {
      ...answers,
      transactions: page(line(9), held, line(7)),
      transaction: details(held),
      noteTransaction: null,
    });
    const add = sheet.getByRole('button', { name: 'Add a note' });
    if (way === 'press') await add.click();
    else {
      await expect.element(add).toBeVisible();
      (add.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
    }
    const note = sheet.getByRole('textbox', { name: 'Note' });
    await expect.element(note).toHaveFocus();
    await userEvent.keyboard('jkx. fe');
    await expect.element(note).toHaveValue('jkx. fe');
    // The buttons are below the field and in view, clear of the foot.
    const buttons = ['Cancel', 'Save'].map((name) => sheet.getByRole('button', { name, exact: true }).element());
    for (const button of buttons) {
      const { left, top, width: wide, height } = button.getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(note.element().getBoundingClientRect().bottom);
      expect(button.contains(document.elementFromPoint(left + wide / 2, top + height / 2))).toBe(true);
    }
    const foot = sheet.getByRole('button', { name: 'Report a problem' }).element().getBoundingClientRect();
    expect(foot.top - buttons[0]!.getBoundingClientRect().bottom).toBeGreaterThan(24);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(add).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(note).toHaveFocus();
    await userEvent.keyboard('Lunch');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect.element(add).toHaveFocus();
  },
);

test.each([1440, 1024, 390])('at %s px, Esc leaves a changed note and its sheet open', async (width) => {
  await setAppearance({ width });
  await renderApp(`/transactions?open=${held.id}`, {
    ...answers,
    transactions: page(held),
    transaction: details(held),
  });
  await sheet.getByRole('button', { name: 'Add a note' }).click();
  const note = sheet.getByRole('textbox', { name: 'Note' });
  await note.fill('Team offsite');
  await userEvent.keyboard('{Escape}');
  await expect.element(note).toHaveFocus();
  await userEvent.keyboard('{Tab}{Escape}');
  await expect.element(note).toHaveFocus();
  await sheet.getByText('Shop 8', { exact: true }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(note).toHaveFocus();
  await expect.element(note).toHaveValue('Team offsite');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('one note is written on all selected rows, and says what it replaces', async () => {
  const app = await renderApp('/transactions', {
    ...answers,
    transactions: page(line(5), { ...line(7), note: 'Lunch' }),
    noteTransactions: refuse('VERSION_CONFLICT'),
  });
  await screen.getByRole('checkbox', { name: /Select Shop 5/ }).click();
  await screen.getByRole('checkbox', { name: /Select Shop 7/ }).click();
  await screen.getByRole('button', { name: 'Note', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Note on 2 transactions' });
  await expect.element(dialog.getByText('It replaces the note that 1 of them has.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByLabelText('Note')).toHaveAccessibleDescription(/Note is required/);
  await dialog.getByLabelText('Note').fill('Team offsite');
  app.answer({ transactions: page({ ...line(5), note: 'Taxi' }, { ...line(7), note: 'Lunch' }) });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/“Taxi”\. Save replaces that\./);
  app.answer({ noteTransactions: null });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('The note was saved on 2 transactions.')).toBeVisible();
  const body = { ids: [id(5), id(7)], note: 'Team offsite' };
  expect(app.requestsOf('noteTransactions').map((call) => call.body)).toEqual([
    { ...body, replaces: { [id(7)]: 'Lunch' } },
    { ...body, replaces: { [id(5)]: 'Taxi', [id(7)]: 'Lunch' } },
  ]);
});

test('a note for selected rows is there again after the session has ended, with the notes that were read', async () => {
  const first = { ...answers, transactions: page(line(5), { ...line(7), note: 'Lunch' }) };
  const app = await renderApp('/transactions', first);
  await screen.getByRole('checkbox', { name: /Select Shop 5/ }).click();
  await screen.getByRole('checkbox', { name: /Select Shop 7/ }).click();
  await screen.getByRole('button', { name: 'Note', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: 'Note on 2 transactions' });
  await dialog.getByLabelText('Note').fill('Team offsite');
  const now = {
    transactions: page(line(5), { ...line(7), note: 'Dinner' }),
    noteTransactions: refuse('VERSION_CONFLICT'),
  };
  await returnAfterEnd(app, '/transactions', { ...answers, ...now });
  await expect.element(keptNotice).toBeVisible();
  await expect.element(dialog.getByLabelText('Note')).toHaveValue('Team offsite');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/“Dinner”\. Save replaces that\./);
  expect(app.requestsOf('noteTransactions').map((call) => call.body)).toEqual([
    { ids: [id(5), id(7)], note: 'Team offsite', replaces: { [id(7)]: 'Lunch' } },
  ]);
});

test('selected rows have a sum, and are exported alone; without a selection the view is', async () => {
  const app = await renderApp('/transactions?status=SETTLED', {
    ...answers,
    transactions: page(line(5), line(7)),
    exportTransactions: null,
  });
  await screen.getByRole('checkbox', { name: /Select Shop 5/ }).click();
  await screen.getByRole('checkbox', { name: /Select Shop 7/ }).click();
  const bar = screen.getByRole('group', { name: '2 selected' });
  await expect.element(bar).toMatchTextContent(/\$12\.00/);
  await bar.getByRole('button', { name: 'Export 2' }).click();
  const asked = () => app.requestsOf('exportTransactions').map(({ query }) => query);
  await expect.poll(asked).toMatchObject([{ status: ['SETTLED'], format: 'csv', id: [id(5), id(7)] }]);
  await userEvent.keyboard('e');
  await screen.getByRole('menuitem', { name: 'Excel workbook' }).click();
  await expect.poll(() => asked()[1]).toMatchObject({ status: ['SETTLED'], format: 'xlsx' });
  expect(asked()[1]).not.toHaveProperty('id');
  // Both files were handed to the browser.
  await expect.poll(() => app.departures).toHaveLength(2);
});

test.each([
  ['too often', refuseFor('TOO_MANY_REQUESTS', 125), /exported often in the last hour. Try again in 3 minutes/],
  ['a failure', faults.fails, /The rows were not exported/],
  ['no answer', faults['breaks off'], /The rows were not exported/],
] as const)('an export that is refused is told in a sentence, not as a file: %s', async (_, refusal, sentence) => {
  const app = await renderApp('/transactions', {
    ...answers,
    transactions: page(line(5)),
    exportTransactions: refusal,
  });
  await screen.getByRole('button', { name: 'Export these rows' }).click();
  await screen.getByRole('menuitem', { name: /CSV/ }).click();
  await expect.element(screen.getByText(sentence)).toBeVisible();
  expect(app.departures).toEqual([]);
});

test('a closed sheet leaves nothing behind that Back would stop at', async () => {
  await renderApp('/reports', { ...answers, transactions: page(line(5), held), transaction: details(held) });
  await screen.getByRole('navigation', { name: 'Main links' }).getByRole('link', { name: 'Transactions' }).click();
  await row('Shop 8').getByRole('button').click();
  await expect.element(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(window.location.pathname + window.location.search).toBe('/transactions');
  window.history.back();
  await expect.poll(() => window.location.pathname).toBe('/reports');
});

test('cardholders and cards are found by typing on the server, named in the chip, and asked for by id', async () => {
  const app = await renderApp('/transactions', {
    ...answers,
    transactions: page(line(5)),
    team: { items: [aMember(id(800))], nextCursor: null, totals: null },
  });
  await screen.getByRole('button', { name: 'Filter', exact: true }).click();
  await screen.getByRole('menuitem', { name: 'Cardholder' }).click();
  const find = screen.getByRole('textbox', { name: 'Find' });
  await expect.element(find).toHaveFocus();
  // The menu is gone before anybody types.
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument();
  await find.fill('priya');
  const typed = () => (find.element() as HTMLInputElement).value;
  await expect
    .poll(() => ({ typed: typed(), asked: app.requestsOf('team').map(({ query }) => query) }))
    .toMatchObject({
      typed: 'priya',
      asked: expect.arrayContaining([expect.objectContaining({ text: 'priya', role: 'CARDHOLDER' })]),
    });
  await screen.getByRole('checkbox', { name: 'Priya Nair' }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('button', { name: 'Cardholder is Priya Nair', exact: true })).toBeVisible();
  await expect.poll(() => app.requestsOf('transactions').at(-1)?.query).toMatchObject({ membershipId: [id(800)] });
  expect(window.location.search).toBe(`?cardholder=${id(800)}`);
});

test('a picker that finds nothing, or cannot search, says so', async () => {
  const app = await renderApp(`/transactions?card=${id(900)}`, {
    ...answers,
    transactions: page(line(5)),
    card: refuse('NOT_FOUND'),
    cards: faults.fails,
  });
  await screen.getByRole('button', { name: 'Card is …', exact: true }).click();
  await expect.element(screen.getByText(/The search failed/)).toBeVisible();
  app.answer({ cards: { items: [], nextCursor: null } });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('Nothing is called that.')).toBeVisible();
});

test.each([
  ['/transactions', administrator, 'transactions'],
  ['/transactions?q=Shop&status=SETTLED&date=this-week&sort=amount', administrator, 'transactions'],
  ['/my-transactions/purchases', cardholder, 'myTransactions'],
  ['/my-transactions/card-transactions?date=yesterday', cardholder, 'myTransactions'],
  ['/my-transactions/card-declines?q=Shop', cardholder, 'myTransactions'],
] as const)('%s requests its rows once: before it is drawn, as it needs them', async (address, person, name) => {
  const rows = page(line(1));
  const app = await renderApp(address, { ...answersFor(person), transactions: rows, myTransactions: rows });
  await expect.element(screen.getByText('Shop 1').first()).toBeVisible();
  expect(app.requestsOf(name)).toHaveLength(1);
});
