import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { atCommandLine } from '../../../core/audit/operator-acts.ts';
import { listUnsentActs, listWebhooks } from '../../../core/processor-intake/open-webhooks.ts';
import { takeSettlements } from '../../../core/processor-intake/settlements.ts';
import { catchUp, processWebhook, replayWebhooks } from '../../../core/processor-intake/webhooks.ts';
import { newId } from '../../../db/ids.ts';
import type { CardProcessor } from '../../../ports/card-processor/card-processor.ts';
import { stripeProcessor } from '../../../ports/card-processor/stripe.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { openSpendingBusiness } from '../../../testing/cards/spending.ts';
import { testStart } from '../../../testing/test-start.ts';

const secret = 'whsec_1';
const clock = { now: () => testStart };
let server: TestServer;
beforeAll(async () => {
  const stripe = stripeProcessor({ secretKey: 'sk_test_1', webhookSecret: secret, url: 'http://127.0.0.1:1', clock });
  server = await startTestServer({ cardProcessors: { stripe } });
});
afterAll(() => server.close());

/** A card at Stripe with so much to spend. */
async function addCard(balance: number) {
  const { cardId } = await openSpendingBusiness(server.context.db, { balance });
  const reference = `ic_${cardId}`;
  await server.context.db
    .insertInto('processor_card')
    .values({ card_id: cardId, processor: 'stripe', reference, created_at: testStart })
    .execute();
  return { reference, id: `iauth_${newId()}` };
}
type Purchase = Awaited<ReturnType<typeof addCard>>;

const merchantData = {
  category_code: '5812',
  city: 'Boston',
  country: 'US',
  name: 'TRATTORIA LUCCA',
  network_id: '1234567890',
  state: 'MA',
};
const asked = { amount: 6400, approved: true, reason: 'webhook_approved', created: 1_700_000_000 };
const sums = { currency: 'usd', merchant_amount: 6400, merchant_currency: 'usd' };
const authorization = ({ reference, id }: Purchase, state: object = {}) => ({
  id,
  amount: 0,
  ...sums,
  merchant_data: merchantData,
  authorization_method: 'chip',
  card: { id: reference },
  created: 1_790_000_000,
  status: 'pending',
  wallet: null,
  pending_request: { amount: 6400, ...sums, is_amount_controllable: false },
  request_history: [],
  ...state,
});
const event = (type: string, object: object, id = `evt_${newId()}`) =>
  JSON.stringify({
    id,
    object: 'event',
    api_version: '2026-10-28.endive',
    created: 1_790_000_000,
    type,
    data: { object },
  });

async function send(payload: string, { secondsAgo = 0, signedBy = secret } = {}) {
  const timestamp = testStart.getTime() / 1000 - secondsAgo;
  const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret: signedBy, timestamp });
  const { statusCode, body, headers } = await server.app.inject({
    method: 'POST',
    url: '/webhooks/card-processor/stripe',
    headers: { host: 'localhost:4000', 'content-type': 'application/json', 'stripe-signature': signature },
    payload,
  });
  return { status: statusCode, body: JSON.parse(body) as Record<string, unknown>, headers };
}
const request = (purchase: Purchase) => send(event('issuing_authorization.request', authorization(purchase)));

const stored = (deliveryId: string) =>
  server.context.db
    .selectFrom('processor_webhook')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirstOrThrow();
const eventsOf = ({ id }: Purchase) =>
  server.context.db
    .selectFrom('card_event')
    .select(['type', 'amount', 'held', 'outcome'])
    .where('reference', '=', id)
    .orderBy('sequence')
    .execute();

/** Sends an event and has it processed, here or by the server's own job, whichever comes first. */
async function tell(type: string, object: object) {
  const id = `evt_${newId()}`;
  const { status } = await send(event(type, object, id));
  expect(status).toBe(202);
  await processWebhook(server.context, (await stored(id)).id);
  await expect.poll(async () => (await stored(id)).status).not.toBe('RECEIVED');
  return stored(id);
}

describe('a request', () => {
  test('is decided in the answer, in Stripe’s version', async () => {
    const purchase = await addCard(10_000);
    const answer = await request(purchase);
    expect(answer).toMatchObject({ status: 200, body: { approved: true } });
    expect(answer.headers).toMatchObject({ 'stripe-version': '2026-10-28.endive' });
    expect(await eventsOf(purchase)).toMatchObject([{ type: 'AUTHORIZATION', outcome: 'APPROVED', held: 6400n }]);
  });

  test('is declined with the reason, and for a card that is not ours', async () => {
    const poor = await addCard(100);
    expect((await request(poor)).body).toEqual({
      approved: false,
      metadata: { decline_code: 'insufficient_business_balance' },
    });
    expect((await request({ reference: 'ic_other', id: 'iauth_other' })).body).toEqual({
      approved: false,
      metadata: { decline_code: 'card_unknown' },
    });
  });

  test('that comes twice is decided once', async () => {
    const purchase = await addCard(10_000);
    const payload = event('issuing_authorization.request', authorization(purchase));
    const answers = [await send(payload), await send(payload)];
    expect(answers.map(({ body }) => body)).toEqual([{ approved: true }, { approved: true }]);
    expect(await eventsOf(purchase)).toHaveLength(1);
  });
});

