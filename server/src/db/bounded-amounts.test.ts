import { amountAtMost } from '@florin/contract/money';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPolicy } from '../testing/cards/active-policy.ts';
import { addCardholder, addCards, fundedBusiness } from '../testing/money/funded-business.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { newId } from './ids.ts';
import { migrations } from './migrate.ts';
import { connectionTo } from './open.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** What was accepted before amounts had a bound: alone, and on top of a limit. */
const largest = Number.MAX_SAFE_INTEGER;
const daily = (limit: number) => ({ kind: 'amount', period: 'day', limit }) as const;

test('what was stored before amounts had a bound is shown, decided and raised after the migration', async () => {
  const { db, clock } = server.context;
  const business = await fundedBusiness(server, 1_000_00n);
  const { browser, businessId } = business;
  const holder = await addCardholder(server, business);
  const { cardId } = (await addCards(server, business, [{ holder: holder.membershipId }]))[0]!;
  const until = new Date(clock.now().getTime() + 86_400_000).toISOString();
  const ask = async (body: object) => {
    const asked = { cardId, purpose: 'Parts', idempotencyKey: newId(), ...body };
    const { status, body: made } = await holder.browser.ask('POST', '/api/my-requests', { body: asked });
    expect(status).toBe(201);
    const id = String(made['id']);
    await db
      .updateTable('card_request')
      .set({ amount: BigInt(largest) })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const funding = await ask({ kind: 'FUNDING', amount: 1_00 });
  const limit = await ask({ kind: 'LIMIT', amount: 1_00, period: 'DAY', until });
  await addPolicy(db, { businessId, layer: 'CARD', chainId: cardId }, [{ ...daily(largest), period: 'week' }]);
  await addPolicy(db, { businessId, layer: 'OVERRIDE', chainId: cardId }, [daily(largest + 50_00)]);
  const policy = await db
    .selectFrom('spend_policy')
    .select('id')
    .where('chain_id', '=', cardId)
    .where('layer', '=', 'OVERRIDE')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('spend_policy_version')
    .set({ valid_until: new Date(until) })
    .where('policy_id', '=', policy.id)
    .execute();
  await db
    .updateTable('card')
    .set({ amount_lock: BigInt(largest) })
    .where('id', '=', cardId)
    .execute();

  const migration = (await migrations()).find(({ name }) => name === '0041-bounded-amounts.sql')!;
  const owner = new pg.Client(connectionTo(server.owner));
  await owner.connect();
  await owner.query(migration.sql);
  await owner.end();

  const seen = await Promise.all(
    [
      '/api/spend-policies',
      '/api/spend-overrides',
      `/api/cards/${cardId}/spend-limits`,
      `/api/cards/spend-left?cards=${cardId}`,
      `/api/cards/${cardId}`,
      '/api/requests',
      `/api/requests/${funding}`,
      `/api/requests/${limit}`,
      '/api/needs-attention',
    ].map(async (path) => [path, (await browser.ask('GET', path)).status]),
  );
  expect(seen.filter(([, status]) => status !== 200)).toEqual([]);
  for (const path of ['/api/my-spend-limits', '/api/my-requests'])
    expect((await holder.browser.ask('GET', path)).status).toBe(200);
  const approve = (id: string) =>
    browser.ask('POST', `/api/requests/${id}/approve`, { body: { idempotencyKey: newId() } });
  expect(await approve(funding)).toMatchObject({ status: 409, body: { Code: 'STEP_NOT_POSSIBLE' } });
  expect(await approve(limit)).toMatchObject({ status: 200, body: { decision: { amount: { amount: amountAtMost } } } });
  const { body } = await holder.browser.ask('POST', '/api/can-i-buy', { body: { cardId, amount: 20_00_000 } });
  expect(body).toMatchObject({ answer: 'NO', binding: null });
  // What a version says never changes otherwise.
  const change = db.updateTable('spend_policy_version').set({ document: '{}' }).where('policy_id', '=', policy.id);
  await expect(change.execute()).rejects.toThrow('cannot change so');
});
