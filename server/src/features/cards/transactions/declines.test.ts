import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorize } from '../../../core/transactions/authorize.ts';
import { newId } from '../../../db/ids.ts';
import { addPolicy } from '../../../testing/cards/active-policy.ts';
import { at } from '../../../testing/business.ts';
import { addCard, addCardBusiness, type CardBusiness } from '../../../testing/cards/card-business.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { fundBusiness, purchase } from '../../../testing/cards/spending.ts';

let server: TestServer;
let business: CardBusiness;
beforeAll(async () => {
  server = await startTestServer();
  business = await addCardBusiness(server);
  await fundBusiness(server.context.db, business.businessId, 1_000_00);
});
afterAll(() => server.close());

/** Buys with a new card under rules of its own. @returns the last purchase's id */
async function buy(rules: readonly Rule[], ...amounts: number[]) {
  const { cardId } = await addCard(server, business);
  await addPolicy(server.context.db, { businessId: business.businessId, layer: 'CARD', chainId: cardId }, rules);
  let id = '';
  for (const amount of amounts) id = (await authorize(server.context, purchase(cardId, amount, { at }))).transactionId!;
  return { cardId, id };
}
const own = async (id: string) => (await business.holder.ask('GET', `/api/my-transactions/${id}`)).body;

test('a limit says what was left of it, to the cardholder too, and administrators read whose rule it was', async () => {
  const { id } = await buy([{ kind: 'amount', period: 'day', limit: 200_00 }], 140_00, 86_40);
  const decline = {
    left: { amount: 60_00 },
    limit: { limit: { amount: 200_00 }, period: 'day', resetsAt: expect.any(String) },
    shared: null,
    hours: null,
    request: null,
  };
  expect(await own(id)).toMatchObject({ declineCode: 'limit_day', decline });
  const seen = await business.administrator.ask('GET', `/api/transactions/${id}`);
  expect(seen.body).toMatchObject({
    decline,
    traces: [
      {
        rules: expect.arrayContaining([expect.objectContaining({ layer: 'CARD', policyName: 'Policy', binds: true })]),
      },
    ],
  });
});

test.each<[string, Rule[]]>([
  ['a category', [{ kind: 'block', field: 'group', values: ['GROCERIES'] }]],
  ['a number of purchases', [{ kind: 'count', period: 'day', limit: 1 }]],
])('%s is no question of money', async (_what, rules) => {
  const { id } = await buy(rules, 10_00, 86_40);
  expect((await own(id))['decline']).toEqual({ left: null, limit: null, shared: null, hours: null, request: null });
});

test('an hour says when the card works, by the rules of all layers', async () => {
  const everyDay = [0, 1, 2, 3, 4, 5, 6];
  const always: Rule = { kind: 'hours', windows: [{ weekdays: everyDay, from: 0, to: 1440 }] };
  const weekend = { kind: 'hours', windows: [{ weekdays: [0, 6], from: 540, to: 1080 }] } satisfies Rule;
  const { cardId, id } = await buy([weekend], 10_00);
  const hours = { windows: weekend.windows, timeZone: 'America/New_York' };
  expect(await own(id)).toMatchObject({ declineCode: 'time_window', decline: { left: null, hours } });
  const seen = await business.administrator.ask('GET', `/api/transactions/${id}`);
  expect(seen.body).toMatchObject({ decline: { hours } });
  await addPolicy(server.context.db, { businessId: business.businessId, layer: 'BUSINESS' }, [always]);
  const { transactionId } = await authorize(server.context, purchase(cardId, 10_00, { at }));
  expect(await own(transactionId!)).toMatchObject({ declineCode: 'time_window', decline: { hours } });
  const evening: Rule = { kind: 'hours', windows: [{ weekdays: everyDay, from: 720, to: 1440 }] };
  await addPolicy(server.context.db, { businessId: business.businessId, layer: 'CARD', chainId: cardId }, [evening]);
  const { transactionId: last } = await authorize(server.context, purchase(cardId, 10_00, { at }));
  const both = { ...hours, windows: [{ weekdays: [0, 6], from: 720, to: 1080 }] };
  expect(await own(last!)).toMatchObject({ declineCode: 'time_window', decline: { hours: both } });
});

test('what the company has is not told to a cardholder', async () => {
  const { id } = await buy([], 5_000_00);
  expect(await own(id)).toMatchObject({ declineCode: 'insufficient_business_balance', decline: { left: null } });
});

test('a limit that others use up, too, is told without its figures, except to administrators', async () => {
  const { id } = await buy([{ kind: 'amount', period: 'day', limit: 10_00, of: 'business' }], 86_40);
  const shared = { of: 'business', resetsAt: expect.any(String) };
  expect(await own(id)).toMatchObject({ declineCode: 'limit_day', decline: { left: null, limit: null, shared } });
  const seen = await business.administrator.ask('GET', `/api/transactions/${id}`);
  expect(seen.body).toMatchObject({ decline: { left: { amount: expect.any(Number) }, limit: null, shared } });
});

test('an approved purchase has no decline', async () => {
  const { id } = await buy([], 10_00);
  expect((await own(id))['decline']).toBeNull();
});

test('the request of a decline is found from it, and what became of it', async () => {
  const { cardId, id } = await buy([{ kind: 'amount', period: 'day', limit: 50_00 }], 86_40);
  const until = new Date(server.clock.now().getTime() + 86_400_000).toISOString();
  const body = { kind: 'LIMIT', cardId, amount: 36_40, period: 'DAY', until, purpose: 'Dinner' };
  const asked = await business.holder.ask('POST', '/api/my-requests', {
    body: { ...body, declinedTransactionId: id, idempotencyKey: newId() },
  });
  expect(asked.status).toBe(201);
  const again = await business.holder.ask('POST', '/api/my-requests', {
    body: { ...body, declinedTransactionId: id, idempotencyKey: newId() },
  });
  expect(again.body['Code']).toBe('STEP_NOT_POSSIBLE');
  const request = { id: asked.body['id'], kind: 'LIMIT', status: 'PENDING', decidedBy: null, until };
  expect((await own(id))['decline']).toMatchObject({ request });
  // So that the amount of the request can be judged where it is approved.
  const needs = await business.administrator.ask('GET', '/api/needs-attention');
  expect(needs.body).toMatchObject({ requests: { items: [{ declined: { left: { amount: 50_00 } } }] } });
  const approved = await business.administrator.ask('POST', `/api/requests/${String(asked.body['id'])}/approve`, {
    body: { idempotencyKey: newId() },
  });
  expect(approved.status).toBe(200);
  expect((await own(id))['decline']).toMatchObject({ request: { status: 'APPROVED', decidedBy: expect.any(String) } });
});
