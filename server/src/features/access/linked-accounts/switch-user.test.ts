import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { proveAgain } from '../../../testing/cards/vendor.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword, type TestAccount } from '../../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function signedIn(accounts: readonly TestAccount[], delivery: 'cookie' | 'token' = 'cookie') {
  const person = await addPerson(server, { accounts });
  const here = new TestBrowser(server, delivery);
  const { status, body } = await here.enter(person.username, testPassword);
  expect(status).toBe(200);
  return { person, here, body };
}
const switchTo = (here: TestBrowser, userId: string, bearer?: string) =>
  here.ask('POST', '/api/switch-user', {
    body: { userId, deviceId: 'a-browser', device: here.userAgent },
    ...(bearer && { bearer }),
  });
const notAvailable = { status: 404, body: { Code: 'ACCOUNT_NOT_AVAILABLE' } };

test(
  'a switch ends the session and begins another, with a new token and a new epoch',
  { tags: ['@3.26', '@7.33'] },
  async () => {
    const { person, here } = await signedIn([{ role: 'ADMIN' }, {}]);
    const before = { cookie: here.cookies.get('__Host-sid')!, epoch: (await here.session()).body['epoch'] };
    expect((await switchTo(here, person.membershipIds[1]!)).status).toBe(200);
    const { body } = await here.session();
    expect(body).toMatchObject({ userId: person.membershipIds[1], role: 'CARDHOLDER' });
    expect(body['epoch']).not.toBe(before.epoch);
    expect(here.cookies.get('__Host-sid')).not.toBe(before.cookie);
    const old = new TestBrowser(server);
    old.cookies.set('__Host-sid', before.cookie);
    expect((await old.session()).status).toBe(401);
    expect((await eventsOf(server, person.id)).slice(-2)).toEqual(['session_ended', 'session_account_switched']);
    const records = await server.context.db
      .selectFrom('login_record')
      .select('id')
      .where('person_id', '=', person.id)
      .execute();
    expect(records).toHaveLength(1);
  },
);

test('callers with tokens get a new pair, and the old refresh token stops working', { tags: '@7.45' }, async () => {
  const { person, here, body } = await signedIn([{}, {}], 'token');
  const switched = await switchTo(here, person.membershipIds[1]!, String(body['access_token']));
  expect(switched.body).toMatchObject({
    access_token: expect.stringMatching(/^ses_/),
    refresh_token: expect.any(String),
  });
  const old = await here.ask('POST', '/api/refresh-token', { body: { refresh_token: body['refresh_token'] } });
  expect(old.body['Code']).toBe('REFRESH_TOKEN_INVALID');
});

test.each(['cookie', 'token'] as const)('a switch to the current account changes nothing: %s', async (delivery) => {
  const { person, here, body } = await signedIn([{}, {}], delivery);
  const bearer = delivery === 'token' ? String(body['access_token']) : undefined;
  const cookie = here.cookies.get('__Host-sid');
  const sessions = () =>
    server.context.db.selectFrom('session').select(['id', 'ended_at']).where('person_id', '=', person.id).execute();
  const [before, events] = [await sessions(), await eventsOf(server, person.id)];
  const answer = await switchTo(here, person.membershipIds[0]!, bearer);
  expect(answer).toMatchObject({
    status: 200,
    body: { epoch: body['epoch'], access_token: null, refresh_token: null },
  });
  expect(here.cookies.get('__Host-sid')).toBe(cookie);
  expect([await sessions(), await eventsOf(server, person.id)]).toEqual([before, events]);
});

