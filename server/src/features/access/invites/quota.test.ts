import { DAY, invite as limits, MINUTE } from '@florin/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { outbox, sentMessages, type TestBrowser } from '../../../testing/browser.ts';
import { addInvite, guest } from '../../../testing/access/invite.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const mailsTo = async (email: string) => {
  await sentMessages(server);
  return (await outbox(server)).filter(({ recipient }) => recipient === email).length;
};

/** Invites an address and revokes the invite, so that it can be invited again. */
async function inviteAndRevoke(administrator: TestBrowser, email: string) {
  const made = await administrator.ask('POST', '/api/invites', { body: guest(email) });
  if (made.status === 201) await administrator.ask('POST', `/api/invites/${String(made.body['id'])}/revoke`);
  return made;
}

test('repeated invites and revocations flood no stranger, from any business', async () => {
  const [one, other] = [await addInvite(server), await addInvite(server)];
  const email = 'flooded@guests.example';
  for (const { administrator } of [one, other])
    for (let time = 0; time < 8; time += 1) await inviteAndRevoke(administrator, email);
  expect(await mailsTo(email)).toBe(limits.mailsPerAddressInTenMinutes);

  const refused = await inviteAndRevoke(other.administrator, ` ${email.toUpperCase()}`.trim());
  expect(refused).toMatchObject({ status: 429, body: { Code: 'INVITE_LIMIT_REACHED' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
  for (let round = 0; round < 5; round += 1) {
    server.clock.advance(10 * MINUTE + 1);
    const administrator = await administratorOf(server, one.businessId);
    for (let time = 0; time < 4; time += 1) await inviteAndRevoke(administrator, email);
  }
  expect(await mailsTo(email)).toBe(limits.mailsPerAddressPerDay);
});

test('sending the same invite again counts, too', async () => {
  const { administrator, id, email } = await addInvite(server);
  for (let time = 0; time < 2; time += 1) {
    server.clock.advance(31);
    expect((await administrator.ask('POST', `/api/invites/${id}/resend`)).status).toBe(200);
  }
  await administrator.ask('POST', `/api/invites/${id}/revoke`);
  expect((await inviteAndRevoke(administrator, email)).body['Code']).toBe('INVITE_LIMIT_REACHED');
  expect(await mailsTo(email)).toBe(limits.mailsPerAddressInTenMinutes);
});

test('one business sends a limited number of invites a day, over all addresses', async () => {
  const { administrator, businessId } = await addInvite(server);
  const { db, keys } = server.context;
  const counter = keys.mac('invite-mails-business', businessId);
  await db
    .updateTable('throttle')
    .set({ failures: limits.mailsPerBusinessPerDay - 1 })
    .where('key', '=', counter)
    .execute();
  expect((await inviteAndRevoke(administrator, 'last@guests.example')).status).toBe(201);
  expect((await inviteAndRevoke(administrator, 'late@guests.example')).status).toBe(429);
  server.clock.advance(DAY + 1);
  expect((await inviteAndRevoke((await addInvite(server)).administrator, 'late@guests.example')).status).toBe(201);
});
