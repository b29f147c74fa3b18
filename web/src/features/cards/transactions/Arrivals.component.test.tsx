import type { TransactionLine } from '@florin/contract/cards/transactions';
import { expect, test } from 'vitest';
import { queryClient } from '../../../session/queries/query-client.ts';
import { expectAccessible, screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { aPurchase } from '../../../testing/card-core.ts';
import { administrator, answersFor, cardholder, usd } from '../../../testing/people.ts';
import { renderApp, type TestApp } from '../../../testing/render-app.tsx';
import { expectUsable } from '../../../testing/screens/expect-usable.ts';

const shop = (n: number, change: Partial<TransactionLine> = {}): TransactionLine => ({
  ...aPurchase(n),
  merchant: { ...aPurchase(n).merchant, name: `Shop ${n}` },
  amount: usd(n * 100),
  ...change,
});
const page = (...items: TransactionLine[]) => ({ items, nextCursor: null, searchedBackTo: null, totals: null });
const shown = () =>
  screen
    .getByRole('button', { name: /^Shop \d+$/ })
    .elements()
    .map((row) => row.textContent);
const topOf = (name: string) => screen.getByRole('button', { name, exact: true }).element().getBoundingClientRect().top;
const waiting = screen.getByRole('button', { name: 'Show 1 new transaction' });
const announced = screen.getByRole('status').filter({ hasText: '1 new transaction' });

/** The list with two purchases, and nobody's pointer in it. */
async function openList(path = '/transactions'): Promise<TestApp> {
  const app = await renderApp(path, {
    ...answersFor(path.startsWith('/my') ? cardholder : administrator),
    transactions: page(shop(2), shop(1)),
    myTransactions: page(shop(2), shop(1)),
    transaction: { ...shop(1), decline: null, reports: [], events: [], traces: [] },
  });
  await expect.element(screen.getByRole('button', { name: 'Shop 1', exact: true })).toBeVisible();
  await userEvent.hover(screen.getByRole('heading', { level: 1 }));
  return app;
}

/** What the stream of events causes: the list is fetched again. */
async function arrive(app: TestApp, ...items: TransactionLine[]): Promise<void> {
  app.answer({ transactions: page(...items), myTransactions: page(...items) });
  await queryClient.invalidateQueries();
}

test.each(['/transactions', '/my-transactions/purchases'])(
  'at rest, what arrives in %s comes in at the top, is marked and announced',
  async (path) => {
    const app = await openList(path);
    await arrive(app, shop(3), shop(2), shop(1));
    await expect.poll(shown).toEqual(['Shop 3', 'Shop 2', 'Shop 1']);
    await expect.element(announced).toBeInTheDocument();
    const marked = [...document.querySelectorAll('[data-fresh]')];
    expect(marked.map((row) => row.querySelector('button')?.textContent)).toEqual(['Shop 3']);
  },
);

test('while a row is selected, what arrives waits, the others change where they are, and a press brings it in', async () => {
  const app = await openList();
  await userEvent.click(screen.getByRole('checkbox', { name: /^Select Shop 1/ }));
  await userEvent.hover(screen.getByRole('heading', { level: 1 }));
  const before = topOf('Shop 1');
  await arrive(app, shop(3), shop(2, { amount: usd(77_700) }), shop(1));
  await expect.element(waiting).toBeVisible();
  await expect.element(screen.getByText('$777.00')).toBeVisible();
  await expect.element(announced).toBeInTheDocument();
  expect(shown()).toEqual(['Shop 2', 'Shop 1']);
  expect(topOf('Shop 1')).toBe(before);
  await expectUsable('transactions: rows that wait');
  await waiting.click();
  await expect.poll(shown).toEqual(['Shop 3', 'Shop 2', 'Shop 1']);
  await expect.element(screen.getByRole('button', { name: 'Shop 3', exact: true })).toHaveFocus();
  await expect.element(screen.getByRole('checkbox', { name: /^Select Shop 1/ })).toBeChecked();
});

test('beside an open row, what arrives waits for a key, which leaves the focus where it is', async () => {
  const app = await openList(`/transactions?open=${shop(1).id}`);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  const focused = document.activeElement;
  await arrive(app, shop(3), shop(2), shop(1));
  await expect.element(waiting).toBeVisible();
  expect(shown()).toEqual(['Shop 2', 'Shop 1']);
  await userEvent.keyboard('.');
  await expect.poll(shown).toEqual(['Shop 3', 'Shop 2', 'Shop 1']);
  expect(document.activeElement).toBe(focused);
});

test('in another order, no row jumps', async () => {
  const app = await openList('/transactions?sort=-amount');
  await arrive(app, shop(2), shop(3, { amount: usd(150) }), shop(1));
  await expect.element(waiting).toBeVisible();
  await arrive(app, shop(1, { amount: usd(900) }), shop(2), shop(3, { amount: usd(150) }));
  await expect.element(screen.getByText('$9.00')).toBeVisible();
  expect(shown()).toEqual(['Shop 2', 'Shop 1']);
  await waiting.click();
  await expect.poll(shown).toEqual(['Shop 1', 'Shop 2', 'Shop 3']);
});

test('below the top of a phone, a button floats over the rows and leads to what has come', async () => {
  await setAppearance({ width: 320, height: 500 });
  const many = Array.from({ length: 30 }, (_, n) => shop(30 - n));
  const app = await openList();
  await arrive(app, ...many);
  await expect.element(screen.getByRole('button', { name: 'Shop 30' })).toBeVisible();
  window.scrollTo(0, 600);
  const before = topOf('Shop 20');
  await arrive(app, shop(31), ...many);
  await expect.element(waiting).toBeInViewport();
  expect(topOf('Shop 20')).toBe(before);
  await expectAccessible();
  await waiting.click();
  await expect.element(screen.getByRole('button', { name: 'Shop 31' })).toHaveFocus();
  expect(window.scrollY).toBeLessThan(100);
});
