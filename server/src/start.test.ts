import { createHmac } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { startServer } from './start.ts';
import { openTestDatabase } from './testing/database/open.ts';
import { demoDatabase, testKeyring } from './testing/database/template.ts';

const stripeSecret = 'whsec_1';
const eventSecret = `whsec_${Buffer.alloc(24, 2).toString('base64')}`;
/** Both forms of a secret are accepted, with its prefix and without. */
const authStreamSecret = Buffer.alloc(24, 1).toString('base64');

/** A server on a socket with both processors, set up as docs/processors.md says, and a simulator that moved the clock. */
async function startWithProcessors(databaseUrl: string) {
  const lines: string[] = [];
  const environment = {
    DATABASE_URL: databaseUrl,
    PORT: '0',
    PUBLIC_ORIGIN: 'http://localhost:4000',
    LOG_LEVEL: 'warn',
    KEYS: 'environment',
    KEYRING: testKeyring,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: stripeSecret,
    STRIPE_URL: 'http://127.0.0.1:1',
    LITHIC_API_KEY: 'key',
    LITHIC_WEBHOOK_SECRET: eventSecret,
    LITHIC_AUTH_STREAM_SECRET: authStreamSecret,
    LITHIC_URL: 'http://127.0.0.1:1',
  };
  const log = { write: (line: string) => void lines.push(line) };
  const server = await startServer(readConfig(environment), { jobsByClock: false, log });
  const { port } = server.app.server.address() as AddressInfo;
  const refusals = () =>
    lines
      .map((line) => JSON.parse(line) as { msg: string; reason?: string })
      .filter(({ msg }) => msg === 'webhook refused')
      .map(({ reason }) => reason);
  return { port, refusals, close: () => server.close() };
}

const stripeHeaders = (payload: string) => ({
  'stripe-signature': new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret: stripeSecret }),
});
const lithicHeaders = (payload: string, secret: string) => {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const mac = createHmac('sha256', key).update(`msg_${payload.length}.${timestamp}.${payload}`).digest('base64');
  return {
    'webhook-id': `msg_${payload.length}`,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${mac}`,
  };
};

const merchant = { acceptor_id: '1', city: 'BOSTON', country: 'USA', descriptor: 'CAFE', mcc: '5812', state: 'MA' };
const sum = { amount: 500, currency: 'USD' };
const request = {
  token: 'txn_1',
  status: 'AUTHORIZATION',
  amounts: { cardholder: sum, hold: sum, merchant: sum },
  card: { token: 'crd_1' },
  created: '2026-11-02T10:00:00Z',
  merchant,
  pos: null,
  token_info: null,
};
const transaction = { token: 'txn_1', card_token: 'crd_1', status: 'PENDING', amounts: { hold: sum }, merchant };

const stripeEvent = JSON.stringify({
  id: 'evt_1',
  object: 'event',
  api_version: '2026-10-28.endive',
  created: 1_790_000_000,
  type: 'issuing_card.updated',
  data: { object: { id: 'ic_1', object: 'issuing.card', shipping: null } },
});
const streamRequest = JSON.stringify({ event_type: 'card_authorization.approval_request', ...request });
const untypedRequest = JSON.stringify(request);
const lithicEvent = JSON.stringify({ event_type: 'card_transaction.updated', ...transaction, events: [] });

test('signed webhooks are answered on a running server, wherever the simulator has moved the clock', async () => {
  await using database = await openTestDatabase(demoDatabase);
  await sql`update simulator_state set moved_seconds = ${9 * 86_400}`.execute(database.db);
  const server = await startWithProcessors(database.url);
  const send = async (processor: 'stripe' | 'lithic', payload: string, signature: Record<string, string>) => {
    const response = await fetch(`http://127.0.0.1:${server.port}/webhooks/card-processor/${processor}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signature },
      body: payload,
    });
    return [response.status, await response.json()];
  };
  try {
    expect(await send('stripe', stripeEvent, stripeHeaders(stripeEvent))).toEqual([202, {}]);
    expect(await send('lithic', lithicEvent, lithicHeaders(lithicEvent, eventSecret))).toEqual([202, {}]);
    // The card is not one of ours.
    const declined = [200, { token: 'txn_1', result: 'UNAUTHORIZED_MERCHANT' }];
    for (const asked of [streamRequest, untypedRequest])
      expect(await send('lithic', asked, lithicHeaders(asked, authStreamSecret))).toEqual(declined);

    const refused = await send('lithic', streamRequest, lithicHeaders(streamRequest, eventSecret));
    expect(refused).toMatchObject([403, { Code: 'FORBIDDEN' }]);
    expect(server.refusals()).toEqual([
      'Lithic webhook: No matching signature found (checked with LITHIC_AUTH_STREAM_SECRET)',
    ]);
  } finally {
    await server.close();
  }
});
