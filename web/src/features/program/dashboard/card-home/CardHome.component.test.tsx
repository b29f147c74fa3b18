import type { CanIBuy, CardLimits, SharedLimit } from '@florin/contract/cards/spend-limits';
import { expect, test } from 'vitest';
import { refuse } from '../../../../testing/answers.ts';
import { aCard, aPurchase, aRequest, ofHolder } from '../../../../testing/card-core.ts';
import { pressedHeight, screen, setAppearance, userEvent } from '../../../../testing/component.ts';
import { ownLimits } from '../../../../testing/policies.ts';
import { renderApp } from '../../../../testing/render-app.tsx';

const left = screen.getByRole('region', { name: /^Left to spend/ });
const shared: SharedLimit = {
  of: 'group',
  unit: 'AMOUNT',
  period: 'month',
  group: null,
  usedUp: false,
  resetsAt: '2126-12-01T05:00:00.000Z',
};
const usd = (amount: number) => ({ amount, currency: 'USD' });
const limits = (n: number, change: Partial<CardLimits> = {}): CardLimits => {
  const { id, last4, kind, name } = aCard(n);
  return { ...ownLimits, card: { cardId: id, last4, kind, name, cardholder: 'Priya Nair' }, ...change };
};
const no: CanIBuy = {
  answer: 'NO',
  code: 'limit_month',
  amount: usd(0),
  available: usd(900_00),
  binding: null,
  also: [],
  shared: [{ ...shared, binds: true }],
  help: [],
};

test('a limit that cards share is named without its figures, also where nothing is left of it', async () => {
  const app = await renderApp('/dashboard', {
    ...ofHolder,
    mySpendLimits: { cards: [limits(0, { shared: [shared] })] },
  });
  await expect.element(left).toMatchTextContent('$60.00 today');
  await expect.element(left).toMatchTextContent('A monthly limit that the group of this card shares applies too.');
  const used = {
    ...shared,
    of: 'business',
    group: { key: 'RESTAURANTS', name: 'Eating places' },
    usedUp: true,
  } as const;
  const leftToSpend = { amount: usd(0), binding: { by: 'SHARED', limit: null } } as const;
  app.answer({ mySpendLimits: { cards: [limits(0, { shared: [used], leftToSpend })] } });
  await app.open('/dashboard');
  await expect.element(left).toMatchTextContent('$0.00 for now');
  await expect
    .element(left)
    .toMatchTextContent(
      'Nothing is left of a monthly limit at Restaurants that all cards of the company share. It resets Dec 1, 2126, at midnight.',
    );
});

test.each<[string, Partial<CanIBuy>, reason: string, rest: string]>([
  [
    'a shared limit',
    {},
    '$85.00 is over what is left of a monthly limit that the group of this card shares.',
    'What others spend counts as well, so its figures are not shown. It resets Dec 1, 2126, at midnight.',
  ],
  [
    'the company account',
    { code: 'insufficient_business_balance', shared: [] },
    'Your company account is too low for $85.00 right now.',
    'The place is fine. Only the amount is not.',
  ],
  [
    'a rule',
    {
      code: 'state_not_allowed',
      shared: [],
      binding: {
        layer: 'CARD',
        policyId: 'p',
        policyName: 'Field work',
        index: 0,
        rule: { kind: 'allow', field: 'state', values: ['NV'] },
        code: 'state_not_allowed',
        room: usd(0),
        resetsAt: null,
      },
    },
    'A rule of your card does not allow this: In the US only in Nevada.',
    'All other rules are fine.',
  ],
  [
    'an hour',
    {
      code: 'time_window',
      shared: [],
      binding: {
        layer: 'BUSINESS',
        policyId: 'p',
        policyName: 'Office hours',
        index: 0,
        rule: { kind: 'hours', windows: [{ weekdays: [1, 2, 3, 4, 5], from: 540, to: 1080 }] },
        code: 'time_window',
        room: usd(0),
        resetsAt: null,
      },
    },
    'This card works Monday to Friday, 9 AM to 6 PM Eastern.',
    'All other rules are fine.',
  ],
  ['the card', { code: 'card_expired', shared: [] }, 'The card has expired.', 'Use its replacement, or ask for one.'],
])('a purchase that %s refuses', async (_what, change, reason, rest) => {
  await renderApp('/dashboard', { ...ofHolder, canIBuy: { ...no, ...change } });
  await screen.getByLabelText('Amount in US dollars').fill('85');
  await screen.getByRole('button', { name: 'Check' }).click();
  const told = screen.getByRole('status').filter({ hasText: 'No.' });
  await expect.element(told).toMatchTextContent(`No. ${reason}`);
  await expect.element(told).toMatchTextContent(rest);
});

