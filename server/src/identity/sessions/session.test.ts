import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, startTwin, type TestServer } from '../../testing/server.ts';
import { findSession } from './find-session.ts';
import { TestBrowser } from '../../testing/browser.ts';
import { addPerson, eventsOf, raiseRiskFlag, testPassword, type TestPerson } from '../../testing/person.ts';

let server: TestServer;
/** A second process on the same database. */
let twin: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  twin = await startTwin(server);
});
afterAll(async () => {
  await twin.app.close();
  await server.close();
});

async function signedIn(
  wanted: Parameters<typeof addPerson>[1] = {},
): Promise<{ person: TestPerson; here: TestBrowser }> {
  const person = await addPerson(server, wanted);
  const here = new TestBrowser(server);
  expect((await here.enter(person.username, testPassword)).status).toBe(200);
  return { person, here };
}

/** The same cookies in the second process. */
function inTwin(here: TestBrowser): TestBrowser {
  const there = new TestBrowser(twin);
  for (const [name, value] of here.cookies) there.cookies.set(name, value);
  return there;
}

const report = (here: TestBrowser, idleSeconds: number) =>
  here.ask('POST', '/api/session/activity', { body: { idleSeconds } });
const logout = (here: TestBrowser, reason = 'user') => here.ask('POST', '/api/logout', { body: { reason } });
const endReason = async (person: TestPerson) => {
  const rows = await server.context.db.selectFrom('session').selectAll().where('person_id', '=', person.id).execute();
  return rows.map((row) => row.end_reason);
};

describe('the database', () => {
  test('stores no usable token', async () => {
    const { person, here } = await signedIn();
    const row = await server.context.db
      .selectFrom('session')
      .selectAll()
      .where('person_id', '=', person.id)
      .executeTakeFirstOrThrow();
    const device = await server.context.db.selectFrom('device').selectAll().execute();
    const dump = JSON.stringify([row, device], (_key, value: unknown) =>
      value instanceof Object && 'type' in value && value.type === 'Buffer'
        ? Buffer.from((value as unknown as { data: number[] }).data).toString('latin1')
        : value,
    );
    for (const secret of here.cookies.values()) {
      expect(dump).not.toContain(secret);
      expect(dump).not.toContain(Buffer.from(secret.replace('ses_', ''), 'base64url').toString('latin1'));
    }
  });
});

describe('the session check', () => {
  test('says how long the session lasts, and extends nothing', async () => {
    const { here } = await signedIn();
    server.clock.advance(100);
    const { body } = await here.session();
    expect(body['remaining']).toEqual({ idleSeconds: expect.any(Number), absoluteSeconds: expect.any(Number) });
    const { idleSeconds, absoluteSeconds } = body['remaining'] as { idleSeconds: number; absoluteSeconds: number };
    expect(idleSeconds).toBeGreaterThan(1090);
    expect(idleSeconds).toBeLessThanOrEqual(1100);
    expect(absoluteSeconds).toBeGreaterThan(24 * 3600 - 110);
  });

  test.each([
    ['nothing', ''],
    ['a token of another kind', `mfp_${'a'.repeat(43)}`],
    ['a token that was never issued', `ses_${'a'.repeat(43)}`],
    ['a token that is too long', `ses_${'a'.repeat(44)}`],
    ['another text', 'ses_\u00e9'],
  ])('rejects %s', async (_what, token) => {
    expect(await findSession(server.context, token)).toBeNull();
  });

  test('accepts a cookie if a cookie was issued, and a bearer token if one was', { tags: '@7.25' }, async () => {
    const { person, here } = await signedIn();
    const caller = new TestBrowser(server, 'token');
    expect((await caller.session(here.cookies.get('__Host-sid'))).status).toBe(401);
    const { body } = await caller.login(person.username, testPassword);
    const stolen = new TestBrowser(server);
    stolen.cookies.set('__Host-sid', String(body['access_token']));
    expect((await stolen.session()).status).toBe(401);
    expect((await here.session(String(body['access_token']))).body['Code']).toBe('TWO_CREDENTIALS');
  });
});

