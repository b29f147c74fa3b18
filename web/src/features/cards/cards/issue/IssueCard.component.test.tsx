import type { SimulatedMerchant } from '@florin/contract/cards/simulator';
import { bulkCardAct, type Card, type issueCard, type tryNewCard } from '@florin/contract/cards/cards';
import type { previewFunding } from '@florin/contract/money/card-funding';
import type { Forecast } from '@florin/contract/program/dashboard';
import type { Input, Success } from '@florin/contract/endpoint';
import type { Member } from '@florin/contract/access/team-members';
import { permissionFlags } from '@florin/contract/permissions';
import type { createInvite } from '@florin/contract/access/invites';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { marker } from '../../../../session/browser-session.ts';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { singleKeys } from '../../../../session/single-keys.ts';
import { showSimulator } from '../../../../shell/simulator.ts';
import { faults, refuse, type Answers } from '../../../../testing/answers.ts';
import { aPurchase } from '../../../../testing/card-core.ts';
import { cardId, madeCard } from '../../../../testing/cards.ts';
import { screen, setAppearance, userEvent } from '../../../../testing/component.ts';
import { administrator, aMember, answersFor, usd } from '../../../../testing/people.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { keptNotice } from '../../../../testing/session-end.ts';
import { expectUsable } from '../../../../testing/screens/expect-usable.ts';

const priya = '0190a000-0000-7000-8000-0000000000a1';
const noah = '0190a000-0000-7000-8000-0000000000a2';
const member = (membershipId: string, firstName: string, lastName: string): Member =>
  aMember(membershipId, { firstName, lastName, cards: 0, cardLast4: null });
const holders = [member(priya, 'Priya', 'Nair'), member(noah, 'Noah', 'Park')];
const found = (people: readonly Member[]) => ({ items: [...people], nextCursor: null, totals: null });
/** As the server answers, which knows thousands. */
const searched: Answers = {
  team: ({ query: { role, state, text = '' } }) =>
    role === 'CARDHOLDER' && state === 'OPEN'
      ? found(holders.filter((each) => `${each.firstName} ${each.lastName}`.toLowerCase().includes(text.toLowerCase())))
      : faults.fails,
  teamMember: ({ params: { id } }) => {
    const one = holders.find(({ membershipId }) => membershipId === id);
    if (one === undefined) return refuse('NOT_FOUND');
    const security = { secondFactor: true, passwordChangedAt: '2026-11-02T15:00:00Z', openSessions: 0 };
    return { ...one, flags: [], since: '2026-11-02T15:00:00Z', heldCards: [], security };
  },
};
const invited: Success<typeof createInvite>['body'] = {
  id: noah,
  email: 'nia@sproutline.example',
  firstName: 'Nia',
  lastName: 'Okoro',
  role: 'CARDHOLDER',
  preset: null,
  status: 'PENDING',
  invitedBy: 'Jonah Wells',
  sentAt: '2026-11-20T15:00:00Z',
  expiresAt: '2026-11-27T15:00:00Z',
  acceptedAt: null,
};
const made: Card = {
  ...madeCard,
  name: 'Adobe',
  holder: { membershipId: priya, firstName: 'Priya', lastName: 'Nair' },
  lastUsedAt: null,
  spentThisMonth: null,
};
const tried = ({ body }: { body: Input<typeof tryNewCard>['body'] }): Success<typeof tryNewCard>['body'] => ({
  nameOnCard: 'PRIYA NAIR',
  leftToday: 17,
  leftInPlan: 40,
  groups: [],
  rules: [
    {
      layer: 'BUSINESS',
      policyId: cardId,
      policyName: 'Company rules',
      rule: { kind: 'allow', field: 'country', values: ['US'] },
    },
  ],
  categoryGroups: [],
  source: 'BUSINESS',
  available: usd(48_210_55),
  purchases: (body.purchases ?? []).map(({ amount, country }) => ({
    code: country === 'CA' ? 'country_not_allowed' : body.limit && amount > body.limit.amount ? 'limit_month' : null,
    rule: null,
  })),
});
const answers = {
  ...answersFor(administrator),
  transactions: { items: [], nextCursor: null, searchedBackTo: null, totals: null },
  cards: { items: [made], nextCursor: null, totals: { cards: 1, people: 1, spentThisMonth: null } },
  cardsSpendLeft: { cards: [] },
  cardGroups: { items: [{ id: noah, name: 'Crew', cards: 3, policies: [], createdAt: '2026-11-02T15:00:00Z' }] },
  ...searched,
  tryNewCard: tried,
} satisfies Answers;
const shop: SimulatedMerchant = {
  id: 'M5812001',
  name: 'Trattoria Lucca',
  mcc: 5812,
  category: 'Restaurants',
  city: 'Boston',
  state: 'MA',
  country: 'US',
  currency: 'USD',
  kinds: ['PLAIN'],
  presence: 'PRESENT',
  usualAmount: 64_00,
};
const sheet = screen.getByRole('dialog', { name: 'Issue card' });
const button = (name: string) => sheet.getByRole('button', { name, exact: true });
const merchant = sheet.getByRole('combobox', { name: 'Only at' });
const field = (name: string) => sheet.getByRole('textbox', { name });
const bodiesOf = (requests: readonly { body: Input<typeof issueCard>['body'] }[]) => requests.map(({ body }) => body);

