import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addInvite, guest } from '../../../testing/access/invite.ts';
import { TestWizard } from '../../../testing/access/wizard.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const stale = { status: 403, body: { Code: 'STEP_UP_REQUIRED' } };

/** An administrator on a trusted device: only the password is freshly proven. */
async function onTrustedDevice(): Promise<TestBrowser> {
  const { username } = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
  const here = new TestBrowser(server);
  await here.enter(username, testPassword);
  await here.ask('POST', '/api/logout', { body: { reason: 'user' } });
  expect(await here.login(username, testPassword)).toMatchObject({ status: 200 });
  return here;
}

describe('an administrator with the second factor switched off', () => {
  test.each(['Disabled', 'Enabled', 'Required'] as const)('must prove it all the same: mode %s', async (mfa) => {
    const { username } = await addPerson(server, { accounts: [{ role: 'ADMIN', mfa }] });
    expect((await new TestBrowser(server).login(username, testPassword)).body['Code']).toBe('MFA');
  });

  test('must prove it even if the first account is a cardholder’s', async () => {
    const { username } = await addPerson(server, { accounts: [{}, { role: 'ADMIN' }] });
    expect((await new TestBrowser(server).login(username, testPassword)).body['Code']).toBe('MFA');
  });

  test('without an address gets no code', async () => {
    const { username } = await addPerson(server, { accounts: [{ role: 'ADMIN' }], contacts: [] });
    const here = new TestBrowser(server);
    const pending = await here.begin(username, testPassword);
    expect(await here.sendCode(username, pending)).toMatchObject({ body: { Code: 'MFA_EMAIL_NOT_EXISTS' } });
  });
});

test('an administrator cannot switch it off', async () => {
  const { username } = await addPerson(server, { mfaEnabled: true, accounts: [{ role: 'ADMIN' }] });
  const here = new TestBrowser(server);
  await here.enter(username, testPassword);
  const answer = await here.ask('PUT', '/api/security-settings/mfa', { body: { enabled: false } });
  expect(answer).toMatchObject({ status: 409, body: { Code: 'MFA_REQUIRED' } });
});

describe('on a trusted device', () => {
  test('an administrator invites another one only with a fresh proof', async () => {
    const here = await onTrustedDevice();
    const invite = (email: string, role: 'ADMIN' | 'CARDHOLDER') =>
      here.ask('POST', '/api/invites', { body: guest(email, role) });
    expect(await invite('second.admin@guests.example', 'ADMIN')).toMatchObject(stale);
    expect(await invite('a.cardholder@guests.example', 'CARDHOLDER')).toMatchObject({ status: 201 });
  });

  test('an administrator confirms a reset only with a fresh proof', async () => {
    const here = await onTrustedDevice();
    const path = '/api/recovery-requests/0190f000-0000-7000-8000-000000000000/confirm';
    expect(await here.ask('POST', path)).toMatchObject(stale);
  });
});

describe('an invite as administrator', () => {
  async function joined(contacts?: []) {
    const { code } = await addInvite(server, { role: 'ADMIN' });
    const person = await addPerson(server, contacts && { contacts });
    const here = new TestWizard(server);
    expect((await here.login(person.username, testPassword)).status).toBe(200);
    const token = String((await here.invite(code)).body['access_token']);
    return { person, here, answer: await here.link(token) };
  }

  test('accepted with the second factor off: the next sign-in requires it, and the password alone does not lead there', async () => {
    const { person, here, answer } = await joined();
    expect(answer.status).toBe(200);
    const { userId } = answer.body;
    expect(await here.ask('POST', '/api/switch-user', { body: { userId } })).toMatchObject({ status: 403 });
    const again = await new TestBrowser(server).login(person.username, testPassword);
    expect(again.body['Code']).toBe('MFA');
  });

  test('is not accepted by a person who could not prove a second factor', async () => {
    const { person, answer } = await joined([]);
    expect(answer).toMatchObject({ status: 400, body: { Code: 'MFA_EMAIL_NOT_EXISTS' } });
    expect((await new TestBrowser(server).login(person.username, testPassword)).status).toBe(200);
  });
});
