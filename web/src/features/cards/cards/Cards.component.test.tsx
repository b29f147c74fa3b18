import type { TransactionLine } from '@florin/contract/cards/transactions';
import { expect, test } from 'vitest';
import { faults, refuse, type Answers } from '../../../testing/answers.ts';
import { aRequest } from '../../../testing/card-core.ts';
import { screen, setAppearance, userEvent } from '../../../testing/component.ts';
import {
  cardDetail,
  cardId as id,
  cardLimit as limit,
  cardLimits as limits,
  frozenCard as frozen,
  madeCard as made,
  otherCardId as other,
} from '../../../testing/cards.ts';
import { administrator, answersFor, cardholder, inBusiness, usd } from '../../../testing/people.ts';
import { productTime } from '../../../clock.ts';
import { singleKeys } from '../../../session/single-keys.ts';
import { pendingChange } from '../../../testing/settings.ts';
import { keptNotice, returnAfterEnd } from '../../../testing/session-end.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const groupId = '0190a000-0000-7000-8000-0000000000e1';
const noPurchases = { items: [], nextCursor: null, searchedBackTo: null, totals: null };
/** What the page of a card shows besides. */
const money = {
  transactions: noPurchases,
  cardSpend: {
    months: Array.from({ length: 12 }, (_, month) => ({
      month: month === 0 ? '2025-12' : `2026-${String(month).padStart(2, '0')}`,
      amount: usd(month * 100_00),
      purchases: month,
    })),
  },
};
const ownMoney = { myTransactions: noPurchases, ownCardSpend: money.cardSpend };
const answers = {
  ...answersFor(administrator),
  cards: { items: [made, frozen], nextCursor: null, totals: { cards: 2, people: 1, spentThisMonth: null } },
  cardsSpendLeft: {
    cards: [
      { cardId: id, left: usd(60_00), limit, by: 'LIMIT' as const, source: 'BUSINESS' as const },
      { cardId: other, left: null, limit: null, by: null, source: 'BUSINESS' as const },
    ],
  },
  cardGroups: {
    items: [{ id: groupId, name: 'Sales', cards: 1, policies: [], createdAt: '2026-11-02T15:00:00Z' }],
  },
  card: cardDetail,
  cardSpendLimits: limits(id),
  ...money,
};
const line = (at: string, status: 'DECLINED' | 'SETTLED'): TransactionLine => ({
  id: `0190a000-0000-7000-8000-0000000${at.slice(8, 10)}${at.slice(11, 13)}a`,
  at,
  status,
  merchant: { id: 'm-1', name: 'Sweetgreen', city: 'New York', state: 'NY', country: 'US', mcc: 5812 },
  card: { id, last4: '0932', kind: 'VIRTUAL' as const, name: 'Everyday' },
  cardholder: null,
  presence: 'PRESENT',
  amount: usd(18_45),
  merchantAmount: null,
  requested: usd(18_45),
  settled: usd(18_45),
  returned: usd(0),
  hold: null,
  fees: [],
  declineCode: null,
  note: null,
});
const button = (name: string) => screen.getByRole('button', { name, exact: true });

test('the foot says what all cards of the view have spent this month, where that is known', async () => {
  const totals = { cards: 42, people: 27, spentThisMonth: usd(31_904_12) };
  await renderApp('/cards', { ...answers, cards: { items: [made, frozen], nextCursor: null, totals } });
  await expect.element(screen.getByText('42 cards, this month $31,904.12')).toBeVisible();
});

test('the list says what is left by which limit, and who froze a card', async () => {
  await renderApp('/cards', answers);
  const row = screen.getByRole('row').filter({ hasText: '0932' });
  await expect.element(row).toMatchTextContent(/Priya Nair.*Active.*\$60\.00.*of \$200 a day.*\$1,087\.82/);
  await expect.element(screen.getByRole('row').filter({ hasText: '4402' })).toMatchTextContent(/Frozen by Maya Chen/);
  await expect.element(screen.getByText('2 of 2 cards, 1 person')).toBeVisible();
});

