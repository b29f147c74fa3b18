import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { policyLimits } from '@florin/contract/cards/policies/spend-rules';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { addCard } from '../../../testing/cards/spending.ts';
import { addWaitingCard } from '../../../testing/cards/waiting-card.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const daily = (limit: number): Rule => ({ kind: 'amount', period: 'day', limit });

/** An administrator with a business of two open cards and a closed one. */
async function addBusiness() {
  const { cardId, businessId } = await addWaitingCard(server, { status: 'OPEN' });
  const { db } = server.context;
  const second = await addCard(db, businessId, { external_id: 'van-2' });
  const closed = await addCard(db, businessId, { status: 'CLOSED' });
  const browser = await administratorOf(server, businessId);
  const set = async (body: object) => {
    const wanted = { idempotencyKey: newId(), dryRun: false, name: 'Lunch', rules: [daily(20_00)], ...body };
    const answer = await browser.ask('POST', '/api/spend-policies/cards', { body: wanted });
    const lines = (answer.body['lines'] ?? []) as { outcome: string; code: string | null; problem: string | null }[];
    return { ...answer, lines: lines.map(({ outcome, code, problem }) => [outcome, code, problem]) };
  };
  /** The versions of the card's policies, by name. */
  const versions = (id = cardId) =>
    db
      .selectFrom('spend_policy_version as v')
      .innerJoin('spend_policy as p', 'p.id', 'v.policy_id')
      .innerJoin('card', 'card.chain_id', 'p.chain_id')
      .select(['p.name', 'v.number', 'v.state'])
      .where('card.id', '=', id)
      .orderBy('p.name')
      .orderBy('v.number')
      .execute();
  return { browser, businessId, cardId, second, closed, set, versions };
}

test('the same rules come into force on many cards, after a dry run that changes nothing', async () => {
  const { cardId, second, closed, set, versions } = await addBusiness();
  const body = { cardIds: [cardId, second, closed, newId()] };
  const report = [
    ['DONE', null, null],
    ['DONE', null, null],
    ['REFUSED', 'CARD_STATE', 'CARD_CLOSED'],
    ['REFUSED', 'NOT_FOUND', null],
  ];
  const dry = await set({ ...body, dryRun: true });
  expect(dry.body).toMatchObject({ dryRun: true, done: 2, refused: 2 });
  expect(dry.lines).toEqual(report);
  expect(await versions()).toEqual([]);
  expect((await set(body)).lines).toEqual(report);
  for (const id of [cardId, second])
    expect(await versions(id)).toEqual([{ name: 'Lunch', number: 1, state: 'ACTIVE' }]);
  const { policy_versions: inForce } = await server.context.db
    .selectFrom('card')
    .select('policy_versions')
    .where('id', '=', second)
    .executeTakeFirstOrThrow();
  expect(inForce).toHaveLength(1);
});

test('repeated rules change nothing, other rules of the name replace them, another name adds to them', async () => {
  const { cardId, set, versions } = await addBusiness();
  const key = newId();
  const csv = 'card\nvan-2';
  const first = await set({ idempotencyKey: key, csv });
  expect((await set({ idempotencyKey: key, csv })).body).toEqual(first.body);
  expect((await set({ idempotencyKey: key, csv, name: 'Dinner' })).body).toMatchObject({
    Code: 'IDEMPOTENCY_KEY_REUSED',
  });
  await set({ cardIds: [cardId] });
  expect((await set({ cardIds: [cardId, cardId] })).lines).toEqual([
    ['DONE', null, null],
    ['DONE', null, null],
  ]);
  await set({ cardIds: [cardId], rules: [daily(30_00)] });
  await set({ cardIds: [cardId], name: 'Dinner' });
  expect(await versions()).toEqual([
    { name: 'Dinner', number: 1, state: 'ACTIVE' },
    { name: 'Lunch', number: 1, state: 'INACTIVE' },
    { name: 'Lunch', number: 2, state: 'ACTIVE' },
  ]);
});

test('a limit takes the place of the one that a card began with, whatever its policy is called now', async () => {
  const { browser, cardId, set, versions } = await addBusiness();
  const limit = (amount: number) =>
    set({ cardIds: [cardId], name: 'Starting limit', startingLimit: true, rules: [daily(amount)] });
  await limit(20_00);
  const { id } = await server.context.db
    .selectFrom('spend_policy')
    .select('id')
    .where('chain_id', '=', cardId)
    .executeTakeFirstOrThrow();
  await browser.ask('PATCH', `/api/spend-policies/${id}`, { body: { name: 'Coffee' } });
  await limit(30_00);
  expect(await versions()).toEqual([
    { name: 'Coffee', number: 1, state: 'INACTIVE' },
    { name: 'Coffee', number: 2, state: 'ACTIVE' },
  ]);
});

test('invalid rules are refused as a whole, and a card has at most so many policies', async () => {
  const { cardId, set, versions } = await addBusiness();
  expect((await set({ cardIds: [cardId], rules: [daily(20_00), daily(30_00)] })).body).toMatchObject({
    Code: 'POLICY_INVALID',
  });
  expect((await set({})).body).toMatchObject({ Fields: [{ Field: 'cardIds', Problem: 'missing' }] });
  expect((await set({ csv: 'name\nvan-2' })).body).toMatchObject({ Fields: [{ Field: 'csv', Problem: 'format' }] });
  for (let i = 0; i < policyLimits.policiesPerCard; i += 1) await set({ cardIds: [cardId], name: `Rules ${i}` });
  expect((await set({ cardIds: [cardId], name: 'One more' })).lines).toEqual([
    ['REFUSED', 'POLICY_INVALID', 'tooManyPolicies'],
  ]);
  expect(await versions()).toHaveLength(policyLimits.policiesPerCard);
});

test('where a business wants four eyes, looser rules wait for a second administrator, card by card', async () => {
  const { businessId, cardId, second, set, versions } = await addBusiness();
  await server.context.db.updateTable('business').set({ four_eyes: true }).where('id', '=', businessId).execute();
  await set({ cardIds: [cardId] });
  const looser = await set({ cardIds: [cardId, second], rules: [daily(50_00)] });
  expect(looser.lines).toEqual([
    ['REFUSED', 'SECOND_ADMINISTRATOR_REQUIRED', null],
    ['DONE', null, null],
  ]);
  expect(await versions()).toEqual([{ name: 'Lunch', number: 1, state: 'ACTIVE' }]);
});