const capture = ({ reference, id }: Purchase) => ({
  id: `ipi_${id}`,
  type: 'capture',
  amount: -7000,
  ...sums,
  merchant_data: merchantData,
  authorization: id,
  card: reference,
  created: 1_790_000_000,
});

describe('an event', () => {
  test('is stored, answered, and applied by a job', async () => {
    const purchase = await addCard(10_000);
    await request(purchase);
    expect(await tell('issuing_transaction.created', capture(purchase))).toMatchObject({ status: 'PROCESSED' });
    expect(await eventsOf(purchase)).toMatchObject([{ type: 'AUTHORIZATION' }, { type: 'CLEARING', amount: 7000n }]);
  });

  test('that is delivered, replayed and processed again changes nothing more', async () => {
    const purchase = await addCard(10_000);
    await request(purchase);
    const id = `evt_${newId()}`;
    const payload = event('issuing_transaction.created', capture(purchase), id);
    expect([(await send(payload)).status, (await send(payload)).status]).toEqual([202, 200]);
    const { id: webhookId } = await stored(id);
    await processWebhook(server.context, webhookId);
    await processWebhook(server.context, webhookId);
    expect(await replayWebhooks(server.context, [webhookId, newId()], atCommandLine('Ops'))).toBe(1);
    expect(await eventsOf(purchase)).toHaveLength(2);
  });

  test('of a card that is not ours waits for an operator', async () => {
    const unknown = { reference: 'ic_other', id: `iauth_${newId()}` };
    expect(await tell('issuing_transaction.created', capture(unknown))).toMatchObject({ status: 'PROCESSED' });
    const item = server.context.db
      .selectFrom('suspense_item')
      .select('reason')
      .where('event_id', '=', `ipi_${unknown.id}`);
    expect(await item.executeTakeFirst()).toEqual({ reason: 'UNKNOWN_CARD' });
  });

  test('that is not for us is ignored, one that cannot be read is kept with its failure', async () => {
    expect(await tell('charge.succeeded', { id: 'ch_1' })).toMatchObject({ status: 'IGNORED' });
    const id = `evt_${newId()}`;
    await send(event('issuing_transaction.created', { id: 'ipi_broken' }, id));
    await expect(processWebhook(server.context, (await stored(id)).id)).rejects.toMatchObject({ name: 'ValiError' });
    expect(await stored(id)).toMatchObject({ status: 'FAILED', last_error: 'ValiError', processed_at: null });
    const { id: failedId } = await stored(id);
    const open = await listWebhooks(server.context, 'open');
    expect(open.find((webhook) => webhook.id === failedId)).toMatchObject({ status: 'FAILED', lastError: 'ValiError' });
    expect((await listWebhooks(server.context, 'failed')).map((webhook) => webhook.id)).toEqual([failedId]);
  });
});

describe('the network decided otherwise:', () => {
  const became = (purchase: Purchase, approved: boolean) =>
    authorization(purchase, { amount: 6400, request_history: [{ ...asked, approved }] });

  test('as we did: nothing more happens', async () => {
    const purchase = await addCard(10_000);
    await request(purchase);
    await tell('issuing_authorization.created', became(purchase, true));
    expect(await eventsOf(purchase)).toHaveLength(1);
  });

  test('our approval came too late: the hold is released', async () => {
    const purchase = await addCard(10_000);
    await request(purchase);
    await tell('issuing_authorization.created', became(purchase, false));
    expect((await eventsOf(purchase)).at(-1)).toMatchObject({ type: 'AUTHORIZATION_REVERSAL', held: 0n });
  });

  test('Stripe approved without us: it is on hold', async () => {
    const purchase = await addCard(10_000);
    await tell('issuing_authorization.created', became(purchase, true));
    expect(await eventsOf(purchase)).toMatchObject([{ type: 'AUTHORIZATION_ADVICE', held: 6400n }]);
  });

  test('Stripe declined without us: it is seen, and nothing is on hold', async () => {
    const purchase = await addCard(10_000);
    await tell('issuing_authorization.created', became(purchase, false));
    expect(await eventsOf(purchase)).toMatchObject([{ type: 'AUTHORIZATION', held: 0n }]);
  });
});

/** The server's context with other acts of Stripe. */
function withStripe(acts: Partial<CardProcessor>): TestServer['context'] {
  const { cardProcessors } = server.context;
  return { ...server.context, cardProcessors: { ...cardProcessors, stripe: { ...cardProcessors.stripe!, ...acts } } };
}

