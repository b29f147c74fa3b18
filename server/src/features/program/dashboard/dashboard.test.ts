import type { Forecast, NeedsAttention, Spend, SpendBreakdown } from '@florin/contract/program/dashboard';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { usualPreferences } from '../../../core/notifications/send.ts';
import { applyEvent } from '../../../core/transactions/apply-event.ts';
import { authorize } from '../../../core/transactions/authorize.ts';
import type { AuthorizationRequest } from '../../../core/authorizations/request.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { addCard, addCardBusiness, addCardholder, type CardBusiness } from '../../../testing/cards/card-business.ts';
import { addCards, fundedBusiness } from '../../../testing/money/funded-business.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { eventFor, fundBusiness, purchase } from '../../../testing/cards/spending.ts';

let server: TestServer;
let business: CardBusiness;
let colleague: string;

beforeAll(async () => {
  server = await startTestServer();
  business = await addCardBusiness(server);
  const { context } = server;
  await fundBusiness(context.db, business.businessId, 1_000_00);
  const other = await addCardholder(server, business.businessId);
  colleague = other.membershipId;
  const { cardId: othersCard } = await addCard(server, { ...business, membershipId: other.membershipId });
  const { cardId } = business;
  const now = server.clock.now();
  const buy = async (asked: AuthorizationRequest) => {
    await authorize(context, asked);
    return asked;
  };
  const settled = await buy(purchase(cardId, 20_00, { at: now, merchant: 'La Colombe', mcc: 5814 }));
  await applyEvent(context, eventFor(settled, 'CLEARING', 20_00, { at: now }));
  await applyEvent(context, eventFor(settled, 'RETURN', 5_00, { at: now }));
  await buy(purchase(othersCard, 30_00, { at: now, merchant: 'Lyft', mcc: 4121 }));
  await buy(purchase(cardId, 5_000_00, { at: now, merchant: 'Enterprise', mcc: 7512 }));
  const lastMonth = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('America/New_York')
    .with({ day: 1, hour: 0, minute: 0, second: 0 })
    .subtract({ months: 1 });
  const before = await buy(
    purchase(cardId, 40_00, { at: new Date(lastMonth.epochMilliseconds), merchant: 'La Colombe', mcc: 5814 }),
  );
  await applyEvent(context, eventFor(before, 'CLEARING', 40_00, { at: new Date(lastMonth.epochMilliseconds) }));
});
afterAll(() => server.close());

interface Answers {
  spend: Spend;
  breakdown: SpendBreakdown;
  forecast: Forecast;
  needs: NeedsAttention;
  balances: { figures: { available: object; incoming: object } };
}
const pathOf = {
  spend: '/api/spend',
  breakdown: '/api/spend/breakdown',
  forecast: '/api/forecast',
  needs: '/api/needs-attention',
  balances: '/api/balances',
} as const satisfies Record<keyof Answers, string>;
const get = async <Name extends keyof Answers>(name: Name, query = '', who = business.administrator) => {
  const { status, body } = await who.ask('GET', `${pathOf[name]}${query}`);
  return { status, body: body as unknown as Answers[Name] };
};
const usd = (amount: number) => ({ amount, currency: 'USD' });
const setUsage = (allowed: boolean) =>
  server.context.db
    .updateTable('business')
    .set({ allow_admin_view_card_usage: allowed })
    .where('id', '=', business.businessId)
    .execute();

test.each(['MONTH', 'QUARTER', 'YEAR'])('spend of a %s: without declines, less what came back', async (period) => {
  const { body } = await get('spend', `?period=${period}`);
  const sum = (steps: Spend['steps']) => steps.reduce((all, { amount }) => all + amount.amount, 0);
  expect(body.steps.at(-1)).toMatchObject({ to: body.to });
  expect(body.total.amount).toBe(sum(body.steps));
  expect(body.steps.at(-1)!.amount.amount).toBeGreaterThanOrEqual(45_00);
  if (period === 'MONTH') {
    expect(body.total).toEqual(usd(45_00));
    expect(body.totalBefore).toEqual(usd(40_00));
    expect(body.stepsBefore[0]).toMatchObject({ from: body.before.from, amount: usd(40_00) });
    expect(sum(body.stepsBefore)).toBe(40_00);
  }
});

test('before the first purchase of a month the last full one is shown, if it had any', async () => {
  const funded = await fundedBusiness(server, 100_00n);
  const [card] = await addCards(server, funded, [{ balance: 50_00n }]);
  const monthly = async (path: 'spend' | 'breakdown', more = '') =>
    (await get(path, `?period=MONTH${more}`, funded.browser)).body;
  expect(await monthly('spend')).toMatchObject({ begun: null, total: usd(0) });
  const firstDay = Temporal.Instant.fromEpochMilliseconds(server.clock.now().getTime())
    .toZonedDateTimeISO('America/New_York')
    .with({ day: 1 })
    .startOfDay();
  const at = new Date(firstDay.subtract({ days: 1 }).epochMilliseconds);
  await authorize(server.context, purchase(card!.cardId, 20_00, { at, merchant: 'Lyft', mcc: 4121 }));
  const days = {
    from: firstDay.subtract({ months: 1 }).toPlainDate().toString(),
    to: firstDay.subtract({ days: 1 }).toPlainDate().toString(),
    begun: { from: firstDay.toPlainDate().toString() },
  };
  expect(await monthly('spend')).toMatchObject({ ...days, total: usd(20_00), totalBefore: usd(0) });
  expect(await monthly('breakdown', '&by=MERCHANT')).toMatchObject({ ...days, items: [{ amount: usd(20_00) }] });
  await authorize(server.context, purchase(card!.cardId, 5_00, { at: server.clock.now() }));
  expect(await monthly('spend')).toMatchObject({ from: days.begun.from, begun: null, total: usd(5_00) });
});

