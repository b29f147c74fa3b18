import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPolicy } from '../../../testing/cards/active-policy.ts';
import { addCard, addCardBusiness } from '../../../testing/cards/card-business.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('the tabs count what is in use or waits, up to a hundred', async () => {
  const of = await addCardBusiness(server);
  const { cardId } = await addCard(server, of);
  await of.administrator.ask('POST', `/api/cards/${cardId}/close`, { body: {} });
  const counts = async () => (await of.administrator.ask('GET', '/api/cards/counts')).body;
  expect(await counts()).toEqual({ cards: 1, requests: 0, toDecide: 0, policies: 0, vendorLinks: 0 });
  await sql`insert into card (id, business_id, status, last_four, bin, expires_on)
    select gen_random_uuid(), business_id, status, last_four, bin, expires_on from card, generate_series(1, 120)
    where id = ${of.cardId}`.execute(server.context.db);
  expect(await counts()).toMatchObject({ cards: 100 });
  expect((await of.holder.ask('GET', '/api/cards/counts')).status).toBe(403);
});

test('the limit of a single card is no policy of the list, and is not counted as one', async () => {
  const of = await addCardBusiness(server);
  const { cardId } = await addCard(server, of);
  const { db } = server.context;
  const { businessId } = of;
  await addPolicy(db, { businessId, layer: 'BUSINESS' }, []);
  await addPolicy(db, { businessId, layer: 'CARD', chainId: cardId }, []);
  await db.updateTable('spend_policy').set({ is_card_limit: true }).where('chain_id', '=', cardId).execute();
  expect((await of.administrator.ask('GET', '/api/cards/counts')).body).toMatchObject({ policies: 1 });
});

test('who may not see vendor links is not told how many there are', async () => {
  const of = await addCardBusiness(server);
  await server.context.db
    .updateTable('membership')
    .set({ flags_withheld: ['MANAGE_VENDORS'] })
    .where('business_id', '=', of.businessId)
    .where('role', '=', 'ADMIN')
    .execute();
  expect((await of.administrator.ask('GET', '/api/cards/counts')).body).toMatchObject({ cards: 1, vendorLinks: null });
});
