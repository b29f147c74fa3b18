import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { addAppOf, addBackupCodesOf } from '../../testing/access/factors.ts';
import { lastCode, TestBrowser } from '../../testing/browser.ts';
import { addPerson, eventsOf, testPassword, type TestPerson } from '../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const codeOf = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status === 200 ? 'signed in' : body['Code'];

/** Twenty wrong authenticator codes, in a sign-in by a stranger with the password. */
async function lock(here: TestBrowser, { username, id }: TestPerson) {
  const app = await addAppOf(server, id);
  const pending = await here.begin(username, testPassword);
  const guess = async () => codeOf(await here.authenticate(username, app.wrong(), pending, 'Authenticator'));
  for (let tries = 0; tries < 20; tries += 1) expect(await guess()).toBe('MFA_INVALID_CODE');
  expect(await guess()).toBe('LOCKED');
  return pending;
}

const monthLater = () => server.clock.advance(31 * 86_400);

test("a stranger with the password locks the second factor on unknown devices, not on the person's known one", async () => {
  const person = await addPerson(server, { mfaEnabled: true });
  const own = new TestBrowser(server);
  await own.signIn(person.username, testPassword);
  monthLater();
  const stranger = new TestBrowser(server);
  const pending = await lock(stranger, person);
  expect(codeOf(await stranger.sendCode(person.username, pending))).toBe('LOCKED');
  await own.signIn(person.username, testPassword);
  expect((await own.session()).status).toBe(200);
});

test('a known device has its own count, and locks nothing else', async () => {
  const person = await addPerson(server, { mfaEnabled: true });
  const own = new TestBrowser(server);
  await own.signIn(person.username, testPassword);
  monthLater();
  await lock(own, person);
  const elsewhere = new TestBrowser(server);
  await elsewhere.signIn(person.username, testPassword);
  expect((await elsewhere.session()).status).toBe(200);
});

test('a backup code works where everything else is locked, and locks nothing', async () => {
  const person = await addPerson(server, { mfaEnabled: true });
  const [backupCode] = await addBackupCodesOf(server, person.id);
  const stranger = new TestBrowser(server);
  await lock(stranger, person);
  const here = new TestBrowser(server);
  const pending = await here.begin(person.username, testPassword);
  const prove = async (code: string) => codeOf(await here.authenticate(person.username, code, pending, 'BackupCode'));
  for (let tries = 0; tries < 25; tries += 1) expect(await prove('0000-0000-0000-0000')).toBe('MFA_INVALID_CODE');
  expect(await prove(backupCode!)).toBe('signed in');
});

test('wrong passwords of an intruder in an open session lock step-ups there, and no code', async () => {
  const person = await addPerson(server, { mfaEnabled: true });
  const found = new TestBrowser(server);
  await found.signIn(person.username, testPassword);
  server.clock.advance(31);
  await found.ask('POST', '/api/step-up/send-code', { body: { entityType: 'Email' } });
  const code = await lastCode(server);
  const stepUp = async (here: TestBrowser, password: string, typed: string) =>
    codeOf(await here.ask('POST', '/api/step-up', { body: { password, method: 'Email', code: typed } }));
  for (let tries = 0; tries < 20; tries += 1)
    expect(await stepUp(found, 'not-the-password', code)).toBe('INVALID_CREDENTIALS');
  expect(await stepUp(found, testPassword, code)).toBe('LOCKED');
  expect(await eventsOf(server, person.id)).toContain('authn_step_up_lock');
  expect(await eventsOf(server, person.id)).not.toContain('authn_mfa_lock');

  server.clock.advance(600);
  const own = new TestBrowser(server);
  await own.signIn(person.username, testPassword);
  server.clock.advance(31);
  await own.ask('POST', '/api/step-up/send-code', { body: { entityType: 'Email' } });
  expect(await stepUp(own, testPassword, await lastCode(server))).toBe('signed in');
});
