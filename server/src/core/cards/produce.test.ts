import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CardOrder, CardProcessor } from '../../ports/card-processor/card-processor.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../db/ids.ts';
import { addCardBusiness, shippingTo } from '../../testing/cards/card-business.ts';
import { sentMessages } from '../../testing/browser.ts';
import { proveAgain } from '../../testing/cards/vendor.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { billingOf } from './produce.ts';
import { hasCardNumber } from './vault/vault.ts';
import { bySystem, freezeCard, lockCard } from './states.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test.each([
  ['1 Test Way\nSpringfield, IL 62701', { line1: '1 Test Way', line2: null, city: 'Springfield', state: 'IL' }],
  ['1 Test Way\nSuite 5\nSt. Louis, MO 63101-1234', { line2: 'Suite 5', city: 'St. Louis', postalCode: '63101-1234' }],
  ['somewhere', { line1: 'somewhere', city: '', state: '', postalCode: '' }],
  ['', { line1: '', city: '' }],
])('the address %j is read', (address, parts) => expect(billingOf(address)).toMatchObject(parts));

test('a processor outside numbers the cards, and hears of orders, replacements and freezes', async () => {
  const { context } = server;
  const { administrator, membershipId, holder, businessId } = await addCardBusiness(server);
  await context.db
    .updateTable('business')
    .set({ profile_address: '1 Test Way\nSpringfield, IL 62701' })
    .where('id', '=', businessId)
    .execute();
  const embedded = context.cardProcessor;
  const orders: CardOrder[] = [];
  const frozen: string[] = [];
  const outside: CardProcessor = {
    ...embedded,
    name: 'lithic',
    numbersCards: true,
    issue: (order) => {
      orders.push(order);
      const reference = `crd_${orders.length}`;
      return Promise.resolve({ reference, holderReference: 'hld_1', lastFour: '9911', expiresOn: '2031-01-31' });
    },
    freeze: ({ reference }) => Promise.resolve(void frozen.push(reference)),
  };
  context.cardProcessor = outside;
  context.cardProcessors = { embedded, lithic: outside };

  const ordered = await administrator.ask('POST', '/api/cards', {
    body: {
      idempotencyKey: newId(),
      holder: membershipId,
      kind: 'PHYSICAL',
      shipping: shippingTo('Robin Example'),
      controls: { amountLock: 5_000 },
    },
  });
  const id = String(ordered.body['id']);
  await sentMessages(server);
  expect(orders).toMatchObject([
    {
      cardId: id,
      kind: 'PHYSICAL',
      number: null,
      holder: { reference: null, firstName: 'Robin', lastName: 'Example', billing: { city: 'Portland', state: 'ME' } },
      shipping: { name: 'Robin Example', method: 'STANDARD', postalCode: '04101' },
      replaces: null,
      standIn: { limits: [{ period: 'lifetime', amount: 5_000 }] },
    },
  ]);
  const shown = (await administrator.ask('GET', `/api/cards/${id}`)).body;
  expect(shown).toMatchObject({ last4: '9911', expiresOn: '2031-01-31' });
  const { isThere } = await context.db
    .selectFrom('card')
    .select(hasCardNumber.as('isThere'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(isThere).toBe(false);

  await context.db.updateTable('card').set({ status: 'OPEN' }).where('id', '=', id).execute();
  await inTransaction(context.db, async (tx) => freezeCard(tx, context, (await lockCard(tx, id, null))!, bySystem, {}));
  await proveAgain(server, holder);
  const replaced = await holder.ask('POST', `/api/my-cards/${id}/replace`, {
    body: { idempotencyKey: newId(), reason: 'COMPROMISED' },
  });
  expect(replaced.status).toBe(201);
  await sentMessages(server);
  expect(frozen).toEqual(['crd_1']);
  expect(orders[1]).toMatchObject({
    holder: { reference: 'hld_1' },
    replaces: { reference: 'crd_1', reason: 'STOLEN' },
    shipping: { name: 'Robin Example' },
  });
});
