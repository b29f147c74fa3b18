import { createHmac } from 'node:crypto';
import { Writable } from 'node:stream';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RealProcessor } from '../../../core/processor-intake/webhooks.ts';
import { listWebhooks } from '../../../core/processor-intake/open-webhooks.ts';
import { newId } from '../../../db/ids.ts';
import { lithicProcessor } from '../../../ports/card-processor/lithic.ts';
import { stripeProcessor } from '../../../ports/card-processor/stripe.ts';
import { openSpendingBusiness } from '../../../testing/cards/spending.ts';
import { brokenForms, brokenWays, replaceAt } from '../../../testing/ports/broken-forms.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { testStart } from '../../../testing/test-start.ts';

const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
const url = 'http://127.0.0.1:1';
const cards = { known: 'card_known', unknown: 'card_of_nobody' };
const logged: string[] = [];
let server: TestServer;
beforeAll(async () => {
  const log = new Writable({
    write: (line: Buffer, _encoding, done) => {
      logged.push(line.toString());
      done();
    },
  });
  const lithic = lithicProcessor({ apiKey: 'key', webhookSecret: secret, authStreamSecret: secret, url });
  const stripe = stripeProcessor({
    secretKey: 'sk_test_1',
    webhookSecret: secret,
    url,
    clock: { now: () => testStart },
  });
  server = await startTestServer({ log, cardProcessors: { stripe, lithic } });
  for (const processor of ['stripe', 'lithic'] as const) {
    const { cardId } = await openSpendingBusiness(server.context.db, { balance: 100_000_000 });
    await server.context.db
      .insertInto('processor_card')
      .values({ card_id: cardId, processor, reference: cards.known, created_at: testStart })
      .execute();
  }
});
afterAll(() => server.close());

const usd = (amount: number) => ({ amount, currency: 'USD' });
const lithicRequest = (card: string, status = 'AUTHORIZATION') => ({
  event_type: 'card_authorization.approval_request',
  token: newId(),
  event_token: newId(),
  status,
  amounts: { cardholder: usd(500_000), hold: usd(500_000), merchant: usd(500_000) },
  card: { token: card },
  created: testStart.toISOString(),
  merchant: { acceptor_id: '1', city: 'BOSTON', country: 'USA', descriptor: 'INN', mcc: '5812', state: 'MA' },
  pos: { entry_mode: { card: 'PRESENT', cardholder: 'PRESENT' }, terminal: { partial_approval_capable: false } },
  token_info: null,
});
const stripeRequest = (card: string) => ({
  id: `evt_${newId()}`,
  object: 'event',
  api_version: '2026-10-28.endive',
  created: testStart.getTime() / 1000,
  type: 'issuing_authorization.request',
  data: {
    object: {
      id: `iauth_${newId()}`,
      amount: 0,
      currency: 'usd',
      merchant_amount: 500_000,
      merchant_currency: 'usd',
      merchant_data: {
        category_code: '5812',
        city: 'Boston',
        country: 'US',
        name: 'INN',
        network_id: '1234567890',
        state: 'MA',
      },
      authorization_method: 'chip',
      card: { id: card },
      created: testStart.getTime() / 1000,
      status: 'pending',
      wallet: null,
      pending_request: {
        amount: 500_000,
        currency: 'usd',
        merchant_amount: 500_000,
        merchant_currency: 'usd',
        is_amount_controllable: false,
      },
      request_history: [],
    },
  },
});

const headersOf = {
  // Lithic’s client checks the time of a signature against the machine’s.
  lithic: (payload: string, id: string) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
  },
  stripe: (payload: string) => {
    const timestamp = testStart.getTime() / 1000;
    const sign = new Stripe('sk_test_1').webhooks;
    return { 'stripe-signature': sign.generateTestHeaderString({ payload, secret, timestamp }) };
  },
};

async function send(processor: RealProcessor, request: unknown, id: string = newId()) {
  const payload = typeof request === 'string' ? request : JSON.stringify(request);
  const { statusCode: status, body } = await server.app.inject({
    method: 'POST',
    url: `/webhooks/card-processor/${processor}`,
    headers: { host: 'localhost:4000', 'content-type': 'application/json', ...headersOf[processor](payload, id) },
    payload,
  });
  return { status, body: JSON.parse(body) as Record<string, unknown> };
}
const isApproved = ({ body }: { body: Record<string, unknown> }) =>
  body['result'] === 'APPROVED' || body['approved'] === true;

