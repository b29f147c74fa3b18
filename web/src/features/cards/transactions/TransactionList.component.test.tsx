import { declineReason } from '@florin/contract/cards/decline-sentences';
import { permissionFlags } from '@florin/contract/permissions';
import { expect, test } from 'vitest';
import { faults, refuse, refuseFor } from '../../../testing/answers.ts';
import { aCard } from '../../../testing/card-core.ts';
import { screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { administrator, aMember, answersFor, cardholder, usd } from '../../../testing/people.ts';
import { keptNotice, returnAfterEnd } from '../../../testing/session-end.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import {
  id,
  line,
  held,
  declined,
  page,
  noTotals,
  details,
  answers,
  row,
  sheet,
} from '../../../testing/transactions.ts';

test('a row says who, when, in which state and how much; fees are lines of their own', async () => {
  await renderApp('/transactions', { ...answers, transactions: page(line(5), held, declined) });
  await expect.element(row('Shop 5')).toMatchTextContent(/Meals.*Priya Nair.*0932.*Settled.*\$5\.00/);
  await expect.element(row('Shop 8')).toMatchTextContent(/On hold to Dec 16.*MXN 151\.78.*\$8\.00/);
  await expect.element(row('Shop 9')).toMatchTextContent(/Declined.*\$9\.00/);
  await expect.element(row('International fee, 3%')).toMatchTextContent(/\$0\.24/);
});

test('a row with a note says so, and the search says what it finds', async () => {
  await renderApp('/transactions', { ...answers, transactions: page(line(5), { ...line(7), note: 'Lunch' }) });
  await expect.element(row('Shop 7').getByRole('img', { name: 'Has a note' })).toBeVisible();
  expect(screen.getByRole('img', { name: 'Has a note' }).elements()).toHaveLength(1);
  await expect.element(screen.getByRole('searchbox', { name: 'Merchant, person or note' })).toBeVisible();
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
  await screen.getByRole('button', { name: 'Without the status filter: 2' }).click();
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

test('a list that is too long to be added up says so, and that there is more', async () => {
  const items = [1, 2, 3].map((n) => line(n));
  await renderApp('/transactions', { ...answers, transactions: { ...page(...items), nextCursor: 'next' } });
  await expect.element(screen.getByText('3 transactions so far')).toBeVisible();
  await expect.element(screen.getByText('For a sum, choose fewer days.')).toBeVisible();
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