test('within a day the list says how long ago a card was used, and every row has one height', async () => {
  await setAppearance({ width: 1440 });
  const used = new Date(productTime() - 25 * 60_000).toISOString();
  const locked = {
    ...made.controls,
    merchantLock: { kind: 'NAMED' as const, merchantId: null, merchant: 'Stratus Cloud Hosting' },
  };
  await renderApp('/cards', {
    ...answers,
    cards: {
      ...answers.cards,
      items: [
        { ...made, lastUsedAt: used },
        { ...frozen, name: 'Conference ticket in Portland', controls: locked },
      ],
    },
  });
  const rows = [/0932/, /4402/].map((digits) => screen.getByRole('row').filter({ hasText: digits }));
  await expect.element(rows[0]!).toMatchTextContent(/2[56] min ago/);
  await expect.element(rows[1]!).toMatchTextContent(/Stratus Cloud Hosting only/);
  const heights = rows.map((row) => row.element().getBoundingClientRect().height);
  expect(heights[0]).toBe(heights[1]);
});

test('a search among some cards without a match says how many all of them have', async () => {
  await renderApp('/cards?q=travel&state=PAUSED', {
    ...answers,
    cards: ({ query: { status } }) => ({
      items: [],
      nextCursor: null,
      totals: { cards: status === undefined ? 3 : 0, people: 1, spentThisMonth: null },
    }),
  });
  await expect.element(button('Without the state filter: 3')).toBeVisible();
  await expect.element(button('Without the search: 0')).not.toBeInTheDocument();
});

test('of a limit of each purchase nothing is used up', async () => {
  const [one] = answers.cardsSpendLeft.cards;
  const each = { ...one!.limit!, period: 'purchase' as const, limit: 150_00, used: 0 };
  await renderApp('/cards', { ...answers, cardsSpendLeft: { cards: [{ ...one!, left: usd(150_00), limit: each }] } });
  const row = screen.getByRole('row').filter({ hasText: '0932' });
  await expect.element(row).toMatchTextContent(/Active ?\$150\.00 ?a purchase/);
});

test.each([768, 320])('at a width of %d a row names its figures, and leaves out what is empty', async (width) => {
  await setAppearance({ width });
  const unused = { ...frozen, status: 'CLOSED' as const, freezes: [], spentThisMonth: null, lastUsedAt: null };
  await renderApp('/cards', { ...answers, cards: { ...answers.cards, items: [made, unused] } });
  const rows = screen.getByRole(width === 320 ? 'listitem' : 'row');
  await expect.element(rows.filter({ hasText: '0932' }).getByText('This month:')).not.toHaveClass('visually-hidden');
  const figures = rows.filter({ hasText: '4402' });
  await expect.element(figures).toMatchTextContent('Closed');
  await expect.element(figures).not.toMatchTextContent(/This month|Last used/);
});

test.each([
  ['Used up', { usesAtMost: 1, uses: 1 }],
  ['Ended Nov 3, 2025', { validUntil: '2025-11-03T17:00:00Z' }],
  ['Active to Nov 3, 2099', { validUntil: '2099-11-03T17:00:00Z' }],
])('an open card is %s', async (state, controls) => {
  const one = { ...made, controls: { ...made.controls, ...controls } };
  await renderApp('/cards', {
    ...answers,
    cards: { items: [one], nextCursor: null, totals: { cards: 1, people: 1, spentThisMonth: null } },
  });
  await expect.element(screen.getByRole('row').filter({ hasText: state })).toBeVisible();
});

test('the tabs say how much they hold, up to a hundred, and nothing where there is nothing or nothing to see', async () => {
  await renderApp('/cards', {
    ...answers,
    cardCounts: { cards: 100, requests: 5, toDecide: 5, policies: 0, vendorLinks: null },
  });
  const tabs = screen.getByRole('navigation', { name: 'Cards' }).getByRole('link');
  await expect.element(tabs.first()).toHaveTextContent('Cards 99+');
  expect(tabs.elements().map(({ textContent }) => textContent)).toEqual([
    'Cards 99+',
    'Requests 5',
    'Policies',
    'Fund',
    'Vendor links',
  ]);
});

test('the export has the cards and the columns of the view', async () => {
  const app = await renderApp('/cards?kind=VIRTUAL&sort=name&hide=spent,left', { ...answers, exportCards: null });
  await screen.getByRole('button', { name: 'Export these rows' }).click();
  await screen.getByRole('menuitem', { name: 'CSV, for any program' }).click();
  await expect
    .poll(() => app.requestsOf('exportCards').map(({ query }) => query))
    .toEqual([{ kind: 'VIRTUAL', sort: 'NAME', order: 'ASC', format: 'csv', hide: ['left', 'spent'] }]);
});