describe('the idle limit', () => {
  test('ends the session on the server, whatever calls were made meanwhile', async () => {
    const { person, here } = await signedIn();
    for (const seconds of [600, 595]) {
      server.clock.advance(seconds);
      expect((await here.session()).status).toBe(200);
    }
    server.clock.advance(10);
    expect(await here.session()).toMatchObject({ status: 401, body: { Code: 'UNAUTHENTICATED' } });
    expect(await endReason(person)).toEqual(['idle']);
    expect(await eventsOf(server, person.id)).toContain('session_expired');
    expect((await report(here, 0)).status).toBe(401);
  });

  test('moves with reported activity: never backwards, never into the future', async () => {
    const { here } = await signedIn();
    server.clock.advance(1000);
    expect((await report(here, 400)).body['idleSeconds']).toBeLessThanOrEqual(800);
    expect((await report(here, 900)).body['idleSeconds']).toBeGreaterThan(780);
    expect((await report(here, 0)).body['idleSeconds']).toBeLessThanOrEqual(1200);
    server.clock.advance(1190);
    expect((await here.session()).status).toBe(200);
    server.clock.advance(11);
    expect((await here.session()).status).toBe(401);
  });

  test('applies in a process that has just seen the session', async () => {
    const { here } = await signedIn();
    server.clock.advance(1199.5);
    expect((await here.session()).status).toBe(200);
    server.clock.advance(0.6);
    expect((await here.session()).status).toBe(401);
  });
});

describe('the absolute limit', () => {
  test.each([
    ['ADMIN', 12],
    ['CARDHOLDER', 24],
  ] as const)('of %s is %i hours, whatever the activity', async (role, hours) => {
    const { person, here } = await signedIn({ accounts: [{ role }] });
    for (let minutes = 15; minutes < hours * 60; minutes += 15) {
      server.clock.advance(900);
      expect((await report(here, 0)).status).toBe(200);
    }
    server.clock.advance(890);
    expect((await here.session()).status).toBe(200);
    server.clock.advance(15);
    expect((await here.session()).status).toBe(401);
    expect(await endReason(person)).toEqual(['absolute']);
  });
});

describe('logging out', () => {
  test.each(['user', 'idle', 'suspicious'])('ends the session everywhere and clears the cookie: %s', async (reason) => {
    const { person, here } = await signedIn();
    const tab = new TestBrowser(server);
    const elsewhere = inTwin(here);
    tab.cookies.set('__Host-sid', here.cookies.get('__Host-sid')!);
    expect((await elsewhere.session()).status).toBe(200);
    expect(await logout(here, reason)).toMatchObject({ status: 204, body: {} });
    expect(here.cookies.has('__Host-sid')).toBe(false);
    expect((await tab.session()).status).toBe(401);
    expect(await endReason(person)).toEqual([reason]);
    // Another process may have cached the session for a quarter of a second.
    server.clock.advance(0.4);
    expect((await elsewhere.session()).status).toBe(401);
  });

  test('of 16 tabs at once happens once', async () => {
    const { person, here } = await signedIn();
    const tabs = Array.from({ length: 16 }, () => {
      const tab = new TestBrowser(server);
      tab.cookies.set('__Host-sid', here.cookies.get('__Host-sid')!);
      return tab;
    });
    const answers = await Promise.all(tabs.map((tab) => logout(tab)));
    expect(answers.every(({ status }) => status === 204 || status === 401)).toBe(true);
    expect((await eventsOf(server, person.id)).filter((type) => type === 'session_ended')).toHaveLength(1);
  });
});

