import { expect, test } from 'vitest';
import { paths } from '../../paths.ts';
import { aCard, aPurchase, ofHolder } from '../../testing/card-core.ts';
import { listOf } from '../../testing/policies.ts';
import { screen, userEvent } from '../../testing/component.ts';
import type { Answers } from '../../testing/answers.ts';
import { transferAnswers } from '../../testing/money.ts';
import { administrator, answersFor } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const answers: Answers = {
  ...answersFor(administrator),
  ...transferAnswers,
  cardGroups: { items: [] },
  spendPolicies: listOf(),
  vendorLinks: { cards: [], links: [] },
};
const chosen = screen.getByRole('tab', { selected: true }).filter({ hasText: /^All/ });
const told = (...labels: string[]) =>
  screen.getByText(`These filters of the address are not valid and were left out: ${labels.join(', ')}.`, {
    exact: true,
  });

test.each([
  [paths.cards, 'state=BANANA&cardholder=nobody', ['Holder', 'State']],
  [paths.cardRequests, 'state=BANANA&person=nobody', ['State', 'Person']],
  [paths.transactions, 'date=someday&amount=much&status=BANANA&card=1', ['Date', 'Status', 'Amount', 'Card']],
  [paths.bankTransfers, 'direction=UP&stage=BANANA', ['Direction', 'State']],
  [paths.teamMembers, 'role=KING&state=BANANA', ['Role', 'State']],
  [paths.cardPolicies, 'layer=BANANA', ['For']],
  [paths.vendorLinks, 'status=BANANA', ['Status']],
])('%s?%s is the list of all, and says what it leaves out', async (path, search, labels) => {
  await renderApp(`${path}?${search}&q=hotel`, answers);
  await expect.element(told(...labels)).toBeVisible();
  await expect.poll(() => window.location.search).toBe('?q=hotel');
});

test('what is understood of a filter stays, written as the list writes it', async () => {
  const app = await renderApp('/transactions?status=DECLINED,BANANA&amount=20000..100', {
    ...answers,
    transactions: { items: [aPurchase(1)], nextCursor: null, searchedBackTo: null, totals: null },
  });
  await expect.poll(() => window.location.search).toBe('?status=DECLINED&amount=100..20000');
  expect(app.requestsOf('transactions').at(-1)!.query).toMatchObject({ status: ['DECLINED'], amountFrom: 100 });
});

test('Esc clears the search where no sheet is open and nothing is selected', async () => {
  const app = await renderApp('/transactions?q=hotel', {
    ...answers,
    transactions: { items: [aPurchase(1)], nextCursor: null, searchedBackTo: null, totals: null },
  });
  await expect.element(screen.getByRole('table')).toBeVisible();
  await userEvent.keyboard('jx');
  const selected = screen.getByText('1 selected', { exact: true });
  await expect.element(selected.first()).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => selected.elements()).toEqual([]);
  expect(window.location.search).toBe('?q=hotel');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => window.location.search).toBe('');
  expect(app.requestsOf('transactions').at(-1)!.query.text).toBeUndefined();
});

test('after a filter, J begins at the first row', async () => {
  const [first, second] = [aPurchase(1), aPurchase(2)];
  await renderApp('/transactions', {
    ...answers,
    transactions: ({ query: { status } }) => ({
      items: status ? [first] : [first, second],
      nextCursor: null,
      searchedBackTo: null,
      totals: null,
    }),
  });
  const rows = screen.getByRole('table').getByRole('button', { name: /^Trattoria/ });
  await expect.poll(() => rows.elements()).toHaveLength(2);
  await userEvent.keyboard('j');
  await expect.element(rows.first()).toHaveFocus();
  await userEvent.keyboard('fst{Enter}');
  await screen.getByRole('checkbox', { name: 'Declined' }).click();
  await expect.poll(() => rows.elements()).toHaveLength(1);
  await userEvent.keyboard('{Escape}j');
  await expect.element(rows.first()).toHaveFocus();
});

test('an address that opens nothing opens no sheet', async () => {
  const app = await renderApp('/transactions?open=', {
    ...answers,
    transactions: { items: [aPurchase(1)], nextCursor: null, searchedBackTo: null, totals: null },
  });
  await expect.element(screen.getByRole('table')).toBeVisible();
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  expect(app.requestsOf('transaction')).toEqual([]);
});

test('parameters that are no filters of the list do not filter it', async () => {
  await renderApp('/my-transactions/purchases?cardholder=nobody&utm_source=mail', {
    ...ofHolder,
    ownCards: { items: [aCard(0)], nextCursor: null },
  });
  await expect.element(chosen).toBeVisible();
});