test('outside of its hours a card says when it works again, and which other card would do', async () => {
  const other = aCard(2);
  const opens = new Date(Date.now() + 3 * 3_600_000).toISOString();
  await renderApp('/dashboard', {
    ...ofHolder,
    canIBuy: {
      ...no,
      code: 'time_window',
      shared: [],
      binding: {
        layer: 'CARD',
        policyId: 'p',
        policyName: 'Office hours',
        index: 0,
        rule: { kind: 'hours', windows: [{ weekdays: [1, 2, 3, 4, 5], from: 540, to: 1080 }] },
        code: 'time_window',
        room: usd(0),
        resetsAt: null,
      },
      help: [
        { kind: 'WAIT', amount: null, until: opens, card: null },
        { kind: 'ASK_EXCEPTION', amount: null, until: null, card: null },
        { kind: 'OTHER_CARD', amount: usd(90_00), until: null, card: limits(2).card },
      ],
    },
  });
  await screen.getByLabelText('Amount in US dollars').fill('85');
  await screen.getByRole('button', { name: 'Check' }).click();
  const ways = screen.getByRole('list', { name: 'What would help' });
  await expect.element(ways).toMatchTextContent(/Wait until .*, in 3 h/);
  await expect.element(ways).toMatchTextContent(`Use ${other.name}`);
});

test('what is on the card keeps the distance of other panels from its title', async () => {
  await renderApp('/dashboard', ofHolder);
  const title = screen.getByRole('heading', { name: /^What is on/ });
  await expect.element(title).toBeVisible();
  const below = title.element().nextElementSibling!.getBoundingClientRect().top;
  expect(below - title.element().getBoundingClientRect().bottom).toBeGreaterThanOrEqual(8);
});