describe('a person', () => {
  test('has ten sessions at most: the oldest ends', async () => {
    const person = await addPerson(server);
    const browsers = Array.from({ length: 12 }, () => new TestBrowser(server));
    for (const each of browsers) await each.login(person.username, testPassword);
    server.clock.advance(0.4);
    const statuses = await Promise.all(browsers.map(async (each) => (await each.session()).status));
    expect(statuses).toEqual([401, 401, ...Array.from({ length: 10 }, () => 200)]);
  });

  test('has ten at most when they all sign in at once', async () => {
    const person = await addPerson(server);
    const browsers = Array.from({ length: 16 }, () => new TestBrowser(server));
    // Known devices have buckets of their own, so that none of these needs a captcha.
    for (const each of browsers) await each.login(person.username, testPassword);
    const answers = await Promise.all(browsers.map((each) => each.login(person.username, testPassword)));
    expect(answers.map(({ status }) => status)).toEqual(browsers.map(() => 200));
    expect((await endReason(person)).filter((reason) => reason === null)).toHaveLength(10);
  });

  test('has one session per browser', async () => {
    const { person, here } = await signedIn();
    const before = here.cookies.get('__Host-sid');
    await here.login(person.username, testPassword);
    expect(here.cookies.get('__Host-sid')).not.toBe(before);
    const old = new TestBrowser(server);
    old.cookies.set('__Host-sid', before!);
    expect((await old.session()).status).toBe(401);
    expect((await endReason(person)).toSorted()).toEqual([null, 'replaced']);
  });

  test('with a suspicious login may only read who they are and log out', async () => {
    const person = await addPerson(server);
    await raiseRiskFlag(server, person.id);
    const here = new TestBrowser(server);
    await here.login(person.username, testPassword);
    expect(await here.session()).toMatchObject({
      status: 200,
      body: { isSuspect: true, suspectSecondsLeft: expect.closeTo(60, -1) },
    });
    expect((await here.ask('GET', '/api/linked-accounts')).body['Code']).toBe('RESTRICTED');
    // Clearing the suspicion frees sessions that begin after it.
    await server.context.db
      .updateTable('risk_flag')
      .set({ cleared_at: server.clock.now() })
      .where('person_id', '=', person.id)
      .execute();
    server.clock.advance(1);
    expect(await here.session()).toMatchObject({ body: { isSuspect: true } });
    expect((await logout(here, 'suspicious')).status).toBe(204);
    await here.login(person.username, testPassword);
    expect(await here.session()).toMatchObject({ body: { isSuspect: false, suspectSecondsLeft: null } });
  });

  test.each(['before they log in', 'a while after'])(
    'with a suspicious login is logged out a minute after the suspicion began, %s, whatever the browser does',
    { tags: '@4.58' },
    async (when) => {
      const person = await addPerson(server);
      const here = new TestBrowser(server);
      if (when === 'before they log in') await raiseRiskFlag(server, person.id);
      await here.login(person.username, testPassword);
      server.clock.advance(when === 'a while after' ? 100 : 0);
      if (when === 'a while after') await raiseRiskFlag(server, person.id);
      server.clock.advance(40);
      const active = await here.ask('POST', '/api/session/activity', { body: { idleSeconds: 0 } });
      expect(active.status).toBe(200);
      // The server's clock goes on while it works.
      expect(await here.session()).toMatchObject({ body: { suspectSecondsLeft: expect.closeTo(20, -1) } });
      server.clock.advance(21);
      expect(await here.session()).toMatchObject({ status: 200, body: { suspectSecondsLeft: 0 } });
      server.clock.advance(4);
      expect((await here.session()).status).toBe(401);
      expect(await endReason(person)).toEqual(['suspicious']);
    },
  );

  test('who becomes suspicious is restricted at once', { tags: '@7.43' }, async () => {
    const { person, here } = await signedIn();
    expect((await here.ask('GET', '/api/linked-accounts')).status).toBe(200);
    await raiseRiskFlag(server, person.id);
    server.clock.advance(1);
    expect(await here.session()).toMatchObject({ body: { isSuspect: true } });
    expect((await here.ask('GET', '/api/linked-accounts')).body['Code']).toBe('RESTRICTED');
  });
});

test('another person who signs in on the same browser ends the existing session', async () => {
  const { here } = await signedIn();
  const before = inTwin(here);
  const other = await addPerson(server, {});
  expect((await here.login(other.username, testPassword)).status).toBe(200);
  expect((await here.ask('GET', '/api/session')).status).toBe(200);
  expect((await before.ask('GET', '/api/session')).status).toBe(401);
});