test.each([
  { cards: 120, button: 'Select all 120', selected: '120 selected', most: null },
  {
    cards: 1234,
    button: 'Select the first 200 of 1,234',
    selected: '200 selected',
    most: 'At most 200 of the 1,234 can be selected at once.',
  },
])('all $cards rows of a view are selected, up to the most that an act takes', async (case_) => {
  const idOf = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
  const totals = { cards: case_.cards, people: 1, spentThisMonth: null };
  const app = await renderApp('/cards', {
    ...answers,
    cards: ({ query }) => {
      const from = query.cursor === undefined ? 0 : Number(query.cursor.slice(-12)) + 1;
      const to = Math.min(from + 50, case_.cards);
      const items = Array.from({ length: to - from }, (_, n) => ({ ...made, id: idOf(from + n) }));
      return { items, nextCursor: to < case_.cards ? idOf(to - 1) : null, totals: from === 0 ? totals : null };
    },
  });
  await screen.getByRole('checkbox').nth(1).click();
  await button(case_.button).click();
  const bar = screen.getByRole('group', { name: case_.selected });
  await expect.element(bar).toBeVisible();
  await expect.element(button(case_.button)).not.toBeInTheDocument();
  if (case_.most !== null) await expect.element(bar.getByText(case_.most)).toBeVisible();
  expect(app.requestsOf('cards')).toHaveLength(Math.ceil(Math.min(case_.cards, 200) / 50));
});

test('many cards are frozen after a trial that says which will not be', async () => {
  const report = (dryRun: boolean) => ({
    dryRun,
    done: 1,
    refused: 1,
    lines: [
      {
        line: 1,
        outcome: 'DONE' as const,
        code: null,
        field: null,
        problem: null,
        cardId: id,
        last4: '0932',
        holder: null,
      },
      {
        line: 2,
        outcome: 'REFUSED' as const,
        code: 'CARD_STATE',
        field: null,
        problem: null,
        cardId: other,
        last4: '4402',
        holder: null,
      },
    ],
  });
  const app = await renderApp('/cards', { ...answers, bulkCardAct: report(true) });
  await expect.element(screen.getByRole('row').filter({ hasText: '4402' })).toBeVisible();
  await screen.getByRole('checkbox').first().click();
  await button('Freeze').click();
  const dialog = screen.getByRole('alertdialog', { name: 'Freeze 2 cards?' });
  await expect.element(dialog).toMatchTextContent(/1 card will change, 1 card will not\..*4402/);
  app.answer({ bulkCardAct: report(false) });
  const why = dialog.getByRole('textbox', { name: 'Reason' });
  const freeze = dialog.getByRole('button', { name: 'Freeze', exact: true });
  await why.fill('x'.repeat(201));
  await freeze.click();
  await expect.element(why).toHaveAccessibleDescription(/at most 200 characters/);
  await why.fill(' Lost bag ');
  await freeze.click();
  await expect.element(screen.getByText('1 card changed, 1 card not.')).toBeVisible();
  expect(app.requestsOf('bulkCardAct').map(({ body }) => [body.dryRun, body.reason])).toEqual([
    [true, undefined],
    [false, 'Lost bag'],
  ]);
});

test('the reason for freezing many cards is there again after the session has ended', async () => {
  const trial: Answers = { ...answers, bulkCardAct: { dryRun: true, done: 2, refused: 0, lines: [] } };
  const app = await renderApp('/cards', trial);
  await screen.getByRole('checkbox').first().click();
  await button('Freeze').click();
  const dialog = screen.getByRole('alertdialog', { name: 'Freeze 2 cards?' });
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Lost at a fair');
  await returnAfterEnd(app, '/cards', trial);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toHaveValue('Lost at a fair');
  expect(app.requestsOf('bulkCardAct').at(-1)?.body).toMatchObject({ act: 'FREEZE', cardIds: [id, other] });
});

