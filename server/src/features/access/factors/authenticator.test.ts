import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventsOf, addPerson, testPassword } from '../../../testing/person.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** A person who has entered the server's secret in an app. */
async function withApp() {
  const person = await addPerson(server, { mfaEnabled: true });
  const here = new TestBrowser(server);
  await here.signIn(person.username, testPassword);
  const begun = await here.ask('POST', '/api/factors/authenticators', { body: { name: 'My phone' } });
  const { id, secret } = begun.body;
  const app = new TOTP({ secret: Secret.fromBase32(String(secret)) });
  /** @param steps how many steps the phone's clock is ahead */
  const code = (steps = 0) => app.generate({ timestamp: server.clock.now().getTime() + steps * 30_000 });
  const confirmed = await here.ask('POST', `/api/factors/authenticators/${String(id)}/confirm`, {
    body: { code: code() },
  });
  expect(confirmed).toMatchObject({ status: 200, body: { kind: 'Authenticator', name: 'My phone' } });
  // The step of the first code is used up; a new one has just begun, so that no step ends during a call.
  server.clock.advance(90);
  server.clock.advance(30 - (Math.floor(server.clock.now().getTime() / 1000) % 30));
  return { person, code };
}

const prove = async ({ username }: { username: string }, code: string) => {
  const here = new TestBrowser(server);
  const pending = await here.begin(username, testPassword);
  const answer = await here.authenticate(username, code, pending, 'Authenticator');
  return answer.status === 200 ? 'signed in' : answer.body['Code'];
};

describe('a code of an authenticator app', () => {
  test('signs in once: a second use is refused, in this browser and in any other', async () => {
    const { person, code } = await withApp();
    const shown = code();
    expect(await prove(person, shown)).toBe('signed in');
    expect(await prove(person, shown)).toBe('MFA_INVALID_CODE');
    server.clock.advance(30);
    expect(await prove(person, shown)).toBe('MFA_INVALID_CODE');
    expect(await prove(person, code())).toBe('signed in');
  });

  test.each([
    [-2, 'MFA_INVALID_CODE'],
    [-1, 'signed in'],
    [0, 'signed in'],
    [1, 'signed in'],
    [2, 'MFA_INVALID_CODE'],
  ])('of a phone whose clock is %i steps ahead: %s', async (steps, outcome) => {
    const { person, code } = await withApp();
    expect(await prove(person, code(steps))).toBe(outcome);
  });

  test('entered after the sign-in has expired trusts the device and gives no session; ten minutes later it does nothing', async () => {
    const { person, code } = await withApp();
    const here = new TestBrowser(server);
    const [pending, other] = [
      await here.begin(person.username, testPassword),
      await here.begin(person.username, testPassword),
    ];
    const enter = async (token: string, shown: string) =>
      (await here.authenticate(person.username, shown, token, 'Authenticator')).body['Code'];
    server.clock.advance(15 * 60);
    expect(await enter(pending, code(2))).toBe('MFA_INVALID_CODE');
    expect([...here.cookies]).toEqual([]);
    expect(await enter(pending, code())).toBe('MFA_SESSION_EXPIRED');
    expect([...here.cookies.keys()]).toEqual(['__Host-did']);
    expect((await here.login(person.username, testPassword)).status).toBe(200);
    server.clock.advance(10 * 60);
    const late = new TestBrowser(server);
    expect((await late.authenticate(person.username, code(), other, 'Authenticator')).body['Code']).toBe(
      'UNAUTHENTICATED',
    );
    expect([...late.cookies]).toEqual([]);
  });

  test('of a later step invalidates those of earlier steps, even unexpired ones', async () => {
    const { person, code } = await withApp();
    expect(await prove(person, code(1))).toBe('signed in');
    expect(await prove(person, code(0))).toBe('MFA_INVALID_CODE');
  });

  test('that was used to enrol is used up', async () => {
    const person = await addPerson(server, { mfaEnabled: true });
    const here = new TestBrowser(server);
    await here.signIn(person.username, testPassword);
    const { body } = await here.ask('POST', '/api/factors/authenticators', { body: { name: 'My phone' } });
    const code = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) }).generate({
      timestamp: server.clock.now().getTime(),
    });
    await here.ask('POST', `/api/factors/authenticators/${String(body['id'])}/confirm`, { body: { code } });
    expect(await prove(person, code)).toBe('MFA_INVALID_CODE');
  });

  test('does not work for another person', async () => {
    const { code } = await withApp();
    const { person: other } = await withApp();
    expect(await prove(other, code())).toBe('MFA_INVALID_CODE');
  });

  test('twenty wrong ones in a day lock the second factor, over all sign-ins', async () => {
    const { person, code } = await withApp();
    const wrong = code(1000);
    for (let tries = 0; tries < 20; tries += 1) expect(await prove(person, wrong)).toBe('MFA_INVALID_CODE');
    expect(await prove(person, code())).toBe('LOCKED');
    expect(await eventsOf(server, person.id)).toContain('authn_mfa_lock');
  });
});