beforeEach(() => singleKeys.remove());

test('N opens the form; it says what the card could do, and two presses issue it once', async () => {
  const { promise: isAnswered, resolve: answerNow } = Promise.withResolvers<void>();
  const app = await renderApp('/cards?state=OPEN', {
    ...answers,
    issueCard: async () => {
      await isAnswered;
      return made;
    },
  });
  await expect.element(screen.getByRole('link', { name: /0932/ })).toBeVisible();
  await userEvent.keyboard('n');
  const holder = sheet.getByRole('combobox', { name: 'Holder' });
  await expect.element(holder).toHaveFocus();
  await userEvent.keyboard('nair');
  await expect
    .poll(() =>
      screen
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Priya Nair']);
  await screen.getByRole('option', { name: 'Priya Nair' }).click();
  // On a busy machine, what was typed so far is searched for in between.
  const searches = app.requestsOf('team').map(({ query }) => query);
  const first = { role: 'CARDHOLDER', state: 'OPEN', limit: 20, sort: 'NAME' };
  expect(searches[0]).toEqual(first);
  expect(searches.at(-1)).toEqual({ ...first, text: 'nair' });
  await field('Name').fill('Adobe');
  await field('Spend at most').fill('120');
  await expect.element(sheet.getByText('Priya can spend $120.00 a month.')).toBeVisible();
  await sheet.getByText(/more rules? appl(y|ies) to it$/).click();
  await expect.element(sheet.getByText('Only in the US')).toBeVisible();
  await expect.element(sheet.getByText(/spends from the company balance of \$48,210\.55/)).toBeVisible();
  const tries = sheet.getByRole('region', { name: /Try it/ });
  await expect.element(tries).toMatchTextContent(/\$60\.00.*Allowed.*\$132\.00.*Monthly limit.*Canada.*Country/);
  await expect.element(sheet.getByText('17 more cards today for Priya')).toBeVisible();
  await expectUsable('issue card');
  // What is typed survives a reload, and a sign-in in between.
  await expect
    .poll(() => window.location.search)
    .toBe(`?state=OPEN&issue=virtual&holder=${priya}&name=Adobe&limit=120&period=month`);
  await button('Issue card').click();
  await userEvent.keyboard('{Enter}');
  answerNow();
  const done = screen.getByRole('heading', { name: 'A card for Priya Nair' });
  await expect.element(done).toHaveFocus();
  // A reload offers no second card like this one.
  expect(window.location.search).toBe('?state=OPEN&issue=virtual');
  expect(bodiesOf(app.requestsOf('issueCard'))).toMatchObject([
    {
      holder: priya,
      kind: 'VIRTUAL' as const,
      name: 'Adobe',
      limit: { amount: 120_00, period: 'month' },
      controls: {},
    },
  ]);
  const fund = screen.getByRole('link', { name: 'Fund $120.00' });
  await expect.element(fund).toHaveAttribute('href', `/cards/funding?cards=${made.id}&amount=12000`);
  await expectUsable('card issued');
  await screen.getByRole('button', { name: 'Issue another' }).click();
  await expect.element(holder).toHaveValue('');
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  expect(window.location.search).toBe('?state=OPEN');
});

const planned = (after: number, change: number): Success<typeof previewFunding>['body'] => ({
  act: 'FUND',
  whenShort: 'NONE',
  account: { before: usd(48_210_55), after: usd(after) },
  total: usd(change),
  cardsChanged: change === 0 ? 0 : 1,
  cardsUnchanged: change === 0 ? 1 : 0,
  missing: usd(0),
  lines: [
    {
      cardId: made.id,
      cardName: 'Adobe',
      kind: 'VIRTUAL',
      last4: '0932',
      holder: 'Priya Nair',
      before: usd(0),
      change: usd(change),
      after: usd(change),
      reason: change === 0 ? 'OVER_MAXIMUM' : null,
    },
  ],
  basis: '1'.repeat(32),
});
const ran = {
  ...planned(48_090_55, 120_00),
  id: noah,
  at: '2026-11-02T15:00:00Z',
  by: null,
  scheduleId: null,
  outcome: 'DONE' as const,
};
const wallet: Answers = {
  ...answers,
  tryNewCard: (request) => ({ ...tried(request), source: 'WALLET' }),
  previewFunding: planned(48_090_55, 120_00),
};

test('Enter takes a merchant, and issues nothing', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, { ...wallet, issueCard: made });
  await merchant.fill('Lark Street Coffee');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(sheet.getByText(/at Lark Street Coffee/).first()).toBeVisible();
  expect(app.requestsOf('issueCard')).toEqual([]);
});

