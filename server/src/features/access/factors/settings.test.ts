import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastCode, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('backup codes: each is good once, and new ones put the old ones out of use', async () => {
  const { username } = await addPerson(server, { mfaEnabled: true });
  const here = new TestBrowser(server);
  await here.signIn(username, testPassword);
  const make = async () => (await here.ask('POST', '/api/factors/backup-codes')).body['codes'] as string[];
  const settings = async () => (await here.ask('GET', '/api/security-settings')).body;
  const use = async (code: string) => {
    const other = new TestBrowser(server);
    const pending = await other.begin(username, testPassword);
    const { status, body } = await other.authenticate(username, code, pending, 'BackupCode');
    return status === 200 ? 'signed in' : body['Code'];
  };
  const [first, second, ...others] = await make();
  expect(new Set([first, second, ...others]).size).toBe(10);
  expect(await settings()).toMatchObject({ backupCodesLeft: 10 });
  expect(await use(first!)).toBe('signed in');
  expect(await use(first!)).toBe('MFA_INVALID_CODE');
  expect(await use(second!)).toBe('signed in');
  expect(await settings()).toMatchObject({ backupCodesLeft: 8 });
  const renewed = await make();
  expect(renewed.filter((code) => others.includes(code))).toEqual([]);
  expect(await settings()).toMatchObject({ backupCodesLeft: 10 });
  expect(await use(others[0]!)).toBe('MFA_INVALID_CODE');
});

test('the second factor, switched on by a person without one, is required on the next device, and not once it is off', async () => {
  const { username } = await addPerson(server);
  const here = new TestBrowser(server);
  expect(await here.login(username, testPassword)).toMatchObject({ status: 200 });
  const turn = async (enabled: boolean) =>
    (await here.ask('PUT', '/api/security-settings/mfa', { body: { enabled } })).body['Code'] ?? 'done';
  const onNewDevice = async () => (await new TestBrowser(server).login(username, testPassword)).body['Code'] ?? 'in';
  expect(await onNewDevice()).toBe('in');
  // The password alone is no fresh proof of both factors.
  const sent = await here.ask('POST', '/api/step-up/send-code', { body: { entityType: 'Email' } });
  expect(sent).toMatchObject({ status: 200 });
  const proof = { password: testPassword, method: 'Email', code: await lastCode(server) };
  expect(await here.ask('POST', '/api/step-up', { body: proof })).toMatchObject({ status: 200 });
  expect(await turn(true)).toBe('done');
  expect(await onNewDevice()).toBe('MFA');
  expect(await turn(false)).toBe('done');
  expect(await onNewDevice()).toBe('in');
});
