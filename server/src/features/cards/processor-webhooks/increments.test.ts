import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideDelivery, processWebhook, storeDelivery } from '../../../core/processor-intake/webhooks.ts';
import { newId } from '../../../db/ids.ts';
import { lithicProcessor } from '../../../ports/card-processor/lithic.ts';
import { openSpendingBusiness } from '../../../testing/cards/spending.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { testStart } from '../../../testing/test-start.ts';

let server: TestServer;
beforeAll(async () => {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  const settings = { apiKey: 'key', webhookSecret: secret, authStreamSecret: secret, url: 'http://127.0.0.1:1' };
  server = await startTestServer({ cardProcessors: { lithic: lithicProcessor(settings) } });
});
afterAll(() => server.close());

interface Purchase {
  token: string;
  card: string;
}

async function addPurchase(balance: number): Promise<Purchase> {
  const { cardId } = await openSpendingBusiness(server.context.db, { balance });
  await server.context.db
    .insertInto('processor_card')
    .values({ card_id: cardId, processor: 'lithic', reference: `crd_${cardId}`, created_at: testStart })
    .execute();
  return { token: newId(), card: `crd_${cardId}` };
}

const merchant = { acceptor_id: '1', city: 'BOSTON', country: 'USA', descriptor: 'INN', mcc: '7011', state: 'MA' };
const usd = (amount: number) => ({ amount, currency: 'USD' });
const created = testStart.toISOString();

/** An approved authorization of a transaction, as Lithic reports it. */
const approved = (token: string, amount: number) => ({
  token,
  type: 'AUTHORIZATION',
  result: 'APPROVED',
  created,
  amounts: { cardholder: usd(amount), merchant: usd(amount) },
});

async function report({ token, card }: Purchase, hold: number, events: object[]): Promise<void> {
  const payload = {
    event_type: 'card_transaction.updated',
    token,
    card_token: card,
    status: 'PENDING',
    amounts: { hold: usd(hold) },
    merchant,
    events,
  };
  const id = newId();
  await storeDelivery(server.context, 'lithic', {
    id,
    type: payload.event_type,
    isDecision: false,
    at: testStart,
    payload,
  });
  const { id: webhookId } = await server.context.db
    .selectFrom('processor_webhook')
    .select('id')
    .where('delivery_id', '=', id)
    .executeTakeFirstOrThrow();
  await processWebhook(server.context, webhookId);
}

async function ask({ token, card }: Purchase, amount: number, eventToken?: string): Promise<string> {
  const payload = {
    event_type: 'card_authorization.approval_request',
    token,
    ...(eventToken !== undefined && { event_token: eventToken }),
    status: 'AUTHORIZATION',
    amounts: { cardholder: usd(amount), hold: usd(amount), merchant: usd(amount) },
    card: { token: card },
    created,
    merchant,
  };
  const delivery = { id: newId(), type: payload.event_type, isDecision: true, at: testStart, payload };
  await storeDelivery(server.context, 'lithic', delivery);
  return (await decideDelivery(server.context, 'lithic', delivery)).outcome;
}

const heldOf = async ({ token }: Purchase) => {
  const { held } = await server.context.db
    .selectFrom('card_transaction')
    .select('held')
    .where('reference', '=', token)
    .executeTakeFirstOrThrow();
  return Number(held);
};

test.each([
  ['with the token of its event', true],
  ['without it', false],
])('a request %s adds to what Lithic approved without us', async (_how, hasToken) => {
  const purchase = await addPurchase(10_000);
  const first = approved(`${purchase.token}/1`, 6400);
  await report(purchase, 6400, [first]);
  expect(await ask(purchase, 2000, hasToken ? `${purchase.token}/2` : undefined)).toBe('APPROVED');
  expect(await heldOf(purchase)).toBe(8400);
  await report(purchase, 8400, [first, approved(`${purchase.token}/2`, 2000)]);
  expect(await heldOf(purchase)).toBe(8400);
});

test('a request that its own outcome has overtaken holds nothing more', async () => {
  const purchase = await addPurchase(10_000);
  await report(purchase, 6400, [approved(`${purchase.token}/1`, 6400)]);
  expect(await ask(purchase, 6400, `${purchase.token}/1`)).toBe('APPROVED');
  expect(await heldOf(purchase)).toBe(6400);
});

test('an increase by the same amount is applied when its event arrives', async () => {
  const purchase = await addPurchase(20_000);
  expect([await ask(purchase, 6400), await ask(purchase, 6400)]).toEqual(['APPROVED', 'APPROVED']);
  expect(await heldOf(purchase)).toBe(6400);
  const both = [approved(`${purchase.token}/1`, 6400), approved(`${purchase.token}/2`, 6400)];
  await report(purchase, 12_800, both);
  expect(await heldOf(purchase)).toBe(12_800);
});

test('increases that Lithic approved without us add up, also before one that we decided', async () => {
  const purchase = await addPurchase(20_000);
  expect(await ask(purchase, 6400, `${purchase.token}/1`)).toBe('APPROVED');
  expect(await ask(purchase, 2000, `${purchase.token}/3`)).toBe('APPROVED');
  const all = [6400, 1000, 2000].map((amount, index) => approved(`${purchase.token}/${index + 1}`, amount));
  await report(purchase, 9400, all);
  expect(await heldOf(purchase)).toBe(9400);
});