test('a reload keeps the merchant that a card is locked to, too', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, wallet);
  await merchant.fill('Lark');
  await userEvent.keyboard('{Tab}');
  await expect.element(merchant).toHaveValue('Lark');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await app.open(`/cards?issue=virtual&holder=${priya}`);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(merchant).toHaveValue('Lark');
});

test.each(['1,00', 'abc', '-5', '1.234'])('“%s” as money for the card leaves the sheet as it is', async (typed) => {
  await renderApp(`/cards?issue=virtual&holder=${priya}`, wallet);
  await expect.element(sheet.getByText(/^It begins with \$0\.00/)).toBeVisible();
  await field('Put on the card now').fill(typed);
  await button('Issue card').click();
  await expect.element(field('Put on the card now')).toHaveAccessibleDescription(/Please enter an amount such as/);
  await expect.element(sheet.getByText(/^It begins with \$0\.00/)).toBeVisible();
});

test('a card is issued with money in one press, as its dry run says', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, { ...wallet, issueCard: made, runFunding: ran });
  const foot = sheet.getByRole('status').filter({ hasText: /company balance/ });
  await expect.element(foot).toMatchTextContent(/^It begins with \$0\.00\. You can fund it/);
  await field('Put on the card now').fill('50,000');
  await expect
    .element(foot)
    .toMatchTextContent(/^The company balance has less than that: \$48,210\.55\. Add money to the account$/);
  await button('Issue card with $50,000.00').click();
  await expect
    .element(field('Put on the card now'))
    .toHaveAccessibleDescription(/The company balance has less than that/);
  expect(app.requestsOf('issueCard')).toEqual([]);
  await field('Put on the card now').fill('120');
  await expect
    .element(sheet.getByText('It begins with $120.00. The company balance goes from $48,210.55 to $48,090.55.'))
    .toBeVisible();
  await expectUsable('issue card with money');
  await button('Issue card with $120.00').click();
  await expect
    .element(screen.getByRole('status').filter({ hasText: '$120.00 is on the card. $48,090.55 is left' }))
    .toBeVisible();
  await expect.element(screen.getByText('Priya can use it now.')).toBeVisible();
  const done = screen.getByRole('dialog', { name: 'Card issued' });
  await expect.element(done.getByRole('link', { name: /^Fund/ })).not.toBeInTheDocument();
  expect(app.requestsOf('issueCard')).toHaveLength(1);
  expect(app.requestsOf('runFunding').map(({ body }) => body)).toEqual([
    {
      act: 'FUND',
      amount: 120_00,
      cards: [{ cardId: made.id }],
      whenShort: 'NONE',
      basis: '1'.repeat(32),
      idempotencyKey: expect.any(String),
    },
  ]);
});

/** A deposit is on its way. */
const depositing: Forecast = {
  timeZone: 'America/New_York',
  from: '2026-11-20',
  to: '2026-12-03',
  available: usd(0),
  incoming: usd(500_00),
  outgoing: usd(0),
  holds: { count: 0, amount: usd(0), nextRelease: null },
  onCards: { count: 0, amount: usd(0) },
  cardHolds: { count: 0, amount: usd(0) },
  nextDeposit: '2026-12-04',
  items: [],
  lowest: { available: usd(0), from: '2026-11-20', to: '2026-12-03' },
  alert: usd(1_000_00),
};

test.each([1440, 390])('at %s px, the foot says what the issue does, above its buttons in one row', async (width) => {
  await setAppearance({ width, height: 844 });
  await renderApp(`/cards?issue=virtual&holder=${priya}`, { ...wallet, forecast: depositing });
  const says = sheet.getByRole('status').filter({ hasText: /company balance/ });
  await expect.element(says).toMatchTextContent(/^It begins with \$0\.00/);
  const boxOf = (element: { element: () => Element }) => element.element().getBoundingClientRect();
  const limit = boxOf(field('Spend at most'));
  const period = boxOf(sheet.getByRole('radiogroup', { name: 'Every' }));
  if (width === 1440) {
    expect([period.top, period.height]).toEqual([limit.top, limit.height]);
    expect(period.left - limit.right).toBeLessThan(20);
  } else expect(period.top).toBeGreaterThan(limit.bottom);
  expect(boxOf(field('Put on the card now')).top).toBeGreaterThan(period.bottom);
  await field('Put on the card now').fill('50,000');
  const submit = button('Issue card with $50,000.00');
  await expect.element(says).toMatchTextContent(/^The company balance has less than that/);
  await expect.element(submit).toBeVisible();
  const [cancel, issue] = [boxOf(button('Cancel')), boxOf(submit)];
  expect(cancel.top).toBe(issue.top);
  expect(cancel.height).toBe(issue.height);
  expect(cancel.right).toBeLessThan(issue.left);
  expect(boxOf(says).bottom).toBeLessThanOrEqual(issue.top);
  expect(boxOf(sheet).right - issue.right).toBeLessThan(30);
  // What is being typed stays in sight when the foot grows.
  await expect.element(says.getByRole('link')).toBeVisible();
  await expect.poll(() => boxOf(field('Put on the card now')).bottom < boxOf(says).top).toBe(true);
});