test('many cards join a group; those that leave one with rules wait for a second administrator', async () => {
  const group = { id: groupId, name: 'Sales' };
  const items = [{ ...made, groups: [group] }, frozen];
  const app = await renderApp('/cards', { ...answers, cards: { ...answers.cards, items } });
  await expect.element(screen.getByRole('row').filter({ hasText: '4402' })).toBeVisible();
  const dialog = screen.getByRole('dialog', { name: 'Groups of 2 cards' });
  const pick = async () => {
    await dialog.getByRole('button', { name: /Choose a group/ }).click();
    await screen.getByRole('option', { name: 'Sales' }).click();
  };
  await screen.getByRole('checkbox').first().click();
  await button('Group').click();
  await dialog.getByRole('button', { name: 'Add cards' }).click();
  await expect.element(dialog).toMatchTextContent(/Group is required/);
  await pick();
  const policies: { id: string; name: string }[] = [];
  app.answer({ changeCardGroupMembers: { ...group, cards: 2, policies, createdAt: '2026-11-02T15:00:00Z' } });
  await dialog.getByRole('button', { name: 'Add cards' }).click();
  await expect.element(screen.getByText('1 card added to Sales.')).toBeVisible();
  // The cards are selected still.
  await button('Group').click();
  await dialog.getByText('Take out of a group').click();
  await pick();
  app.answer({ changeCardGroupMembers: { change: pendingChange(1, { kind: 'CARD_GROUP' }) } });
  await dialog.getByRole('button', { name: 'Take cards out' }).click();
  await expect.element(screen.getByText(/^Sent to the other administrators\./)).toBeVisible();
  expect(app.requestsOf('changeCardGroupMembers').map(({ body }) => body)).toEqual([
    { add: [other], addHeldBy: [], remove: [] },
    { add: [], addHeldBy: [], remove: [id] },
  ]);
});

test('the list is filtered by groups', async () => {
  const app = await renderApp(`/cards?group=${groupId},wrong`, answers);
  await expect.element(screen.getByRole('row').filter({ hasText: '0932' })).toBeVisible();
  await expect.element(button('Group is Sales')).toBeVisible();
  expect(app.requestsOf('cards').at(-1)?.query).toMatchObject({ group: [groupId] });
});

test('a card tells limits of one period apart, and says whose its rules are', async () => {
  await renderApp(`/cards/${id}`, answers);
  await expect.element(screen.getByRole('heading', { level: 1 })).toMatchTextContent(/Everyday.*0932/);
  const left = screen.getByRole('region', { name: 'Left to spend' });
  await expect
    .element(left)
    .toMatchTextContent(/\$60\.00 today.*of \$200\.00 a day, by “Everyday”.*Sales: a day.*\$140\.00 of \$220\.00/);
  await expect
    .element(screen.getByRole('region', { name: 'What this card can do' }))
    .toMatchTextContent(/By “Everyday”/);
});

test('the timeline tells changes, funding and purchases apart, and each leads on', async () => {
  const [run, issued] = ['0190a000-0000-7000-8000-0000000000d1', '0190a000-0000-7000-8000-0000000000d2'];
  const funding = { runId: run, act: 'FUND' as const, actor: 'Maya Chen', schedule: null };
  const timeline = [
    {
      id: issued,
      at: '2026-11-01T15:00:00Z',
      act: 'issue' as const,
      fromStatus: null,
      toStatus: 'OPEN' as const,
      substatus: null,
      actor: 'Maya Chen',
      channel: 'ADMIN' as const,
      reason: null,
      former: null,
    },
  ];
  const fundings = [
    { ...funding, at: '2026-11-02T15:00:00Z', change: usd(300_00) },
    { ...funding, at: '2026-11-01T16:00:00Z', change: usd(-40_00), actor: null, schedule: { id, name: 'Weekly' } },
  ];
  const declined = { ...line('2026-11-03T15:00:00Z', 'DECLINED'), declineCode: 'limit_day' as const };
  const items = [declined, line('2026-11-01T15:30:00Z', 'SETTLED')];
  const daily = { limit: usd(200_00), period: 'day' as const, resetsAt: null };
  await renderApp(`/cards/${id}`, {
    ...answers,
    ...money,
    transaction: {
      ...declined,
      reports: [],
      events: [],
      traces: [],
      decline: { left: usd(10_00), limit: daily, shared: null, hours: null, request: null },
    },
    card: { ...cardDetail, timeline, fundings },
    transactions: { ...noPurchases, items },
  });
  const panel = screen.getByRole('region', { name: 'Timeline' });
  const rows = panel.getByRole('listitem');
  await expect
    .poll(() => rows.elements().map((row) => row.querySelector('span')?.textContent))
    .toEqual([
      'Declined: $18.45 at SweetgreenOver $200.00 a day; $10.00 was left',
      'Funded with $300.00By Maya Chen · Funding run',
      '$40.00 taken backBy the schedule Weekly · Funding run',
      '$18.45 settled at SweetgreenNew York, NY',
      'Issued by Maya Chen',
    ]);
  await expect
    .element(rows.nth(1).getByRole('link', { name: 'Funding run' }))
    .toHaveAttribute('href', `/cards/funding?run=${run}`);
  await expect
    .element(panel.getByRole('link', { name: 'All purchases of this card' }))
    .toHaveAttribute('href', `/transactions?card=${id}`);
  await panel.getByRole('button', { name: 'Purchases' }).click();
  await expect.poll(() => rows.elements()).toHaveLength(2);
  const spend = screen.getByRole('region', { name: 'Spend by month' });
  await expect.element(spend).toMatchTextContent(/\$6,600\.00 in the last 12 months/);
  await spend.getByRole('button', { name: 'Show the table' }).click();
  await expect.element(spend.getByRole('row').nth(1)).toMatchTextContent(/November 2026.*11.*\$1,100\.00/);
});