describe('an account can be switched to', () => {
  test.each([
    [{ business: 'SUSPENDED' }, 200],
    [{ business: 'PENDING_REVIEW' }, 200],
    [{ business: 'CLOSED' }, 404],
    [{ status: 'CLOSED' }, 404],
  ] as const)('when it is %o: %i', { tags: '@2.accounts.7' }, async (target, status) => {
    const { person, here } = await signedIn([{}, target]);
    expect((await switchTo(here, person.membershipIds[1]!)).status).toBe(status);
    expect((await here.session()).status).toBe(200);
  });

  test('by its own person only', async () => {
    const { here } = await signedIn([{}, {}]);
    const other = await addPerson(server, { accounts: [{}, {}] });
    expect(await switchTo(here, other.membershipIds[0]!)).toMatchObject(notAvailable);
    expect(await switchTo(here, '00000000-0000-7000-8000-000000000000')).toMatchObject(notAvailable);
    expect((await here.session()).status).toBe(200);
  });

  /** Signed in with the password alone, with a second account whose business now requires the second factor. */
  async function requiring(contacts?: []) {
    const person = await addPerson(server, { accounts: [{}, {}], ...(contacts && { contacts }) });
    const here = new TestBrowser(server);
    await here.enter(person.username, testPassword);
    await server.context.db
      .updateTable('business')
      .set({ mfa_mode: 'Required' })
      .where('id', 'in', (eb) =>
        eb.selectFrom('membership').select('business_id').where('id', '=', person.membershipIds[1]!),
      )
      .execute();
    return { here, target: person.membershipIds[1]! };
  }

  test('not with a password alone if the second factor is required, but once it is proven', async () => {
    const { here, target } = await requiring();
    expect(await switchTo(here, target)).toMatchObject({ status: 403, body: { Code: 'STEP_UP_REQUIRED' } });
    expect((await here.session()).status).toBe(200);
    await proveAgain(server, here);
    expect((await switchTo(here, target)).status).toBe(200);
    expect((await here.session()).body).toMatchObject({ userId: target });
  });

  test('not at all if the person has no second factor to prove', async () => {
    const { here, target } = await requiring([]);
    const body = { password: testPassword, method: 'Password' };
    for (let times = 0; times < 2; times += 1) {
      expect((await switchTo(here, target)).body['Code']).toBe('MFA_EMAIL_NOT_EXISTS');
      expect((await here.ask('POST', '/api/step-up', { body })).status).toBe(200);
    }
  });
});

describe('a switch never prolongs a sign-in', () => {
  test('from account to account', async () => {
    const { person, here } = await signedIn([{}, {}]);
    for (let minutes = 0; minutes < 23 * 60; minutes += 15) {
      server.clock.advance(900);
      await here.ask('POST', '/api/session/activity', { body: { idleSeconds: 0 } });
    }
    expect((await switchTo(here, person.membershipIds[1]!)).status).toBe(200);
    const { body } = await here.session();
    expect((body['remaining'] as { absoluteSeconds: number }).absoluteSeconds).toBeLessThanOrEqual(3600);
  });

  test('to an administrator, who has to sign in again sooner', async () => {
    const { person, here } = await signedIn([{}, { role: 'ADMIN' }]);
    for (let minutes = 0; minutes < 12 * 60; minutes += 15) {
      server.clock.advance(900);
      await here.ask('POST', '/api/session/activity', { body: { idleSeconds: 0 } });
    }
    expect((await switchTo(here, person.membershipIds[1]!)).body['Code']).toBe('UNAUTHENTICATED');
    expect((await here.session()).status).toBe(200);
  });
});

test('of 16 switches at once one succeeds, and one session is left', async () => {
  const { person, here } = await signedIn([{}, {}, {}]);
  const cookie = here.cookies.get('__Host-sid')!;
  const tabs = Array.from({ length: 16 }, () => {
    const tab = new TestBrowser(server);
    tab.cookies.set('__Host-sid', cookie);
    return tab;
  });
  const answers = await Promise.all(tabs.map((tab, index) => switchTo(tab, person.membershipIds[1 + (index % 2)]!)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(15);
  const live = await server.context.db
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', person.id)
    .where('ended_at', 'is', null)
    .execute();
  expect(live).toHaveLength(1);
});

test('a logout beside a switch leaves no session, whichever comes first', async () => {
  for (let round = 0; round < 12; round++) {
    const { person, here } = await signedIn([{}, {}]);
    const tab = new TestBrowser(server);
    for (const [name, value] of here.cookies) tab.cookies.set(name, value);
    const logOut = (from: TestBrowser) => from.ask('POST', '/api/logout', { body: { reason: 'user' } });
    const [, { status }] = await Promise.all([switchTo(here, person.membershipIds[1]!), logOut(tab)]);
    // The switch was over before the logout came: a browser repeats that with the cookie of the switch.
    if (status === 401) await logOut(here);
    // With the cookie of the switch, if it was answered.
    expect((await here.session()).status).toBe(401);
  }
});