test('at 1440 × 900, what the card could do and what was tried are in sight without scrolling', async () => {
  await setAppearance({ width: 1440, height: 900 });
  const groups = [{ id: noah, name: 'Crew' }];
  await renderApp(`/cards?issue=virtual&holder=${priya}&limit=120&period=month`, {
    ...wallet,
    tryNewCard: (asked) => ({ ...tried(asked), source: 'WALLET', groups }),
  });
  const tries = sheet.getByRole('region', { name: /Try it/ });
  await expect.element(tries).toMatchTextContent(/Canada/);
  const foot = sheet.getByRole('status').filter({ hasText: /begins with/ });
  await expect.element(foot).toBeVisible();
  expect(tries.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    foot.element().getBoundingClientRect().top,
  );
  await expect.element(sheet.getByText('17 more cards today for Priya')).toBeVisible();
});

test('a card without money says when the next deposit arrives, with the way to it', async () => {
  await renderApp(`/cards?issue=virtual&holder=${priya}&limit=100`, {
    ...wallet,
    balance: {
      fundingSource: 'Prepaid',
      ledger: usd(0),
      onHold: usd(0),
      available: usd(0),
      incoming: usd(500_00),
      creditLimit: null,
      spendingOnHold: false,
      asOf: '2026-11-20T15:00:00Z',
    },
    forecast: depositing,
    issueCard: made,
  });
  await button('Issue card').click();
  const done = screen.getByRole('dialog', { name: 'Card issued' });
  await expect.element(done.getByText('At most $100.00 a month.')).toBeVisible();
  await expect
    .element(done.getByText(/^The company balance is \$0\.00, so the card cannot be funded yet\./))
    .toMatchTextContent(/\$500\.00 is on its way\. The next deposit should arrive on Dec 4/);
  const way = done.getByRole('link', { name: 'See the deposit' });
  await expect.element(way).toHaveAttribute('href', expect.stringMatching(/transfers$/));
  await expectUsable('card issued, with nothing to fund it');
});

test('a card that could not be funded stays, and trying again issues and moves nothing twice', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...wallet,
    issueCard: made,
    runFunding: faults['breaks off'],
  });
  await field('Put on the card now').fill('120');
  await button('Issue card with $120.00').click();
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  await expect
    .element(screen.getByText(/^The card is issued, but we do not know yet whether \$120\.00 is on it/))
    .toBeVisible();
  await expect.element(screen.getByText(/as soon as it is funded: it has no money yet/)).not.toBeInTheDocument();
  await expectUsable('card issued, not funded');
  app.answer({ runFunding: refuse('VERSION_CONFLICT') });
  const again = screen.getByRole('button', { name: 'Try again to fund $120.00' });
  await again.click();
  await expect.element(screen.getByText('The company balance has changed meanwhile. Please try again.')).toBeVisible();
  app.answer({ previewFunding: planned(48_210_55, 0) });
  await again.click();
  await expect.element(screen.getByText(/^It was not funded: /)).toBeVisible();
  app.answer({ previewFunding: { ...planned(48_090_55, 120_00), basis: '2'.repeat(32) }, runFunding: ran });
  await again.click();
  await expect.element(screen.getByText(/^\$120\.00 is on the card/)).toBeVisible();
  const sent = app.requestsOf('runFunding').map(({ body }) => body);
  expect(sent.map(({ basis }) => basis[0])).toEqual(['1', '1', '2']);
  expect(sent[0]!.idempotencyKey).toBe(sent[1]!.idempotencyKey);
  expect(sent[2]!.idempotencyKey).not.toBe(sent[0]!.idempotencyKey);
  expect(app.requestsOf('issueCard')).toHaveLength(1);
});