test('a merchant is found by typing, and what a rule does not allow there is asked for', async () => {
  const merchant = { id: 'm-bay', name: 'Bay Books', mcc: 5942, city: 'Oakland', state: 'CA', country: 'US' };
  const code = 'state_not_allowed';
  const rule = { kind: 'allow' as const, field: 'state' as const, values: ['NV'] };
  const layer = { layer: 'CARD', policyId: 'p', policyName: 'Field work', index: 0 } as const;
  const app = await renderApp('/dashboard', {
    ...ofHolder,
    myTransactions: { items: [], nextCursor: null, searchedBackTo: null, totals: null },
    canIBuy: {
      ...no,
      code,
      shared: [],
      binding: { ...layer, rule, code, room: usd(0), resetsAt: null },
      help: [{ kind: 'ASK_EXCEPTION', amount: null, until: null, card: null }],
    },
    createRequest: refuse('STEP_NOT_POSSIBLE'),
  });
  await screen.getByLabelText('Amount in US dollars').fill('85');
  app.answer({
    myTransactions: { items: [aPurchase(1, { merchant })], nextCursor: null, searchedBackTo: null, totals: null },
  });
  await screen.getByRole('combobox', { name: 'Where' }).fill('bay');
  await expect.element(screen.getByRole('option', { name: 'Bay Books' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await screen.getByRole('button', { name: 'Check' }).click();
  await screen.getByRole('list', { name: 'What would help' }).getByRole('button', { name: 'Ask' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Ask for permission' });
  await expect.element(dialog).toMatchTextContent('The rule in the way: In the US only in Nevada');
  await dialog.getByRole('button', { name: 'Supplies' }).click();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect
    .poll(() => app.requestsOf('createRequest').map(({ body }) => body))
    .toMatchObject([{ kind: 'UNBLOCK', cardId: aCard(0).id, exception: { about: 'state', value: 'CA' } }]);
  expect(app.requestsOf('canIBuy').at(-1)?.body).toMatchObject({ merchantId: 'm-bay', mcc: 5942, state: 'CA' });
});

test('a place that nobody knows is not left out of the question silently', async () => {
  const app = await renderApp('/dashboard', { ...ofHolder, canIBuy: { ...no, answer: 'YES', code: null } });
  await screen.getByLabelText('Amount in US dollars').fill('20');
  const where = screen.getByRole('combobox', { name: 'Where' });
  await where.fill('zzzqq');
  await userEvent.keyboard('{Tab}');
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect.element(where).toHaveAccessibleDescription(/^We do not know “zzzqq”/);
  await expect.element(where).toHaveValue('zzzqq');
  expect(app.requestsOf('canIBuy')).toEqual([]);
  await where.fill('');
  await userEvent.keyboard('{Tab}');
  await screen.getByRole('button', { name: 'Check' }).click();
  await expect.element(screen.getByText('Yes.')).toBeVisible();
});

test('the place of the question before is shown as chosen, and gone with the next letter', async () => {
  const at = (id: string, name: string) =>
    aPurchase(1, { merchant: { id, name, mcc: 5942, city: 'Oakland', state: 'CA', country: 'US' } });
  const app = await renderApp('/dashboard', {
    ...ofHolder,
    myTransactions: ({ query: { merchant = '' } }) => ({
      items: [at('m-taco', 'Taco Stand'), at('m-bay', 'Bay Books')].filter(
        (each) => merchant !== '' && each.merchant.name.toLowerCase().includes(merchant),
      ),
      nextCursor: null,
      searchedBackTo: null,
      totals: null,
    }),
    canIBuy: { ...no, answer: 'YES', code: null },
  });
  const asked = () => app.requestsOf('canIBuy').map(({ body }) => body.merchantId);
  const check = screen.getByRole('button', { name: 'Check' });
  const where = screen.getByRole('combobox', { name: 'Where' });
  const taco = screen.getByRole('option', { name: 'Taco Stand' });
  await screen.getByLabelText('Amount in US dollars').fill('20');
  await where.fill('tac');
  await expect.element(taco).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(where).toHaveValue('Taco Stand');
  await check.click();
  await expect.poll(asked).toEqual(['m-taco']);
  await where.click();
  await expect.element(taco).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('bay');
  await expect.element(screen.getByRole('option', { name: 'Bay Books' })).toBeVisible();
  await expect.element(taco).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument();
  await expect.element(where).toHaveValue('bay');
  await check.click();
  await expect.element(where).toHaveAccessibleDescription(/^We do not know “bay”/);
  expect(asked()).toEqual(['m-taco']);
  // A name that is typed in full needs no press on it.
  await where.fill('bay books');
  await expect.element(screen.getByRole('option', { name: 'Bay Books' })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await check.click();
  await expect.poll(asked).toEqual(['m-taco', 'm-bay']);
});

test('purchases of one card take two lines, of several each names its card in its second', async () => {
  const cards = { items: [aCard(0), aCard(2)], nextCursor: null };
  const mySpendLimits = { cards: [limits(0), limits(2)] };
  const bought = [aPurchase(1), aPurchase(2)];
  const pageOf = (items: typeof bought) => ({ items, nextCursor: null, searchedBackTo: null, totals: null });
  const app = await renderApp('/dashboard', {
    ...ofHolder,
    ownCards: cards,
    mySpendLimits,
    myTransactions: pageOf(bought),
  });
  const recent = screen.getByRole('region', { name: 'Recent purchases' });
  await expect.element(recent).toMatchTextContent(/^Recent purchases\s?Everyday ·· 1000\s?All/);
  const row = recent.getByRole('listitem').first();
  await expect.element(row).not.toMatchTextContent('Everyday');
  const { height } = row.element().getBoundingClientRect();
  const other = {
    ...bought[1]!,
    card: { id: aCard(2).id, last4: '1002', kind: 'VIRTUAL' as const, name: 'Team events' },
  };
  app.answer({ myTransactions: pageOf([bought[0]!, other]) });
  await app.open('/dashboard');
  await expect.element(row).toMatchTextContent(/Settled · Everyday ·· 1000/);
  expect(row.element().getBoundingClientRect().height).toBe(height);
  await expect.element(recent).toMatchTextContent(/^Recent purchases\s?All/);
});

test('of two cards, figures say whose they are, and a sum stands where each card has money of its own', async () => {
  const cards = { items: [aCard(0), aCard(2)], nextCursor: null };
  const second = limits(2, { leftToSpend: { amount: usd(340_00), binding: { by: 'FUNDS', limit: null } } });
  const both = [limits(0), second];
  const app = await renderApp('/dashboard', { ...ofHolder, ownCards: cards, mySpendLimits: { cards: both } });
  await expect.element(left).toMatchTextContent(/^Left to spend with Everyday ·· 1000\s?\$60\.00 today/);
  const recent = screen.getByRole('region', { name: 'Recent purchases' });
  await expect.element(recent).toMatchTextContent(/^Recent purchases\s?Everyday ·· 1000\s?All/);
  await expect.element(screen.getByRole('heading', { name: 'What is on Everyday ·· 1000' })).toBeVisible();
  const others = screen.getByRole('region', { name: 'Other cards' });
  await expect.element(others).toMatchTextContent('These cards draw on the same company account');
  await others.getByRole('button', { name: /Team events/ }).click();
  await expect.element(left).toMatchTextContent(/^Left to spend with Team events ·· 1002\s?\$340\.00/);
  await expect
    .element(screen.getByRole('region', { name: 'Can I buy this?' }))
    .toMatchTextContent(/^Can I buy this\?Team events ·· 1002/);
  app.answer({ mySpendLimits: { cards: both.map((each) => ({ ...each, source: 'WALLET' as const })) } });
  await app.open('/dashboard');
  await expect.element(others).toMatchTextContent('On your 2 cards together$1,800.00');
});

test('the dashboard opens on the card that names the account in the sidebar, whichever was used last', async () => {
  const cards = [aCard(0), aCard(2, { lastUsedAt: '2026-11-30T15:00:00Z' })];
  const app = await renderApp('/dashboard', {
    ...ofHolder,
    ownCards: { items: cards, nextCursor: null },
    mySpendLimits: { cards: [limits(0), limits(2, { available: usd(123_45) })] },
  });
  await expect.element(left).toMatchTextContent(/^Left to spend with Everyday ·· 1000/);
  const account = screen.getByRole('region', { name: 'Current account' });
  await expect.element(account).toMatchTextContent('1000');
  const text = account.element().textContent;
  // What is on another card is not what is on the account, which keeps its name.
  await screen.getByRole('button', { name: /^Team events/ }).click();
  await expect.element(left).toMatchTextContent(/^Left to spend with Team events ·· 1002/);
  await expect.element(screen.getByRole('heading', { name: /^What is on/ })).not.toBeInTheDocument();
  await app.go('/my-transactions');
  expect(account.element().textContent).toBe(text);
});

test('of two cards with the same last digits, each shows its own number', async () => {
  const cards = { items: [aCard(0), aCard(2, { last4: aCard(0).last4 })], nextCursor: null };
  const app = await renderApp('/dashboard', {
    ...ofHolder,
    ownCards: cards,
    viewCardDetails: ({ body }) => ({
      cardNumber: body.cardId === aCard(2).id ? '4111111111112222' : '4111111111110000',
      nameOnCard: 'PRIYA NAIR',
      expirationDate: '2029-04-30',
      cvV2: '123',
    }),
  });
  const own = screen.getByRole('region', { name: 'Your card' });
  await own.getByRole('button', { name: 'Show card details' }).click();
  await expect.element(own.getByText('4111 1111 1111 0000')).toBeVisible();
  await screen.getByRole('button', { name: /^Team events/ }).click();
  await expect.element(own.getByText('4111 1111 1111 0000')).not.toBeInTheDocument();
  await own.getByRole('button', { name: 'Show card details' }).click();
  await expect.element(own.getByText('4111 1111 1111 2222')).toBeVisible();
  const asked = [aCard(0).id, aCard(2).id];
  expect(app.requestsOf('viewCardDetails').map(({ body }) => body.cardId)).toEqual(asked);
  expect(new Set(app.requestsOf('cardDetailsViews').map(({ query }) => query.cardId))).toEqual(new Set(asked));
});

test('a freeze that fails is taken back and says so', async () => {
  await renderApp('/dashboard', { ...ofHolder, freezeOwnCard: refuse('CARD_STATE', { Obstacle: null }) });
  await screen.getByRole('button', { name: 'Freeze', exact: true }).click();
  await expect.element(screen.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Freeze', exact: true })).toBeVisible();
});

test('a finger reaches 44 pixels of links that are a line high', async () => {
  await setAppearance({ width: 320, height: 640, coarsePointer: true });
  await renderApp('/dashboard', ofHolder);
  const inRegion = (name: string | RegExp) => screen.getByRole('region', { name }).getByRole('link');
  for (const link of [
    inRegion('My requests').filter({ hasText: /^All$/ }),
    inRegion('Recent purchases').filter({ hasText: /^All$/ }),
    screen.getByRole('link', { name: 'Where and when this card works' }),
  ]) {
    await expect.element(link).toBeVisible();
    expect(pressedHeight(link.element())).toBeGreaterThanOrEqual(44);
  }
});

test('a request that was approved with another amount says so', async () => {
  const decision = { by: 'Ines Duarte', at: '2026-11-03T15:00:00Z', until: null, note: null, cardId: null };
  const items = [
    aRequest(1, { status: 'APPROVED', amount: usd(100_00), decision: { ...decision, amount: usd(40_00) } }),
  ];
  await renderApp('/dashboard', { ...ofHolder, myRequests: { items, nextCursor: null } });
  const requests = screen.getByRole('region', { name: 'My requests' });
  await expect.element(requests.getByText('Approved with $40.00', { exact: true })).toBeVisible();
  await requests.getByRole('link', { name: 'All' }).click();
  await expect.element(screen.getByRole('table').getByText('Approved with $40.00', { exact: true })).toBeVisible();
});

test('a request is named as in the list of requests', async () => {
  const until = '2126-12-05T05:00:00Z';
  const items = [
    aRequest(1, { kind: 'UNBLOCK', amount: null, until }),
    aRequest(2, { kind: 'UNBLOCK', amount: null, declined: null }),
    aRequest(3, { kind: 'LIMIT', amount: null, countries: ['US', 'CA'], until }),
  ];
  await renderApp('/dashboard', { ...ofHolder, myRequests: { items, nextCursor: null } });
  const requests = screen.getByRole('region', { name: 'My requests' });
  for (const name of [
    'Purchases like Trattoria Lucca',
    'End the freeze of ··\u00a01000',
    'Purchases in the United States and Canada',
  ])
    await expect.element(requests.getByRole('link', { name, exact: true })).toBeVisible();
});
