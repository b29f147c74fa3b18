import type { TransactionLine } from '@florin/contract/cards/transactions';
import type { mySpendLimits } from '@florin/contract/cards/spend-limits';
import { declines, type DeclineCode } from '@florin/contract/cards/decline-codes';
import { declineReason, declineSentence } from '@florin/contract/cards/decline-sentences';
import type { Success } from '@florin/contract/endpoint';
import { expect, test } from 'vitest';
import { askingWords } from '../../../../messages/en/money/asking.ts';
import { faults, refuse } from '../../../../testing/answers.ts';
import { screen, setAppearance } from '../../../../testing/component.ts';
import { answersFor, cardholder, usd } from '../../../../testing/people.ts';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { pendingChange } from '../../../../testing/settings.ts';
import {
  id,
  held,
  declined,
  page,
  type One,
  facts,
  details,
  own,
  frozenCard,
  override,
  answers,
  sheet,
} from '../../../../testing/transactions.ts';

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

test('a request from a decline asks for what was missing, and the person can change it', async () => {
  const app = await renderApp(`/my-transactions/card-declines?open=${declined.id}`, {
    ...answersFor(cardholder),
    myTransactions: page(declined),
    createRequest: faults.fails,
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
  await expect.element(dialog).toMatchTextContent('$3.00 more today for this card, because of the decline at Shop 9.');
  await expect.element(screen.getByLabelText('Reason', { exact: true })).toHaveFocus();
  expect(screen.getByLabelText('How much more').elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'Change' }).click();
  await expect.element(screen.getByLabelText('How much more', { exact: false })).toHaveValue('3.00');
  await expect.element(screen.getByLabelText('How much more', { exact: false })).toHaveFocus();
  // The decline is a reason by itself.
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect.poll(() => app.requestsOf('createRequest')).toHaveLength(1);
  expect(app.requestsOf('createRequest')[0]!.body).toMatchObject({
    purpose: null,
    declinedTransactionId: declined.id,
  });
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
      until: null,
      again: null,
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
      await expect.element(sheet.getByRole('button', { name: 'Allow for a time' })).toBeVisible();
      return;
    }
    await sheet.getByRole('button', { name: 'Ask for $5.00 more this week' }).click();
    await expect
      .element(screen.getByRole('dialog', { name: 'Ask for a higher limit' }))
      .toMatchTextContent(
        /\$5\.00 more a week for this card until \w+ \d+(, \d+)?, because of the decline at Shop 9\./,
      );
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
  expect(sheet.getByRole('button', { name: 'Allow for a time' }).elements()).toHaveLength(!('answer' in tried) ? 1 : 0);
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

test('a purchase is allowed for a time by a change of the card, shown before it is made', async () => {
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
  await sheet.getByRole('button', { name: 'Allow for a time' }).click();
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
  await sheet.getByRole('button', { name: 'Allow for a time' }).click();
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
  await sheet.getByRole('button', { name: 'Allow for a time' }).click();
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