test('the sheet stays while the card is issued and funded', async () => {
  const issuing = Promise.withResolvers<void>();
  const previewing = Promise.withResolvers<void>();
  await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...wallet,
    issueCard: () => issuing.promise.then(() => made),
    previewFunding: () => previewing.promise.then(() => planned(48_090_55, 120_00)),
    runFunding: ran,
  });
  await field('Put on the card now').fill('120');
  await button('Issue card with $120.00').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet.getByText(/^The card is being issued\. Please wait/)).toBeVisible();
  issuing.resolve();
  const done = screen.getByRole('dialog', { name: 'Card issued' });
  await expect.element(done.getByText('Putting $120.00 on the card…')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(done.getByText(/^The card is being funded\. Please wait/)).toBeVisible();
  await expect.element(done.getByRole('link', { name: 'View card' })).not.toBeInTheDocument();
  previewing.resolve();
  await expect.element(done.getByText(/^\$120\.00 is on the card/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(done).not.toBeInTheDocument();
});

test('a reload before the card is funded is said the next time, with the way to fund it', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...wallet,
    issueCard: made,
    previewFunding: () => new Promise<never>(() => {}),
  });
  await field('Put on the card now').fill('120');
  await button('Issue card with $120.00').click();
  await expect.element(screen.getByText('Putting $120.00 on the card…')).toBeVisible();
  await app.open('/cards?issue=virtual');
  await expect
    .element(
      sheet.getByText(
        /^The card ·· 0932 is issued, but the page closed before it could say whether \$120\.00 is on it/,
      ),
    )
    .toBeVisible();
  await expect
    .element(sheet.getByRole('link', { name: 'Fund $120.00' }))
    .toHaveAttribute('href', `/cards/funding?cards=${made.id}&amount=12000`);
  await expectUsable('issue card, with one left unfunded');
  await button('Discard').click();
  await expect.element(sheet.getByText(/is issued, but the page closed/)).not.toBeInTheDocument();
  await app.open('/cards?issue=virtual');
  await expect.element(field('Name')).toBeVisible();
  await expect.element(sheet.getByText(/is issued, but the page closed/)).not.toBeInTheDocument();
});

test('the end of the session before the card is funded is said after the next sign-in', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...wallet,
    issueCard: made,
    previewFunding: refuse('UNAUTHENTICATED'),
  });
  await field('Put on the card now').fill('120');
  await button('Issue card with $120.00').click();
  await expect.poll(() => app.departures).toEqual([expect.stringMatching(/^\/login/)]);
  marker.write({ epoch: 'another session', lastActivity: Date.now() });
  await app.open('/cards?issue=virtual');
  await expect.element(sheet.getByText(/^The card ·· 0932 is issued, but the page closed/)).toBeVisible();
  expect(app.requestsOf('issueCard')).toHaveLength(1);
});

test('where cards draw on the balance of the business, or funding is not allowed, no money is offered', async () => {
  const { userData } = administrator;
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...answers,
    userInfo: { ...administrator, userData: { ...userData, usePexAccountBalanceForAuths: true } },
  });
  await expect.element(field('Spend at most')).toBeVisible();
  await expect.element(field('Put on the card now')).not.toBeInTheDocument();
  app.answer(without('FUND_CARDS'));
  await app.open(`/cards?issue=virtual&holder=${noah}`);
  await expect.element(field('Spend at most')).toBeVisible();
  await expect.element(field('Put on the card now')).not.toBeInTheDocument();
});