test('the controls say what sets the card apart, and who has set its PIN', async () => {
  const controls = { ...cardDetail.controls, usesAtMost: 3, uses: 1 };
  const change = {
    fromStatus: null,
    toStatus: 'OPEN' as const,
    substatus: null,
    channel: 'ADMIN' as const,
    reason: null,
    former: null,
  };
  const timeline = [
    { ...change, id, at: '2025-03-02T15:00:00Z', act: 'setPin' as const, actor: 'Priya Nair' },
    { ...change, id: other, at: '2025-03-01T15:00:00Z', act: 'setPin' as const, actor: 'Maya Chen' },
  ];
  const app = await renderApp(`/cards/${id}`, {
    ...answers,
    card: { ...cardDetail, pinStatus: 'SET', timeline, controls },
  });
  const panel = screen.getByRole('region', { name: 'Controls' });
  await expect.element(panel).toMatchTextContent(/PIN Set by Priya Nair on Mar 2, 2025.*1 of 3 uses/);
  app.answer({ card: cardDetail });
  await app.open(`/cards/${id}`);
  await expect.element(panel).toMatchTextContent(/PIN/);
  await expect.element(panel).not.toMatchTextContent(/Only at|Uses|Works|Spent this month/);
});

test('a card without purchases has a sentence in place of its chart', async () => {
  const months = [{ month: '2026-11', amount: usd(0), purchases: 0 }];
  await renderApp(`/cards/${id}`, { ...answers, cardSpend: { months } });
  const spend = screen.getByRole('region', { name: 'Spend by month' });
  await expect.element(spend.getByText('The chart begins with the first purchase.')).toBeVisible();
  expect(spend.getByRole('slider').elements()).toHaveLength(0);
});

test('a request about a card stands first among its rules, and in its timeline', async () => {
  const asked = aRequest(1, {
    kind: 'LIMIT',
    period: 'DAY',
    card: { id, kind: 'VIRTUAL' as const, name: 'Everyday', last4: '0932' },
  });
  const decision = {
    by: 'Ines Duarte',
    at: '2026-11-03T15:00:00Z',
    amount: null,
    until: null,
    note: 'Not this time.',
    cardId: null,
  };
  const rejected = { ...asked, id: other, status: 'REJECTED' as const, requestedAt: '2026-11-02T16:00:00Z', decision };
  const unexplained = { ...rejected, id: groupId, requestedAt: '2026-11-02T14:00:00Z', purpose: null };
  const app = await renderApp(`/cards/${id}`, {
    ...answers,
    requests: { items: [asked, rejected, unexplained], nextCursor: null },
  });
  const rules = screen.getByRole('region', { name: 'What this card can do' });
  await expect.element(rules).toMatchTextContent(/\$26\.40 more a day, asked for by Priya Nair.*Not decided\. Decide/);
  await expect
    .element(rules.getByRole('link', { name: 'Decide' }))
    .toHaveAttribute('href', `/cards/requests?open=${asked.id}`);
  await expect
    .element(screen.getByRole('region', { name: 'Timeline' }))
    .toMatchTextContent(
      /Priya Nair asked for: \$26\.40 more a day.*Rejected by Ines Duarte: \$26\.40 more a day“Not this time\.”/,
    );
  // A declined purchase is a reason of its own.
  const timeline = screen.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  await expect.element(timeline.last()).toMatchTextContent(/asked for: \$26\.40 more a dayDeclined at Trattoria Lucca/);
  expect(app.requestsOf('requests').map(({ query }) => query.cardId)).toContainEqual([id]);
});