test('what was missed is caught up with, once', async () => {
  const purchase = await addCard(10_000);
  expect(await request(purchase)).toMatchObject({ body: { approved: true } });
  const id = `evt_${newId()}`;
  const payload: unknown = JSON.parse(event('issuing_transaction.created', capture(purchase), id));
  const delivery = { id, type: 'issuing_transaction.created', isDecision: false, at: testStart, payload };
  const webhooks = { ...server.context.cardProcessors.stripe!.webhooks!, missed: () => Promise.resolve([delivery]) };
  await catchUp(withStripe({ webhooks }));
  await catchUp(withStripe({ webhooks }));
  const { id: webhookId, was_missed: wasMissed } = await stored(id);
  expect(wasMissed).toBe(true);
  await processWebhook(server.context, webhookId);
  expect(await eventsOf(purchase)).toHaveLength(2);
});

test('the settlement of a day is taken once, and a line that nobody knows is a difference', async () => {
  const purchase = await addCard(10_000);
  await request(purchase);
  const settled = capture(purchase);
  await tell('issuing_transaction.created', settled);
  const line = { transactionId: purchase.id, cardReference: purchase.reference, amount: 7000 };
  const lines = [
    { ...line, eventId: settled.id },
    { ...line, eventId: 'ipi_unknown', amount: 100 },
  ];
  const today = new Date(1_790_000_000_000).toISOString().slice(0, 10);
  const settlement = (day: string) =>
    Promise.resolve(day === today ? { day, currency: 'USD', lines, total: 7100 } : null);
  const clockOfNextDay = { now: () => new Date(1_790_000_000_000 + 86_400_000) };
  const context = { ...withStripe({ settlement }), clock: clockOfNextDay };
  await takeSettlements(context, ['stripe']);
  await takeSettlements(context, ['stripe']);
  const reports = await server.context.db.selectFrom('settlement_report').select(['day', 'lines', 'net']).execute();
  expect(reports).toMatchObject([{ lines: 2, net: 7100n }]);
  const differences = await server.context.db
    .selectFrom('settlement_difference')
    .select(['kind', 'reported'])
    .where('event_id', 'in', [settled.id, 'ipi_unknown'])
    .execute();
  expect(differences).toEqual([{ kind: 'MISSING_EVENT', reported: 100n }]);
});

test('an act that is not told for a minute is on the operator’s list', async () => {
  const { reference } = await addCard(0);
  const card = server.context.db.selectFrom('processor_card').select('card_id').where('reference', '=', reference);
  const { card_id: cardId } = await card.executeTakeFirstOrThrow();
  await server.context.db
    .insertInto('processor_act')
    .values({
      id: newId(),
      card_id: cardId,
      act: 'FREEZE',
      details_sealed: null,
      created_at: new Date(testStart.getTime() - 3_600_000),
      last_error: 'Stripe: no usable answer',
      done_at: null,
      refused_at: null,
    })
    .execute();
  expect((await listUnsentActs(server.context)).filter((act) => act.cardId === cardId)).toMatchObject([
    {
      act: 'FREEZE',
      card: { last4: expect.stringMatching(/^\d{4}$/) },
      isRefused: false,
      lastError: 'Stripe: no usable answer',
    },
  ]);
});

test.each([
  ['an old signature', { secondsAgo: 400 }],
  ['a signature from the future', { secondsAgo: -4000 }],
  ['another secret', { signedBy: 'whsec_2' }],
])('%s is refused, and nothing is stored', async (_what, how) => {
  const id = `evt_${newId()}`;
  expect((await send(event('charge.succeeded', { id: 'ch_1' }, id), how)).status).toBe(403);
  const row = server.context.db.selectFrom('processor_webhook').select('id').where('delivery_id', '=', id);
  expect(await row.executeTakeFirst()).toBeUndefined();
});

test.each([
  ['without its amounts', { pending_request: {} }],
  ['with an amount as text', { pending_request: { amount: '6400', ...sums, is_amount_controllable: false } }],
])('a request %s is declined and stays on the operator’s list', async (_what, state) => {
  const purchase = await addCard(10_000);
  const id = `evt_${newId()}`;
  const { status, body } = await send(event('issuing_authorization.request', authorization(purchase, state), id));
  expect({ status, approved: body['approved'] }).toEqual({ status: 200, approved: false });
  expect(await stored(id)).toMatchObject({ status: 'FAILED', processed_at: null });
  const open = await listWebhooks(server.context, 'open');
  expect(open.map((webhook) => webhook.id)).toContain((await stored(id)).id);
  expect(await eventsOf(purchase)).toEqual([]);
});

test('U+0000 is refused before anything is stored', async () => {
  const { status, body } = await send(event('charge.succeeded', { id: 'ch_1' }, 'evt_\u0000'));
  expect({ status, code: body['Code'] }).toEqual({ status: 400, code: 'MALFORMED_BODY' });
});

test('a decided request that is replayed stays processed', async () => {
  const purchase = await addCard(10_000);
  const id = `evt_${newId()}`;
  await send(event('issuing_authorization.request', authorization(purchase), id));
  await processWebhook(server.context, (await stored(id)).id);
  expect(await stored(id)).toMatchObject({ status: 'PROCESSED' });
});

test('a processor that is not configured has no address', async () => {
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/webhooks/card-processor/lithic',
    headers: { host: 'localhost:4000', 'content-type': 'application/json', 'x-requested-by': 'florin' },
    payload: '{}',
  });
  expect(statusCode).toBe(404);
});