test('an address fills the form in, and Enter issues it with its controls', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=noah&name=Lunch&limit=200.00&period=day`, {
    ...answers,
    issueCard: made,
  });
  await expect.element(field('Name')).toHaveFocus();
  await expect.element(sheet.getByRole('combobox', { name: 'Holder' })).toHaveValue('Noah Park');
  await merchant.fill('Sweetgreen');
  await expect.element(sheet.getByText('Noah can spend $200.00 a day at Sweetgreen.')).toBeVisible();
  await field('Name').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  expect(bodiesOf(app.requestsOf('issueCard'))).toMatchObject([
    {
      holder: noah,
      name: 'Lunch',
      limit: { amount: 200_00, period: 'day' },
      controls: { merchantLock: { kind: 'NAMED', merchant: 'Sweetgreen' } },
    },
  ]);
});

test('the limit counts for a period in one press, and a known merchant is suggested', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...answers,
    transactions: ({ query: { merchant: text = '' } }) => ({
      items: ['Blue Bottle', 'Sweetgreen', 'Sweetgreen']
        .filter((name) => name.toLowerCase().includes(text))
        .map((name, n) => aPurchase(n, { merchant: { ...aPurchase(n).merchant, name } })),
      nextCursor: null,
      searchedBackTo: null,
      totals: null,
    }),
    issueCard: made,
  });
  await field('Spend at most').fill('40');
  await sheet.getByText('Week', { exact: true }).click();
  await expect.element(sheet.getByRole('radio', { name: 'Week' })).toBeChecked();
  await merchant.fill('green');
  await screen.getByRole('option', { name: 'Sweetgreen' }).click();
  await expect.element(merchant).toHaveValue('Sweetgreen');
  await expect.element(sheet.getByText('Priya can spend $40.00 a week at Sweetgreen.')).toBeVisible();
  await expectUsable('issue card at a merchant');
  await merchant.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  expect(bodiesOf(app.requestsOf('issueCard'))).toMatchObject([
    {
      limit: { amount: 40_00, period: 'week' },
      controls: { merchantLock: { kind: 'NAMED', merchant: 'Sweetgreen' } },
    },
  ]);
});

test('a purchase abroad that is declined says why', async () => {
  await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...answers,
    tryNewCard: (request) => ({
      ...tried(request),
      purchases: [
        { code: null, rule: null },
        { code: 'cardholder_inactive', rule: null },
        { code: 'international_off', rule: null },
      ],
    }),
  });
  await expect
    .element(sheet.getByRole('region', { name: /Try it/ }))
    .toMatchTextContent(/account of the cardholder is not active.*Canada.*International purchases are off/);
});

test('a physical card needs an address; the server’s answer about a field stands at the field', async () => {
  const app = await renderApp(`/cards?issue=physical&holder=${priya}`, {
    ...answers,
    issueCard: refuse('VALIDATION', { Fields: [{ Field: 'shipping.zip', Problem: 'format' }] }),
  });
  await button('Issue card').click();
  for (const name of ['Recipient', 'Street and number', 'City', 'State', 'ZIP code'])
    await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Recipient')).toHaveFocus();
  expect(app.requestsOf('issueCard')).toHaveLength(0);
  await field('Recipient').fill('Priya Nair');
  await field('Street and number').fill('1 Harbor Street');
  await field('City').fill('Portland');
  await field('State').fill('me');
  await field('ZIP code').fill('04101');
  await button('Issue card').click();
  await expect.element(sheet.getByText('Please enter five digits.')).toBeVisible();
  await expect.element(field('ZIP code')).toHaveFocus();
  await expect.element(field('Recipient')).toHaveValue('Priya Nair');
  expect(bodiesOf(app.requestsOf('issueCard'))[0]).toMatchObject({
    kind: 'PHYSICAL',
    shipping: { method: 'STANDARD', recipient: 'Priya Nair', state: 'ME', zip: '04101' },
  });
});

test('what fails keeps what was typed, and the same press has the same key', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}&limit=abc`, {
    ...answers,
    issueCard: faults['breaks off'],
  });
  await button('Issue card').click();
  await expect.element(sheet.getByText('Please enter an amount such as 120.00, or leave it empty.')).toBeVisible();
  await field('Spend at most').fill('90');
  await button('Issue card').click();
  await expect.element(sheet.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect.element(field('Spend at most')).toHaveValue('90');
  app.answer({ issueCard: refuse('CARD_LIMIT_REACHED') });
  await button('Issue card').click();
  await expect.element(sheet.getByText(/This person got 20 new cards today/)).toBeVisible();
  const keys = bodiesOf(app.requestsOf('issueCard')).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  app.answer({ issueCard: made, tryNewCard: faults.fails });
  await field('Spend at most').fill('80');
  await expect.element(sheet.getByText('Priya can spend $80.00 a month.')).toBeVisible();
  await button('Issue card').click();
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  expect(bodiesOf(app.requestsOf('issueCard')).at(-1)!.idempotencyKey).not.toBe(keys[0]);
});

test.each([
  ['with what was typed', 'Adobe'],
  ['as the address fills it in', null],
])('a card whose answer was lost is issued once, although the session ends: %s', async (_what, typed) => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...answers,
    issueCard: faults['breaks off'],
  });
  if (typed !== null) await field('Name').fill(typed);
  await button('Issue card').click();
  await expect.element(sheet.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  app.answer({ issueCard: refuse('UNAUTHENTICATED') });
  await button('Issue card').click();
  await expect.poll(() => app.departures).toEqual([expect.stringMatching(/^\/login/)]);
  app.answer({ issueCard: made });
  marker.write({ epoch: 'another session', lastActivity: Date.now() });
  await app.open(`/cards?issue=virtual&holder=${priya}`);
  await expect.element(field('Name')).toHaveValue(typed ?? '');
  await button('Issue card').click();
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  const keys = bodiesOf(app.requestsOf('issueCard')).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(1);
  expect(sessionStorage.getItem('florin-kept-forms')).not.toContain(keys[0]);
});

