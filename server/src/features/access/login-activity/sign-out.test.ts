import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { outbox, sentMessages, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword } from '../../../testing/person.ts';
import { devices, login, signedIn } from '../../../testing/access/logins.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { PUBLIC_ORIGIN: 'https://cards.example.com' } });
});
afterAll(() => server.close());

const act = (browser: TestBrowser, id: string, what: 'sign-out' | 'report', headers: Record<string, string> = {}) =>
  browser.ask('POST', `/security/recent-logins/${id}/${what}`, { headers });
const signOutOthers = (browser: TestBrowser) => browser.ask('POST', '/security/sign-out-others');
const statusesOf = async (browsers: readonly TestBrowser[]) =>
  Promise.all(browsers.map(async (browser) => (await browser.session()).status));
/** A person who has proven both factors in two browsers. */
async function twoTrusted() {
  const person = await addPerson(server, { mfaEnabled: true, accounts: [{ mfa: 'Required' }] });
  const [here, there] = [new TestBrowser(server), new TestBrowser(server)];
  for (const browser of [here, there]) {
    server.clock.advance(60);
    await browser.signIn(person.username, testPassword);
  }
  return { person, here, there };
}
const unknown = '00000000-0000-7000-8000-000000000000';

describe('signing one device out', () => {
  test('ends its session, for the next call and in the list, and no other', async () => {
    const { here, person, browsers } = await signedIn(server, {}, 2);
    const [newest] = (await devices(here)).items;
    expect(await statusesOf(browsers)).toEqual([200, 200, 200]);
    expect((await act(here, newest!.id, 'sign-out')).status).toBe(204);
    expect(await statusesOf(browsers)).toEqual([200, 200, 401]);
    expect((await devices(here)).items.map(({ isSignedIn }) => isSignedIn)).toEqual([false, true]);
    expect((await eventsOf(server, person.id)).slice(-2)).toEqual(['session_ended', 'session_devices_signed_out']);
    expect((await act(here, newest!.id, 'sign-out')).status).toBe(204);
  });

  test('makes it prove the second factor again, but no other device', async () => {
    const { person, here, there } = await twoTrusted();
    await act(here, (await devices(here)).items[0]!.id, 'sign-out');
    expect((await there.login(person.username, testPassword)).body).toMatchObject({ Code: 'MFA' });
    expect((await here.login(person.username, testPassword)).status).toBe(200);
  });

  test('also ends its session after a switch to another account', async () => {
    const { here, person, browsers } = await signedIn(server, { accounts: [{}, {}] }, 1);
    await browsers[1]!.ask('POST', '/api/switch-user', { body: { userId: person.membershipIds[1] } });
    await act(here, (await devices(here)).items[0]!.id, 'sign-out');
    expect(await statusesOf(browsers)).toEqual([200, 401]);
  });

  test('a caller with tokens: its access and refresh tokens stop working, another caller’s still work', async () => {
    const person = await addPerson(server, { accounts: [{}, {}] });
    const here = await login(server, person);
    const callers = [];
    for (let index = 0; index < 2; index += 1) {
      server.clock.advance(1);
      const caller = new TestBrowser(server, 'token');
      const { body } = await caller.login(person.username, testPassword);
      const switched = await caller.ask('POST', '/api/switch-user', {
        body: { userId: person.membershipIds[1] },
        bearer: String(body['access_token']),
      });
      callers.push({ caller, tokens: switched.body });
    }
    await act(here, (await devices(here)).items[0]!.id, 'sign-out');
    const outcomes = [];
    for (const { caller, tokens } of callers) {
      const access = await caller.session(String(tokens['access_token']));
      const refresh = await caller.ask('POST', '/api/refresh-token', {
        body: { refresh_token: tokens['refresh_token'] },
      });
      outcomes.push([access.status, refresh.status]);
    }
    expect(outcomes).toEqual([
      [200, 200],
      [401, 401],
    ]);
  });

  test.each(['sign-out', 'report'] as const)('%s: a login of another person is not found', async (what) => {
    const { here } = await signedIn(server, {}, 1);
    const theirs = (await devices(here)).items[0]!;
    const { here: stranger } = await signedIn(server);
    const answers = await Promise.all([theirs.id, theirs.deviceId!, unknown].map((id) => act(stranger, id, what)));
    expect(answers.map(({ status, body }) => [status, body['Code']])).toEqual(answers.map(() => [404, 'NOT_FOUND']));
    expect((await devices(here)).items[0]!.isSignedIn).toBe(true);
    expect((await stranger.session()).status).toBe(200);
  });

  test('a shared browser: only the one person is signed out of it', async () => {
    const shared = new TestBrowser(server);
    const [first, second] = [await addPerson(server), await addPerson(server)];
    await shared.login(first.username, testPassword);
    await shared.login(second.username, testPassword);
    const elsewhere = await login(server, first);
    await act(elsewhere, (await devices(elsewhere)).items[0]!.id, 'sign-out');
    expect((await shared.session()).status).toBe(200);
  });

  test('the current device: the session ends and the cookie is removed', async () => {
    const { here } = await signedIn(server);
    const { body } = await here.ask('GET', '/security/current-device-login');
    expect((await act(here, String(body['id']), 'sign-out')).status).toBe(204);
    expect(here.cookies.has('__Host-sid')).toBe(false);
  });
});

