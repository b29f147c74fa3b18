import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../db/ids.ts';
import { openTestDatabase } from '../../../testing/database/open.ts';
import { startTestServer } from '../../../testing/server.ts';
import { readOutbox } from './routes.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

test('the newest messages come first, and no more than requested', async () => {
  const messages = ['2026-11-02T10:00:00Z', '2026-11-02T12:00:00Z', '2026-11-02T11:00:00Z'].map((time) => ({
    id: newId(),
    at: new Date(time),
    channel: 'sms' as const,
    recipient: '+12125550142',
    subject: null,
    text: time,
    html: null,
  }));
  await database.db.insertInto('outbox_message').values(messages).execute();
  const texts = async (atMost: number) => (await readOutbox(database.db, atMost)).map(({ text }) => text);
  expect(await texts(10)).toEqual(['2026-11-02T12:00:00Z', '2026-11-02T11:00:00Z', '2026-11-02T10:00:00Z']);
  expect(await texts(1)).toEqual(['2026-11-02T12:00:00Z']);
});

test.each([
  ['the outbox', {}, 204],
  [
    'a carrier',
    { SMS_TRANSPORT: 'twilio', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'secret', TWILIO_FROM: '+12125550100' },
    404,
  ],
])('texts through %s, mail embedded: only the carrier sends STOP', async (_texts, environment, status) => {
  const server = await startTestServer({ environment });
  const stopped = async () =>
    (await server.context.db.selectFrom('phone_stop').select('address_index').execute()).length;
  const before = await stopped();
  const answer = await server.app.inject({
    method: 'POST',
    url: '/outbox/phones',
    headers: { host: 'localhost:4000', 'x-requested-by': 'florin' },
    payload: { from: '+12125550142', text: 'STOP' },
  });
  const added = (await stopped()) - before;
  const listed = await server.app.inject({ url: '/outbox/phones', headers: { host: 'localhost:4000' } });
  await server.close();
  expect(answer.statusCode).toBe(status);
  expect(added).toBe(status === 204 ? 1 : 0);
  expect(listed.statusCode).toBe(status === 204 ? 200 : 404);
});

test.each([
  ['outbox', {}, 200],
  ['a mail server', { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://mail.example.com' }, 404],
])('mail through %s: %j -> %s', async (_mail, environment, status) => {
  const server = await startTestServer({ environment });
  const answer = await server.app.inject({ url: '/outbox/messages', headers: { host: 'localhost:4000' } });
  await server.close();
  expect(answer.statusCode).toBe(status);
});