test('an administrator may say why a card is frozen', async () => {
  const app = await renderApp(`/cards/${id}`, { ...answers, freezeCard: faults.fails });
  await button('Freeze').click();
  const dialog = screen.getByRole('alertdialog', { name: 'Freeze the card ending in 0932?' });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await reason.fill('a'.repeat(201));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Please use at most 200 characters, and no card number.')).toBeVisible();
  expect(app.requestsOf('freezeCard')).toHaveLength(0);
  await reason.fill('Lost at a fair');
  await userEvent.keyboard('{Enter}');
  // What was typed stays where the call fails.
  await expect.poll(() => app.requestsOf('freezeCard')).toHaveLength(1);
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Something went wrong|Please try again/);
  await expect.element(reason).toHaveValue('Lost at a fair');
  app.answer({ freezeCard: frozen });
  await dialog.getByRole('button', { name: 'Freeze', exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(app.requestsOf('freezeCard')).toHaveLength(2);
  expect(app.requestsOf('freezeCard')[1]).toMatchObject({ body: { reason: 'Lost at a fair' } });
});

test('a holder freezes with one press', async () => {
  const app = await renderApp(`/my-cards/${id}`, {
    ...answersFor(cardholder),
    ownCard: cardDetail,
    ...ownMoney,
    mySpendLimits: { cards: [] },
    freezeOwnCard: frozen,
  });
  await button('Freeze').click();
  await expect.poll(() => app.requestsOf('freezeOwnCard')).toMatchObject([{ body: { reason: null } }]);
});

test('a PIN that is held says until when, and what its holder can do instead', async () => {
  await renderApp(`/my-cards/${id}`, {
    ...answersFor(cardholder),
    ownCard: cardDetail,
    ...ownMoney,
    mySpendLimits: { cards: [] },
    setOwnCardPin: refuse('HELD_AFTER_CHANGE', { Until: '2026-11-22T20:30:00Z', OlderFactors: [] }),
  });
  await button('Set PIN').click();
  const dialog = screen.getByRole('dialog', { name: 'Set PIN' });
  await dialog.getByLabelText('New PIN').fill('7391');
  await dialog.getByRole('button', { name: 'Set PIN' }).click();
  const held =
    /set the PIN again from Nov 22, 2026, 3:30\sPM ET\. Until then, freeze .+; your administrator can help\./;
  await expect.element(dialog.getByText(held)).toBeVisible();
  await expect.element(dialog.getByLabelText('New PIN')).toHaveValue('7391');
});

test('a PIN that is easy to guess is refused beside its field before a proof is asked for', async () => {
  const app = await renderApp(`/cards/${id}`, { ...answers, setCardPin: refuse('PIN_REJECTED') });
  await button('Set PIN').click();
  const dialog = screen.getByRole('dialog', { name: 'Set PIN' });
  const pin = dialog.getByLabelText('New PIN', { exact: true });
  const guessed = /easy to guess/;
  for (const obvious of ['1234', '7777', '0932']) {
    await pin.fill(obvious);
    await userEvent.keyboard('{Enter}');
    await expect.element(pin).toHaveAccessibleDescription(guessed);
    await expect.element(pin).toHaveFocus();
  }
  expect(app.requestsOf('setCardPin')).toHaveLength(0);
  // What only the server knows, such as the date of birth, stands there too.
  await pin.fill('0528');
  await expect.element(pin).not.toHaveAccessibleDescription(guessed);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.requestsOf('setCardPin')).toHaveLength(1);
  await expect.element(pin).toHaveAccessibleDescription(guessed);
  await expect.element(pin).toHaveFocus();
});

test('a PIN can be shown as it is typed', async () => {
  await renderApp(`/cards/${id}`, answers);
  await button('Set PIN').click();
  const dialog = screen.getByRole('dialog', { name: 'Set PIN' });
  const pin = dialog.getByLabelText('New PIN', { exact: true });
  await expect.element(pin).toHaveAttribute('type', 'password');
  await dialog.getByRole('button', { name: 'Show PIN' }).click();
  await expect.element(pin).toHaveAttribute('type', 'text');
  await dialog.getByRole('button', { name: 'Hide PIN' }).click();
  await expect.element(pin).toHaveAttribute('type', 'password');
});

test('the head of a frozen card says once who froze it', async () => {
  await renderApp(`/cards/${other}`, { ...answers, card: { ...cardDetail, ...frozen } });
  await expect.element(screen.getByText(/Frozen by Maya Chen since/)).toBeVisible();
  expect(screen.getByText(/Frozen by Maya Chen/).elements()).toHaveLength(1);
  await expect.element(screen.getByText('Frozen', { exact: true }).first()).toBeVisible();
});

test('a freeze of the current day is one since today', async () => {
  const since = new Date(productTime()).toISOString();
  const freezes = frozen.freezes.map((freeze) => ({ ...freeze, since }));
  await renderApp(`/cards/${other}`, { ...answers, card: { ...cardDetail, ...frozen, freezes } });
  await expect.element(screen.getByText(/Frozen by Maya Chen since today, \d+:\d\d\s[AP]M/)).toBeVisible();
});