describe('signing all others out', () => {
  test('ends them all, tokens too, and returns their number; this one keeps its session and its trust', async () => {
    const { person, here, there } = await twoTrusted();
    const browsers = [here, there];
    expect(await signOutOthers(here)).toMatchObject({ status: 200, body: { endedSessions: 1 } });
    expect(await statusesOf(browsers)).toEqual([200, 401]);
    expect(await signOutOthers(here)).toMatchObject({ status: 200, body: { endedSessions: 0 } });
    expect((await there.login(person.username, testPassword)).body).toMatchObject({ Code: 'MFA' });
    expect((await here.login(person.username, testPassword)).status).toBe(200);
  });

  test('of two that sign each other out, exactly one stays', async () => {
    for (let trial = 0; trial < 20; trial += 1) {
      const { browsers } = await signedIn(server, {}, 1);
      const answers = await Promise.all(browsers.map(signOutOthers));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      expect((await statusesOf(browsers)).toSorted()).toEqual([200, 401]);
    }
  });

  test('a concurrent switch or login is included', async () => {
    for (let trial = 0; trial < 20; trial += 1) {
      const { here, person, browsers } = await signedIn(server, { accounts: [{}, {}] }, 1);
      await Promise.all([
        browsers[1]!.ask('POST', '/api/switch-user', { body: { userId: person.membershipIds[1] } }),
        signOutOthers(here),
      ]);
      expect(await statusesOf(browsers)).toEqual([200, 401]);
    }
  });
});