/** Fields whose absence a processor documents, or that do not change the decision. */
const optional = {
  lithic: /^(event_type|event_token|amounts\.hold|merchant\.(city|state)|pos|pos\..*|token_info)$/,
  stripe: /^(object|api_version|data\.object\.(merchant_data\.(city|country|name|state)|wallet))$/,
};
const processors = [
  ['lithic', lithicRequest, ['card', 'token']],
  ['stripe', stripeRequest, ['data', 'object', 'card', 'id']],
] as const;

describe.each(processors)('a request of %s', (processor, requestOf, cardAt) => {
  test('that is complete is approved for a card of ours, and declined for another', async () => {
    expect(isApproved(await send(processor, requestOf(cards.known)))).toBe(true);
    expect(isApproved(await send(processor, requestOf(cards.unknown)))).toBe(false);
  });

  test.each(brokenWays)('with any field %s is answered, and never approved', async (way) => {
    for (const { path, form } of brokenForms(requestOf(cards.known), way)) {
      const name = path.join('.');
      const answers = [await send(processor, form)];
      const ofUnknown = cardAt.some((_, depth) => name === cardAt.slice(0, depth + 1).join('.'));
      if (!ofUnknown) answers.push(await send(processor, replaceAt(form, cardAt, cards.unknown)));
      for (const { status } of answers) expect({ name, status: status < 500 }).toEqual({ name, status: true });
      const mayApprove = optional[processor].test(name);
      expect({ name, approved: isApproved(answers[0]!) && !mayApprove }).toEqual({ name, approved: false });
      if (answers[1]) expect({ name, approved: isApproved(answers[1]) }).toEqual({ name, approved: false });
    }
  });
});

test.each([
  ['without a merchant’s number', { ...lithicRequest(cards.known), merchant: null }],
  ['with a status that is not known', lithicRequest(cards.known, 'SOMETHING_NEW')],
  ['at no moment', { ...lithicRequest(cards.known), created: 'soon' }],
  ['with nothing in it', {}],
])('a request %s is logged and on the operator’s list', async (_what, request) => {
  const id = newId();
  expect(await send('lithic', request, id)).toMatchObject({ status: 200, body: { result: 'UNAUTHORIZED_MERCHANT' } });
  const { id: stored } = await server.context.db
    .selectFrom('processor_webhook')
    .select('id')
    .where('delivery_id', '=', id)
    .executeTakeFirstOrThrow();
  const failed = await listWebhooks(server.context, 'failed');
  expect(failed.find((webhook) => webhook.id === stored)).toMatchObject({ status: 'FAILED', lastError: 'ValiError' });
  expect(logged.some((line) => line.includes(id) && line.includes('request declined'))).toBe(true);
});

test.each([
  ['an id of 300 characters', {}, 'i'.repeat(300)],
  ['a type of 100,000 characters', { event_type: 'card.created'.padEnd(100_000, 'x') }, newId()],
  [
    'JSON nested 5,000 levels deep',
    `{"event_type":"card.created","deep":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    newId(),
  ],
])('%s is refused', async (_what, request, id) => {
  const sent = typeof request === 'string' ? request : { ...lithicRequest(cards.known), ...request };
  expect(await send('lithic', sent, id)).toMatchObject({ status: 400, body: { Code: 'MALFORMED_BODY' } });
});

test('money that comes in is approved for a card of ours only', async () => {
  const credit = (card: string) => send('lithic', lithicRequest(card, 'CREDIT_AUTHORIZATION'));
  expect((await credit(cards.known)).body).toMatchObject({ result: 'APPROVED' });
  expect((await credit(cards.unknown)).body).toMatchObject({ result: 'UNAUTHORIZED_MERCHANT' });
});

test('an event that asks for nothing is answered without a decision', async () => {
  const { status, body } = await send('lithic', { ...lithicRequest(cards.known), event_type: 'card.created' });
  expect({ status, body }).toEqual({ status: 202, body: {} });
});