test('a card that has replaced another says of which card each change was', async () => {
  const change = { fromStatus: null, toStatus: 'OPEN' as const, substatus: null, channel: 'ADMIN' as const };
  const by = { ...change, actor: 'Maya Chen', reason: null };
  const timeline = [
    { ...by, id, at: '2026-11-01T15:00:02Z', act: 'close' as const, former: '5078' },
    { ...by, id: groupId, at: '2026-11-01T15:00:01Z', act: 'issue' as const, former: null },
    { ...by, id: other, at: '2026-11-01T15:00:00Z', act: 'setPin' as const, former: '5078' },
  ];
  const replaces = { id: other, last4: '5078' };
  const replacedBy = { id: groupId, last4: '1234' };
  await renderApp(`/cards/${id}`, { ...answers, card: { ...cardDetail, replaces, replacedBy, timeline } });
  const rows = screen.getByRole('region', { name: 'Timeline' }).getByRole('listitem');
  await expect
    .poll(() => rows.elements().map((row) => row.querySelector('span')?.textContent?.replaceAll('\u00A0', ' ')))
    .toEqual(['·· 5078 was closed by Maya Chen', 'Issued by Maya Chen', 'The PIN of ·· 5078 was set by Maya Chen']);
  const controls = screen.getByRole('region', { name: 'Controls' });
  await expect.element(controls).toMatchTextContent(/Replaces\s?··\s5078.*Replaced by\s?··\s1234/);
  await expect.poll(() => controls.getByText('Replace', { exact: true }).elements()).toHaveLength(1);
});

test('a key asks before it freezes', async () => {
  singleKeys.remove();
  const app = await renderApp(`/cards/${id}`, { ...answers, freezeCard: frozen });
  await expect.element(button('Freeze')).toBeVisible();
  await userEvent.keyboard('z');
  const dialog = screen.getByRole('alertdialog', { name: 'Freeze the card ending in 0932?' });
  await expect.element(dialog.getByRole('button', { name: 'Freeze', exact: true })).toBeVisible();
  expect(app.requestsOf('freezeCard')).toHaveLength(0);
});

test('the details of a card are sent to a vendor, and the card is raised for a time, from its page', async () => {
  const sendable = { cardId: id, name: null, nameOnCard: 'PRIYA NAIR', last4: '0932' };
  await renderApp(`/cards/${id}`, {
    ...answers,
    vendorLinks: { cards: [{ ...sendable, cardId: other, last4: '4402' }, sendable], links: [] },
    categoryGroupList: { groups: [] },
  });
  await button('Send to vendor').click();
  const sending = screen.getByRole('dialog', { name: 'Send card details' });
  await expect.element(sending.getByRole('button', { name: /0932/ })).toBeVisible();
  await sending.getByRole('button', { name: 'Cancel' }).click();
  await button('Raise for a time').click();
  await expect.element(screen.getByRole('dialog', { name: /Priya Nair ··\s0932/ })).toBeVisible();
});

test.each([
  ['Raise for a time', /for a time$/, 'What is allowed'],
  ['Add a rule', /^Own rules of Everyday/, 'Name'],
  ['Freeze', /^Freeze the card/, 'Reason'],
])('what was typed after “%s” when the session ended is there again', async (opener, title, label) => {
  const path = `/cards/${id}`;
  const given: Answers = {
    ...answers,
    cardSpendLimits: { ...limits(id), rules: [] },
    categoryGroupList: { groups: [] },
  };
  const app = await renderApp(path, given);
  await button(opener).click();
  const dialog = screen.getByRole(opener === 'Freeze' ? 'alertdialog' : 'dialog', { name: title });
  await dialog.getByLabelText(label).fill('at most $800 a day');
  await returnAfterEnd(app, path, given);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(dialog.getByLabelText(label)).toHaveValue('at most $800 a day');
});

