import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashDeviceSecret, secretsIn } from '../devices/secret.ts';
import { startTestServer, startTwin, type TestServer } from '../../testing/server.ts';
import { addConfirmedEmail } from '../../testing/contacts.ts';
import { addBackupCodesOf, addPasskeyOf, enrolApp } from '../../testing/access/factors.ts';
import { enrolPasskey } from '../../testing/access/passkey.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { addPerson, testPassword } from '../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A person signed in with both factors, and a thief with copies of the cookies. */
async function copied() {
  const person = await addPerson(server, { mfaEnabled: true });
  const here = new TestBrowser(server);
  await here.signIn(person.username, testPassword);
  const thief = new TestBrowser(server);
  for (const name of ['__Host-sid', '__Host-did']) thief.cookies.set(name, here.cookies.get(name)!);
  expect((await thief.session()).status).toBe(200);
  return { person, here, thief };
}

/** Whether the browser holds the secret of a device. */
async function isDevice({ cookies }: TestBrowser): Promise<boolean> {
  const hashes = secretsIn(cookies.get('__Host-did')!).map(hashDeviceSecret);
  const { db } = server.context;
  return (await db.selectFrom('device').select('id').where('secret_hash', 'in', hashes).execute()).length > 0;
}

const redeem = (ticket: unknown) => new TestBrowser(server).ask('POST', '/api/autologin', { body: { ticket } });

/** The owner's act, and whether it gives the session another token. */
const acts: Record<string, (here: TestBrowser, personId: string) => Promise<{ status: number }>> = {
  'a new password': (here) => {
    const password = 'violet-anchor-ferry-1907';
    return here.ask('PUT', '/api/security-settings/password', { body: { password, confirmPassword: password } });
  },
  'the second factor switched off': (here) =>
    here.ask('PUT', '/api/security-settings/mfa', { body: { enabled: false } }),
  'new backup codes': async (here, personId) => {
    await addBackupCodesOf(server, personId);
    return here.ask('POST', '/api/factors/backup-codes');
  },
  'a removed factor': async (here, personId) => {
    await addPasskeyOf(server, personId);
    const { body } = await here.ask('GET', '/api/security-settings');
    const [factor] = body['factors'] as { id: string }[];
    return here.ask('DELETE', `/api/factors/${factor!.id}`);
  },
  'a new authenticator app': (here) => enrolApp(server, here),
  'a new passkey': async (here) => {
    await enrolPasskey(here);
    return { status: 200 };
  },
  'a confirmed address': async (here) => {
    await addConfirmedEmail(server, here, 'new@confirmed.example');
    return { status: 200 };
  },
  'signing out every other device': (here) => here.ask('POST', '/security/sign-out-others'),
};

describe.each(Object.keys(acts))('%s', (name) => {
  test('makes copies of the cookies worthless and keeps the session open', { tags: '@beyond.15' }, async () => {
    const { person, here, thief } = await copied();
    const before = (await here.session()).body;
    expect(await isDevice(thief)).toBe(true);
    expect((await acts[name]!(here, person.id)).status).toBeLessThan(300);
    expect((await thief.session()).status).toBe(401);
    expect([await isDevice(thief), await isDevice(here)]).toEqual([false, true]);
    const after = await here.session();
    expect(after).toMatchObject({ status: 200, body: { epoch: before['epoch'], userId: before['userId'] } });
  });
});

test('a caller with tokens continues with its refresh token, and a copy of the access token is worthless', async () => {
  const person = await addPerson(server, { mfaEnabled: true });
  const caller = new TestBrowser(server, 'token');
  const { body } = await caller.signIn(person.username, testPassword);
  const bearer = String(body['access_token']);
  const made = await caller.ask('POST', '/api/autologin-tickets', { bearer, body: {} });
  expect(await caller.ask('POST', '/security/sign-out-others', { bearer })).toMatchObject({ status: 200 });
  expect((await caller.session(bearer)).status).toBe(401);
  expect((await redeem(made.body['ticket'])).status).toBe(401);
  const refreshed = await caller.ask('POST', '/api/refresh-token', { body: { refresh_token: body['refresh_token'] } });
  expect(refreshed.status).toBe(200);
  expect((await caller.session(String(refreshed.body['access_token']))).status).toBe(200);
});

test('a copy of the device needs the second factor; its owner, and others who log in there, do not', async () => {
  const { person, here, thief } = await copied();
  const colleague = await addPerson(server, { mfaEnabled: true });
  await here.signIn(colleague.username, testPassword);
  expect((await here.login(person.username, testPassword)).status).toBe(200);
  thief.cookies.set('__Host-did', here.cookies.get('__Host-did')!);
  expect((await here.ask('POST', '/security/sign-out-others')).status).toBe(200);
  expect((await thief.login(person.username, testPassword)).body).toMatchObject({ Code: 'MFA' });
  for (const { username } of [person, colleague])
    expect((await here.login(username, testPassword)).status, username).toBe(200);
});

test('who has the session and not the device gets no device, and ends its trust', async () => {
  const { person, here, thief } = await copied();
  thief.cookies.delete('__Host-did');
  expect((await thief.ask('POST', '/security/sign-out-others')).status).toBe(200);
  expect(thief.cookies.has('__Host-did')).toBe(false);
  expect((await here.login(person.username, testPassword)).body).toMatchObject({ Code: 'MFA' });
});

test('a client with tokens, and a copy of its credential, need the second factor afterwards', async () => {
  const person = await addPerson(server, { mfaEnabled: true });
  const client = new TestBrowser(server, 'token');
  const { body } = await client.signIn(person.username, testPassword);
  client.credential = String(body['device_credential']);
  const again = await client.login(person.username, testPassword);
  const bearer = String(again.body['access_token']);
  expect((await client.ask('POST', '/security/sign-out-others', { bearer })).status).toBe(200);
  expect((await client.login(person.username, testPassword)).body).toMatchObject({ Code: 'MFA' });
});

test('a process that has cached the old token neither switches nor signs out with the copy', async () => {
  const twin = await startTwin(server);
  const { person, here } = await copied();
  const elsewhere = new TestBrowser(twin);
  elsewhere.cookies.set('__Host-sid', here.cookies.get('__Host-sid')!);
  expect((await elsewhere.session()).status).toBe(200);
  expect((await here.ask('POST', '/security/sign-out-others')).status).toBe(200);
  // The other process has it in its cache.
  expect((await elsewhere.session()).status).toBe(200);
  const [userId] = person.membershipIds;
  for (const [path, body] of [
    ['/api/switch-user', { userId }],
    ['/security/sign-out-others', {}],
  ] as const)
    expect(await elsewhere.ask('POST', path, { body })).toMatchObject({
      status: 401,
      body: { Code: 'UNAUTHENTICATED' },
    });
  expect((await here.session()).status).toBe(200);
  await twin.app.close();
});

test('a refused change keeps the token', async () => {
  const { here, thief } = await copied();
  const path = '/api/factors/0190f000-0000-7000-8000-000000000000';
  expect((await here.ask('DELETE', path)).status).toBe(404);
  expect((await thief.session()).status).toBe(200);
});