test('a card whose answer was lost is issued once, although the page is loaded again twice', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...answers,
    issueCard: faults['breaks off'],
  });
  await button('Issue card').click();
  await expect.element(sheet.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await app.open(`/cards?issue=virtual&holder=${priya}`);
  await expect.element(sheet.getByText(/^Priya can spend/)).toBeVisible();
  app.answer({ issueCard: made });
  await app.open(`/cards?issue=virtual&holder=${priya}`);
  await expect.element(sheet.getByText(/^Priya can spend/)).toBeVisible();
  await button('Issue card').click();
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  await app.open(`/cards?issue=virtual&holder=${priya}`);
  await expect.element(sheet.getByText(/^Priya can spend/)).toBeVisible();
  await button('Issue card').click();
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  const keys = bodiesOf(app.requestsOf('issueCard')).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys.at(-2)).toBe(keys[0]);
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test('cardholders that cannot be loaded are tried again; without any, the first is invited on the spot', async () => {
  const app = await renderApp('/cards?issue=virtual', { ...answers, team: faults.fails });
  await expect.element(sheet.getByText('We could not load the cardholders.')).toBeVisible();
  app.answer({ team: found([]) });
  await sheet.getByRole('button', { name: /again/i }).click();
  await expect.element(sheet.getByRole('heading', { name: 'Invite a cardholder first' })).toBeVisible();
  await expect.element(button('Issue card')).toHaveAttribute('aria-disabled', 'true');
  await sheet.getByRole('button', { name: 'Invite a cardholder' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Invite a cardholder' });
  await expect.element(dialog.getByText(/When they register, a physical card is produced for them\.$/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nia@sproutline.example');
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Nia');
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Okoro');
  app.answer({ createInvite: invited, invites: { items: [invited], nextCursor: null, waiting: 1 } });
  await dialog.getByRole('button', { name: 'Send invite' }).click();
  await expect.element(sheet.getByRole('heading', { name: 'Waiting for Nia Okoro' })).toBeVisible();
  expect(app.requestsOf('createInvite').map(({ body }) => body.role)).toEqual(['CARDHOLDER']);
  // Once she has registered, the form is there without a reload.
  app.answer(searched);
  await queryClient.invalidateQueries();
  await expect.element(sheet.getByRole('combobox', { name: 'Holder' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Invite someone' }).click();
  await expect.element(dialog).toBeVisible();
});

test('the sheet is there with its frame before it is known who can get a card', async () => {
  await renderApp('/cards?issue=virtual', { ...answers, team: () => new Promise(() => undefined) });
  await expect.element(sheet.getByRole('heading', { name: 'Issue card' })).toBeVisible();
  await expect.element(sheet.getByText('Loading the team')).toBeInTheDocument();
  await expect.element(button('Cancel')).toBeVisible();
});

test('an address that names nobody, or a name that several have, leaves the holder to choose', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${cardId}`, answers);
  const holder = sheet.getByRole('combobox', { name: 'Holder' });
  await expect.element(holder).toHaveFocus();
  await expect.element(holder).toHaveValue('');
  await app.open('/cards?issue=virtual&holder=a');
  await expect.element(holder).toHaveFocus();
  await expect.element(holder).toHaveValue('');
});

const without = (missing: string): Answers => ({
  ...answers,
  userInfo: { ...administrator, permissionFlags: permissionFlags.filter((flag) => flag !== missing) },
});

test('who may not issue cards reads why, and who may not change policies sets no limit', async () => {
  const app = await renderApp('/cards?issue=virtual', without('MANAGE_CARDHOLDERS'));
  const reason = 'You need permission to manage cardholders. Ask another administrator.';
  await expect.element(sheet.getByText(reason).first()).toBeVisible();
  await expect.element(button('Issue card')).toHaveAttribute('aria-disabled', 'true');
  app.answer(without('EDIT_BUSINESS_SETTINGS'));
  await app.open(`/cards?issue=virtual&holder=${priya}&limit=50`);
  await expect.element(field('Spend at most')).toHaveAttribute('readonly');
  await expect.element(field('Spend at most')).toHaveValue('');
  await expect.element(sheet.getByText(/You need permission to edit business settings/)).toBeVisible();
});

test('an issued card is tried in the simulator, in place of the card at its till', async () => {
  const playable = { id: noah, last4: '3056', name: 'Fuel', holder: 'Noah Park', status: 'OPEN', shipment: null };
  onTestFinished(() => showSimulator(false));
  const { userData } = administrator;
  const app = await renderApp(
    '/cards?state=OPEN',
    {
      ...answers,
      userInfo: { ...administrator, userData: { ...userData, usePexAccountBalanceForAuths: true } },
      issueCard: made,
      simulator: { now: '2026-11-20T02:14:00Z', aheadSeconds: 0, nextRelease: null, faults: [] },
      simulatorMerchants: [shop],
      simulatorCards: [playable],
      simulatorPurchases: [],
      simulatorTransfers: [],
      simulatorLog: [],
    },
    { simulator: true },
  );
  const atTill = screen.getByRole('region', { name: 'Simulator, demo only' }).getByRole('combobox', { name: 'Card' });
  showSimulator(true);
  await expect.element(atTill).toHaveValue('··\u00a03056 Noah Park, Fuel');
  await app.go(`/cards?state=OPEN&issue=virtual&holder=${priya}`);
  await field('Name').fill('Adobe');
  app.answer({
    simulatorCards: [playable, { ...playable, id: made.id, last4: '0932', name: 'Adobe', holder: 'Priya Nair' }],
  });
  await button('Issue card').click();
  await expectUsable('card issued, with a simulator');
  await screen.getByRole('button', { name: 'Try it in the simulator' }).click();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(atTill).toHaveValue('··\u00a00932 Priya Nair, Adobe');
});

test('a card without money is not tried in the simulator: it is funded first', async () => {
  onTestFinished(() => showSimulator(false));
  await renderApp(`/cards?issue=virtual&holder=${priya}`, { ...answers, issueCard: made }, { simulator: true });
  await button('Issue card').click();
  const first = screen.getByRole('link', { name: 'Fund the card first' });
  await expect.element(first).toHaveAttribute('href', `/cards/funding?cards=${made.id}`);
  await expect.element(screen.getByText(/to try it in the simulator: it has no money yet\.$/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Try it in the simulator' })).not.toBeInTheDocument();
  await expectUsable('card issued without money, with a simulator');
});

test('lines of new cards say what each card is; a column that does not exist is named', async () => {
  const line = { code: null, field: null, problem: null, cardId: null, last4: null, holder: 'Priya Nair' };
  const card = { kind: 'VIRTUAL', name: 'Lunch', limit: { amount: 20_00, period: 'day' }, onlyAt: 'Lark' } as const;
  await renderApp('/cards?issue=many', {
    ...answers,
    bulkCardAct: ({ body }) =>
      body.csv?.includes('limmit')
        ? refuse('VALIDATION', { Fields: [{ Field: 'csv.1.limmit', Problem: 'unknown' }] })
        : {
            dryRun: true,
            done: 2,
            refused: 0,
            lines: [
              { ...line, line: 2, outcome: 'DONE', card: { ...card, startsEmpty: true } },
              {
                ...line,
                line: 3,
                outcome: 'DONE',
                card: { kind: 'PHYSICAL', name: null, limit: null, onlyAt: null, startsEmpty: false },
              },
            ],
          },
  });
  const dialog = screen.getByRole('dialog', { name: 'Issue many cards' });
  const lines = dialog.getByRole('textbox', { name: 'Lines' });
  await lines.fill('holder,limmit\npriya,20');
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await expect.element(dialog.getByText(/There is no column “limmit”. The columns are holder, kind/)).toBeVisible();
  await lines.fill('holder,limit\npriya,20');
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await expect
    .element(dialog.getByRole('row').nth(1))
    .toMatchTextContent(
      /Virtual card “Lunch”, at most \$20\.00 a day, only at Lark\. It has no money yet: fund it after it is issued\./,
    );
  await expect.element(dialog.getByRole('row').nth(2)).toMatchTextContent(/Physical card, no limit of its own\.$/);
});

test('many cards are issued from lines after a dry run, and a repeated press does nothing twice', async () => {
  const line = { code: null, field: null, problem: null, cardId: null, last4: null, holder: 'Priya Nair' };
  const report = (dryRun: boolean): Success<typeof bulkCardAct>['body'] => ({
    dryRun,
    done: 1,
    refused: 1,
    lines: [
      { ...line, line: 2, outcome: 'DONE', ...(!dryRun && { cardId, last4: '0932' }) },
      { ...line, line: 3, outcome: 'REFUSED', code: 'VALIDATION', field: 'holder', problem: 'unknown', holder: null },
    ],
  });
  const app = await renderApp('/cards', { ...answers, bulkCardAct: ({ body }) => report(body.dryRun) });
  await screen.getByRole('button', { name: 'Issue or change many cards' }).click();
  await screen.getByRole('menuitem', { name: 'Issue many from CSV' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Issue many cards' });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await press('Check');
  await expect
    .element(dialog.getByText('Please write the columns in the first line, and at least one line below.'))
    .toBeVisible();
  await dialog.getByRole('textbox', { name: 'Lines' }).fill('holder\npriya\nnobody');
  await press('Check');
  await expect
    .element(dialog.getByText('1 card would be issued, 1 line would not. Nothing has happened yet.'))
    .toBeVisible();
  await expect
    .element(dialog.getByRole('row').nth(1))
    .toMatchTextContent(/3.*No cardholder has this email or username/);
  await expectUsable('issue many');
  await press('Issue 1 card');
  await expect.element(dialog.getByText('1 card was issued, 1 line not.')).toBeVisible();
  await expect.element(dialog.getByText('Issued, ending in 0932')).toBeVisible();
  const sent = app.requestsOf('bulkCardAct').map(({ body }) => body);
  expect(sent.map(({ act, dryRun, csv }) => [act, dryRun, csv])).toEqual([
    ['ISSUE', true, 'holder\npriya\nnobody'],
    ['ISSUE', false, 'holder\npriya\nnobody'],
  ]);
  expect(sent[0]!.idempotencyKey).toBe(sent[1]!.idempotencyKey);
  await press('Done');
  expect(window.location.search).toBe('');
});
