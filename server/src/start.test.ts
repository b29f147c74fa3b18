import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { startServer } from './start.ts';
import { openTestDatabase } from './testing/database/open.ts';
import { demoDatabase, testKeyring } from './testing/database/template.ts';

test('where the simulator has moved the clock, a processor is still known by its signature', async () => {
  await using database = await openTestDatabase(demoDatabase);
  await sql`update simulator_state set moved_seconds = ${9 * 86_400}`.execute(database.db);
  const secret = 'whsec_1';
  const environment = {
    DATABASE_URL: database.url,
    PORT: '0',
    PUBLIC_ORIGIN: 'http://localhost:4000',
    LOG_LEVEL: 'silent',
    KEYS: 'environment',
    KEYRING: testKeyring,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_URL: 'http://127.0.0.1:1',
  };
  const server = await startServer(readConfig(environment), { jobsByClock: false });
  try {
    const object = { id: 'ic_1', object: 'issuing.card' };
    const created = Math.floor(Date.now() / 1000);
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      api_version: '2026-10-28.endive',
      created,
      type: 'issuing_card.updated',
      data: { object },
    });
    const signature = new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret });
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url: '/webhooks/card-processor/stripe',
      headers: { host: 'localhost:4000', 'content-type': 'application/json', 'stripe-signature': signature },
      payload,
    });
    expect(statusCode).toBe(202);
  } finally {
    await server.close();
  }
});