describe('"This wasn’t me"', () => {
  const contacts = [
    { kind: 'Email', address: 'robin@home.example' },
    { kind: 'Email', address: 'robin@work.example' },
    { kind: 'Email', address: 'not.confirmed@else.example', verified: false },
    { kind: 'PhoneNumber', address: '+12125550177' },
  ] as const;

  test('ends every other session and trust, notifies every confirmed address, and mails a reset link', async () => {
    const { here, person, browsers } = await signedIn(server, { contacts }, 2);
    const reported = (await devices(here)).items[0]!;
    const copy = new TestBrowser(server);
    for (const [name, value] of here.cookies) copy.cookies.set(name, value);
    expect(await statusesOf([copy])).toEqual([200]);
    expect((await act(here, reported.id, 'report', { host: 'localhost' })).status).toBe(204);
    expect(await statusesOf([...browsers, copy])).toEqual([200, 401, 401, 401]);
    const trust = await server.context.db
      .selectFrom('trusted_device')
      .select(['revoked_at'])
      .where('person_id', '=', person.id)
      .execute();
    expect(trust.filter(({ revoked_at }) => revoked_at === null)).toHaveLength(1);
    expect((await devices(here)).items.map(({ isReported }) => isReported)).toEqual([true, false]);
    expect(await eventsOf(server, person.id)).toContain('authn_login_reported');
    const mails = async (words: string) => (await outbox(server)).filter(({ text }) => text.includes(words));
    const recipients = async (words: string) => (await mails(words)).map(({ recipient }) => recipient).toSorted();
    await expect.poll(() => recipients('this login was not you')).toEqual(['robin@home.example', 'robin@work.example']);
    await expect.poll(() => recipients('a login to your account was reported and')).toEqual(['+12125550177']);
    await expect
      .poll(() => recipients('https://cards.example.com/reset-password/'))
      .toEqual([expect.stringMatching(/^robin@(home|work)\.example$/)]);
    const [link] = await mails('https://cards.example.com/reset-password/');
    expect(link!.text).toContain('The person who logged in may know your password. Choose a new one');
    expect(link!.text).not.toContain('need not do anything');
    const notices = await mails('this login was not you');
    expect(notices[0]!.text).toContain('Firefox on Linux');
    // Whatever the request's host is, links start with the program's own origin.
    expect(notices[0]!.text).toContain('\nhttps://cards.example.com/forgot-password\n');
  });

  test('a repeated report sends one mail, and still ends open sessions', async () => {
    const { here, person } = await signedIn(server, {}, 1);
    const reported = (await devices(here)).items[0]!;
    for (let times = 0; times < 4; times += 1) expect((await act(here, reported.id, 'report')).status).toBe(204);
    const later = await login(server, person);
    expect((await act(here, reported.id, 'report')).status).toBe(204);
    expect(await statusesOf([here, later])).toEqual([200, 401]);
    await sentMessages(server);
    const mails = (await outbox(server)).filter(({ recipient }) => recipient.startsWith(person.id));
    expect(mails.map(({ text }) => text.includes('this login was not you')).toSorted()).toEqual([false, true]);
    const events = await eventsOf(server, person.id);
    expect(events.filter((type) => type === 'authn_login_reported')).toHaveLength(1);
  });

  test('notices are limited: five reports in ten minutes', async () => {
    const { here } = await signedIn(server, { contacts: [] }, 1);
    const { id } = (await devices(here)).items[0]!;
    const answers = [];
    for (let index = 0; index < 6; index += 1) answers.push((await act(here, id, 'report')).status);
    expect(answers).toEqual([204, 204, 204, 204, 204, 429]);
  });

  test('the current device is signed out as well', async () => {
    const { here, browsers } = await signedIn(server, {}, 1);
    const { body } = await here.ask('GET', '/security/current-device-login');
    expect((await act(here, String(body['id']), 'report')).status).toBe(204);
    expect(await statusesOf(browsers)).toEqual([401, 401]);
    expect(here.cookies.has('__Host-sid')).toBe(false);
  });
});

describe('a login whose password is being checked', () => {
  const ways = {
    'signing its device out': async (here: TestBrowser) => act(here, (await devices(here)).items[0]!.id, 'sign-out'),
    'signing all others out': signOutOthers,
    'reporting it': async (here: TestBrowser) => act(here, (await devices(here)).items[0]!.id, 'report'),
  };

  test.each(Object.keys(ways) as (keyof typeof ways)[])('needs a second factor after %s', async (way) => {
    const { person, here, there } = await twoTrusted();
    const { passwords } = server.context;
    const [checking, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const verify: typeof passwords.verify = async (...asked) => {
      checking.resolve();
      await ended.promise;
      return passwords.verify(...asked);
    };
    server.context.passwords = { ...passwords, verify };
    const answer = there.login(person.username, testPassword);
    await checking.promise;
    server.context.passwords = passwords;
    expect((await ways[way](here)).status).toBeLessThan(300);
    ended.resolve();
    expect((await answer).body).toMatchObject({ Code: 'MFA' });
    expect((await there.login(person.username, testPassword)).body).toMatchObject({ Code: 'MFA' });
  });
});