test('who may not see purchases is not shown any, and asks for none', async () => {
  const { allowAdminViewCardUsage: _, ...person } = administrator;
  const app = await renderApp(`/cards/${id}`, {
    ...answers,
    ...answersFor({ ...person, allowAdminViewCardUsage: false }),
  });
  await expect.element(screen.getByRole('region', { name: 'Timeline' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Spend by month' }).elements()).toHaveLength(0);
  expect([...app.requestsOf('transactions'), ...app.requestsOf('cardSpend')]).toHaveLength(0);
});

test('a physical card says where its mail is, and what to do with mail that came back', async () => {
  const shipment = {
    status: 'RETURNED' as const,
    method: 'EXPRESS' as const,
    carrier: 'UPS',
    trackingNumber: '1Z999',
    expectedOn: '2026-11-05',
  };
  await renderApp(`/cards/${id}`, { ...answers, card: { ...cardDetail, kind: 'PHYSICAL', shipment } });
  const panel = screen.getByRole('region', { name: 'Shipment' });
  await expect
    .element(panel)
    .toMatchTextContent(/Ordered.*Shipped.*Returned to us.*Express.*UPS.*1Z999.*came back.*Replace/);
});

test('a freeze shows at once, and is taken back where it fails', async () => {
  const app = await renderApp(`/my-cards/${id}`, {
    ...answersFor(cardholder),
    ownCard: cardDetail,
    ...ownMoney,
    mySpendLimits: { cards: [] },
    freezeOwnCard: refuse('CARD_STATE', { Obstacle: null }),
  });
  await button('Freeze').click();
  await expect.element(screen.getByText('That did not work. Please try again.')).toBeVisible();
  await expect.element(button('Freeze')).toBeVisible();
  expect(app.requestsOf('freezeOwnCard')).toHaveLength(1);
});

test('a holder cannot lift an administrator’s freeze, and freezes besides', async () => {
  await renderApp(`/my-cards/${other}`, {
    ...answersFor(cardholder),
    ownCard: { ...cardDetail, ...frozen },
    ...ownMoney,
    mySpendLimits: { cards: [] },
  });
  await expect.element(screen.getByText('Only an administrator can lift this freeze.')).toBeVisible();
  await expect.element(screen.getByText(/Frozen by Maya Chen since .*“Lost at a fair”/)).toBeVisible();
  await expect.element(button('Freeze')).toBeVisible();
  expect(button('Unfreeze').elements()).toHaveLength(0);
});

test('a holder sees the number of a card on its page', async () => {
  const app = await renderApp(`/my-cards/${other}`, {
    ...answersFor(cardholder),
    ownCard: { ...cardDetail, id: other, last4: '4402' },
    ...ownMoney,
    mySpendLimits: { cards: [] },
    cardDetailsViews: faults['answers nonsense'],
    viewCardDetails: {
      cardNumber: '4111111111114402',
      nameOnCard: 'PRIYA NAIR',
      expirationDate: '2029-04-30',
      cvV2: '123',
    },
  });
  await expect.element(screen.getByText('We could not load who has viewed the details of this card.')).toBeVisible();
  await screen.getByRole('button', { name: 'Show card details' }).click();
  await expect.element(screen.getByText('4111 1111 1111 4402')).toBeVisible();
  expect(app.requestsOf('viewCardDetails')).toMatchObject([{ body: { cardId: other } }]);
});

test('a holder’s cards say what is left; a limit of each purchase has nothing used up', async () => {
  const each = { ...limit, rule: 2, period: 'purchase', used: 0, limit: 150_00, left: 150_00 } as const;
  await renderApp('/my-cards', {
    ...answersFor(cardholder),
    ownCards: { items: [made], nextCursor: null },
    ownCard: cardDetail,
    ...ownMoney,
    mySpendLimits: { cards: [{ ...limits(id), limits: [limit, each] }] },
  });
  await expect.element(screen.getByRole('listitem').filter({ hasText: '0932' })).toMatchTextContent(/\$60\.00 left/);
  await screen.getByRole('link', { name: /0932/ }).click();
  await expect
    .element(screen.getByRole('region', { name: 'Left to spend' }))
    .toMatchTextContent(/Everyday: a purchase.*at most.*\$150\.00/);
  await expect
    .element(screen.getByRole('link', { name: 'All purchases of this card' }))
    .toHaveAttribute('href', `/my-transactions/card-transactions?card=${id}`);
});

test('a business in review issues no cards, but freezes and closes those that it has', async () => {
  await renderApp('/cards', { ...answers, userInfo: inBusiness(administrator, 'PENDING_REVIEW') });
  await expect.element(screen.getByRole('row').filter({ hasText: '4402' })).toBeVisible();
  await screen.getByRole('checkbox').first().click();
  await expect.element(button('Freeze')).not.toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Close')).not.toHaveAttribute('aria-disabled', 'true');
  await expect.element(button('Fund')).toHaveAttribute('aria-disabled', 'true');
});
