import { expect, test } from 'vitest';
import { queryClient } from '../../session/queries/query-client.ts';
import { setServerAhead } from '../../testing/answers.ts';
import { aCard, aPurchase, ofHolder } from '../../testing/card-core.ts';
import { screen } from '../../testing/component.ts';
import { administrator, answersFor } from '../../testing/people.ts';
import { ownLimits } from '../../testing/policies.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { addDays, dayIn, shortDate, startOfDay } from './when.ts';

/* The clock of the server differs from the browser's: words, days and filters go by the server's. */

const hour = 3_600_000;
const zone = 'America/New_York';
/** Noon of the browser's current day: two hours later it is still that day. */
const noonInMilliseconds = (isoDay: string) => startOfDay(isoDay, zone).getTime() + 12 * hour;
const browsersDay = dayIn(Date.now(), zone);
const serversDay = addDays(browsersDay, 1);
const toNoonOf = (isoDay: string) => setServerAhead(noonInMilliseconds(isoDay) - Date.now());

const purchase = (n: number, at: number) => aPurchase(n, { at: new Date(at).toISOString() });
const page = (...items: ReturnType<typeof aPurchase>[]) => ({
  items,
  nextCursor: null,
  searchedBackTo: null,
  totals: null,
});
const row = (name: string) => screen.getByRole('row').filter({ hasText: name });

test('a list says today, and filters it, by the days of the server', async () => {
  toNoonOf(serversDay);
  const [old, recent] = [purchase(1, noonInMilliseconds(browsersDay)), purchase(2, noonInMilliseconds(serversDay))];
  const app = await renderApp('/transactions?date=today', {
    ...answersFor(administrator),
    transactions: page(recent, old),
  });
  await expect.element(row(recent.merchant.name)).toMatchTextContent(/Today, 12:00/);
  await expect.element(row(old.merchant.name)).toMatchTextContent(shortDate(old.at, zone));
  expect(app.requestsOf('transactions').at(-1)?.query).toMatchObject({
    from: startOfDay(serversDay, zone).toISOString(),
    to: startOfDay(addDays(serversDay, 1), zone).toISOString(),
  });
  // The simulator lets a day pass.
  toNoonOf(addDays(serversDay, 1));
  await queryClient.invalidateQueries();
  await expect.element(row(recent.merchant.name)).toMatchTextContent(shortDate(recent.at, zone));
  await expect
    .poll(() => app.requestsOf('transactions').at(-1)?.query)
    .toMatchObject({
      from: startOfDay(addDays(serversDay, 1), zone).toISOString(),
    });
});

const { id, last4, kind, name } = aCard(0);
const card = { cardId: id, last4, kind, name, cardholder: 'Priya Nair' };
const limitsResetting = (resetsAt: string) => ({
  ...ownLimits,
  card,
  limits: ownLimits.limits.map((limit) => ({ ...limit, resetsAt })),
});

test('a limit resets in the hours that the server’s clock leaves, and follows it', async () => {
  toNoonOf(serversDay);
  const resetsAt = new Date(noonInMilliseconds(serversDay) + 12 * hour).toISOString();
  await renderApp('/dashboard', { ...ofHolder, mySpendLimits: { cards: [limitsResetting(resetsAt)] } });
  const left = screen.getByRole('region', { name: /^Left to spend/ });
  await expect.element(left).toMatchTextContent(/in 12 h, at midnight Eastern/);
  setServerAhead(noonInMilliseconds(serversDay) + 6 * hour - Date.now());
  await queryClient.invalidateQueries();
  await expect.element(left).toMatchTextContent(/in 6 h, at midnight Eastern/);
});

const declined = aPurchase(3, { status: 'DECLINED', declineCode: 'limit_day' });
const money = (amount: number) => ({ amount, currency: 'USD' as const });
const pages = [
  '/dashboard',
  '/spend-policies',
  `/my-cards/${id}`,
  `/my-transactions/card-declines?open=${declined.id}`,
];
const moments = [
  [3.5, 'in 3 h, at midnight Eastern'],
  [3.5 + 24, `${shortDate(noonInMilliseconds(addDays(serversDay, 2)), zone)}, at midnight`],
] as const;

test.each(pages.flatMap((path) => moments.map(([hours, text]) => [path, hours, text] as const)))(
  '%s says of a limit that resets in %d hours: %s',
  async (path, hours, text) => {
    const midnight = startOfDay(addDays(serversDay, hours < 24 ? 1 : 2), zone).getTime();
    setServerAhead(midnight - hours * hour - Date.now());
    const resetsAt = new Date(midnight).toISOString();
    await renderApp(path, {
      ...ofHolder,
      mySpendLimits: { cards: [limitsResetting(resetsAt)] },
      myTransactions: page(declined),
      myTransaction: {
        ...declined,
        events: [],
        reports: [],
        decline: {
          left: money(600),
          limit: { limit: money(200_00), period: 'day', resetsAt },
          shared: null,
          hours: null,
          request: null,
        },
      },
    });
    // The words of the page and of the sheet over it.
    await expect
      .element(path.includes('open=') ? screen.getByRole('dialog') : screen.getByRole('main'))
      .toMatchTextContent(`esets ${text}`);
  },
);