test('by category, person and merchant, the largest first, against the month before', async () => {
  const by = async (what: string) =>
    (await get('breakdown', `?period=MONTH&by=${what}`)).body.items.map(({ name, amount, before }) => [
      name,
      amount.amount,
      before.amount,
    ]);
  expect(await by('CATEGORY')).toEqual([
    ['Taxis', 30_00, 0],
    ['Meals', 15_00, 40_00],
  ]);
  expect(await by('MERCHANT')).toEqual([
    ['Lyft', 30_00, 0],
    ['La Colombe', 15_00, 40_00],
  ]);
  const { items } = (await get('breakdown', '?period=MONTH&by=PERSON')).body;
  expect(items).toMatchObject([
    { key: colleague, name: 'Robin Example', amount: usd(30_00), before: usd(0) },
    { key: business.membershipId, amount: usd(15_00), before: usd(40_00) },
  ]);
});

test('the forecast begins with what is available, and knows the holds', async () => {
  const [{ body }, { body: balance }] = await Promise.all([get('forecast'), get('balances')]);
  expect(body.available).toEqual(balance.figures.available);
  expect(body.incoming).toEqual(balance.figures.incoming);
  expect(body.holds).toMatchObject({ count: 1, amount: usd(30_00) });
  expect(body.items).toMatchObject([{ kind: 'RELEASE', name: 'Lyft', change: usd(30_00), count: 1 }]);
  expect(body.items[0]!.available.amount).toBe(body.available.amount + 30_00);
  expect(body.lowest).toMatchObject({ available: body.available, from: body.from });
});

test('a balance is low by what the person or the business has said, or by default once there is a card', async () => {
  const { db } = server.context;
  const fresh = await fundedBusiness(server, 100_00n);
  const alert = async () => (await get('forecast', '', fresh.browser)).body.alert;
  expect(await alert()).toBeNull();
  await addCards(server, fresh, [{}]);
  expect(await alert()).toEqual(usd(1_000_00));
  const usual = { ADMIN: usualPreferences('ADMIN'), CARDHOLDER: usualPreferences('CARDHOLDER') };
  const defaults = JSON.stringify({ ...usual, ADMIN: { ...usual.ADMIN, lowBalanceBelow: 250_00 } });
  const ofBusiness = db.updateTable('business').set({ notification_defaults: sql`${defaults}::jsonb` });
  await ofBusiness.where('id', '=', fresh.businessId).execute();
  expect(await alert()).toEqual(usd(250_00));
});

test('what is on funded cards, and on hold there, is counted beside what the account has', async () => {
  const funded = await fundedBusiness(server, 100_00n);
  const [card] = await addCards(server, funded, [{ balance: 50_00n }, { balance: 10_01n }, {}, { hasWallet: false }]);
  await authorize(server.context, purchase(card!.cardId, 20_00, { at: server.clock.now() }));
  const { body } = await get('forecast', '', funded.browser);
  expect(body).toMatchObject({ holds: { count: 0 }, cardHolds: { count: 1, amount: usd(20_00) } });
  expect(body.onCards).toEqual({ count: 2, amount: usd(40_01) });
});

test('what needs an administrator', async () => {
  const { body } = await get('needs');
  expect(body).toMatchObject({
    requests: { pending: 0, items: [] },
    declines: { count: 1, latest: { merchant: 'Enterprise' } },
    activation: { count: 0 },
    lowBalances: { count: 0 },
    suspense: { count: 0 },
    changes: 0,
  });
});

test('a card past its end or its uses is not offered to be topped up', async () => {
  const funded = await fundedBusiness(server, 100_00n);
  const cards = await addCards(
    server,
    funded,
    [1_00n, 2_00n, 3_00n, 0n].map((balance) => ({ balance, holder: funded.membershipId })),
  );
  const change = (
    index: number,
    changes: { valid_until?: Date; expires_on?: string; uses?: number; uses_at_most?: number },
  ) => server.context.db.updateTable('card').set(changes).where('id', '=', cards[index]!.cardId).execute();
  const low = async () => (await get('needs', '', funded.browser)).body.lowBalances;
  await server.context.db
    .updateTable('business')
    .set({ use_business_balance_for_auths: false })
    .where('id', '=', funded.businessId)
    .execute();
  expect((await low()).count).toBe(4);
  await change(0, { valid_until: new Date(server.clock.now().getTime() - 1) });
  await change(1, { expires_on: '2020-01-31' });
  await change(2, { uses: 1, uses_at_most: 1 });
  expect(await low()).toMatchObject({ count: 1, ids: [cards[3]!.cardId] });
});

test('who may not see card usage sees no purchases', async () => {
  await setUsage(false);
  // What a session may do is kept for a few seconds.
  const who = await administratorOf(server, business.businessId);
  expect((await get('spend', '?period=MONTH', who)).status).toBe(403);
  expect((await get('breakdown', '?period=MONTH&by=MERCHANT', who)).status).toBe(403);
  const { body: forecast } = await get('forecast', '', who);
  expect(forecast.items).toMatchObject([{ kind: 'RELEASE', name: null, transactionId: null }]);
  expect(forecast.cardHolds).toBeNull();
  expect((await get('needs', '', who)).body.declines).toBeNull();
  await setUsage(true);
});

test.each([
  ['spend', '?period=MONTH'],
  ['forecast', ''],
  ['needs', ''],
] as const)('%s is not a cardholder’s', async (name, query) => {
  expect((await get(name, query, business.holder)).status).toBe(403);
});
