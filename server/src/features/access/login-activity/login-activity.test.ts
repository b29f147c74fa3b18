import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, raiseRiskFlag, testPassword } from '../../../testing/person.ts';
import { alertOf, devices, login, signedIn, type ListedPage } from '../../../testing/access/logins.ts';

let server: TestServer;
beforeAll(async () => {
  const boise = { city: 'Boise', region: 'Idaho', country: 'United States' };
  server = await startTestServer({ geoIp: { locate: (ip) => (ip.startsWith('10.') ? boise : null) } });
});
afterAll(() => server.close());

const current = (browser: TestBrowser, bearer?: string) =>
  browser.ask('GET', '/security/current-device-login', bearer === undefined ? {} : { bearer });

describe('the login of the current device', () => {
  test(
    'returns the browser, the place, the time, and the first login',
    { tags: ['@3.30', '@3.32', '@7.21'] },
    async () => {
      const { here, person } = await signedIn(server);
      const first = await current(here);
      expect(first).toMatchObject({
        status: 200,
        body: {
          agent: { agentFamily: 'Firefox', osFamily: 'Linux' },
          locationCity: 'Boise',
          locationRegion: 'Idaho',
          locationCountry: 'United States',
          ipAddress: here.address,
          isSignedIn: true,
          isReported: false,
          firstLogin: { timestamp: first.body['timestamp'] },
        },
      });
      server.clock.advance(60);
      await here.login(person.username, testPassword);
      const second = await current(here);
      expect(
        Date.parse(String(second.body['timestamp'])) - Date.parse(String(first.body['timestamp'])),
      ).toBeGreaterThanOrEqual(60_000);
      expect(second.body['firstLogin']).toEqual(first.body['firstLogin']);
    },
  );

  test('without a known location: null', async () => {
    const person = await addPerson(server);
    const here = new TestBrowser(server);
    Object.assign(here, { address: '192.0.2.77' });
    await here.login(person.username, testPassword);
    expect((await current(here)).body).toMatchObject({
      locationCity: null,
      locationRegion: null,
      locationCountry: null,
    });
  });

  test('for a browser without a user agent', async () => {
    const person = await addPerson(server);
    const here = new TestBrowser(server);
    here.userAgent = '';
    await here.login(person.username, testPassword);
    expect((await current(here)).body).toMatchObject({ agent: { agentFamily: null, osFamily: null } });
  });

  test.each(['cookie', 'token'] as const)('stays the same after an account switch, with %s', async (delivery) => {
    const person = await addPerson(server, { accounts: [{}, {}] });
    await login(server, person);
    const here = new TestBrowser(server, delivery);
    server.clock.advance(1);
    const { body } = await here.login(person.username, testPassword);
    const bearer = (token: unknown) => (delivery === 'token' ? { bearer: String(token) } : {});
    const before = await here.ask('GET', '/security/current-device-login', bearer(body['access_token']));
    server.clock.advance(5);
    const switched = await here.ask('POST', '/api/switch-user', {
      body: { userId: person.membershipIds[1] },
      ...bearer(body['access_token']),
    });
    const after = await here.ask('GET', '/security/current-device-login', bearer(switched.body['access_token']));
    expect(after.body).toEqual(before.body);
    expect(after.body).toMatchObject({ isSignedIn: true });
  });
});

describe('recent devices', () => {
  test('one entry each with its last login, newest first, the current one on request', { tags: '@7.22' }, async () => {
    const { here, person, browsers } = await signedIn(server, {}, 2);
    server.clock.advance(1);
    await browsers[1]!.login(person.username, testPassword);
    const others = await devices(here);
    expect(others.pageInfo).toEqual({ totalItems: 2 });
    const idOf = async (browser: TestBrowser) => (await current(browser)).body['id'];
    expect(others.items.map(({ id }) => id)).toEqual([await idOf(browsers[1]!), await idOf(browsers[2]!)]);
    expect((await devices(here, '')).items).toHaveLength(3);
    expect((await devices(here, 'includeCurrentDevice=true')).pageInfo).toEqual({ totalItems: 3 });
  });

  test('by page, with the total', { tags: ['@3.33', '@7.22'] }, async () => {
    const { here } = await signedIn(server, {}, 6);
    const pages = await Promise.all(
      [1, 2, 3].map((n) => devices(here, `includeCurrentDevice=false&pageSize=4&pageNumber=${n}`)),
    );
    expect(pages.map(({ items }) => items.length)).toEqual([4, 2, 0]);
    expect(pages.map(({ pageInfo }) => pageInfo.totalItems)).toEqual([6, 6, 6]);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(6);
  });

  test('every login for tokens without a credential is listed on its own, the current one separately', async () => {
    const person = await addPerson(server);
    const here = await login(server, person);
    await login(server, person, 'token');
    await login(server, person, 'token');
    const ids = (await devices(here)).items.map(({ deviceId }) => deviceId);
    expect(new Set(ids).size).toBe(2);
    const caller = new TestBrowser(server, 'token');
    server.clock.advance(1);
    const bearer = String((await caller.login(person.username, testPassword)).body['access_token']);
    const seen = await caller.ask('GET', '/security/recent-device-logins?includeCurrentDevice=false', { bearer });
    expect(seen.body).toMatchObject({ pageInfo: { totalItems: 3 } });
  });

  test('says which devices are still signed in', async () => {
    const { here, browsers } = await signedIn(server, {}, 2);
    await browsers[1]!.ask('POST', '/api/logout', { body: { reason: 'user' } });
    expect((await devices(here)).items.map(({ isSignedIn }) => isSignedIn)).toEqual([true, false]);
    server.clock.advance(19 * 60 + 30);
    // Calls of this session keep only this session alive.
    await here.ask('POST', '/api/session/activity', { body: { idleSeconds: 0 } });
    server.clock.advance(60);
    expect((await devices(here)).items.map(({ isSignedIn }) => isSignedIn)).toEqual([false, false]);
  });

  test('says whether any other device is, on every page', async () => {
    const { here, browsers } = await signedIn(server, {}, 2);
    const leave = (browser: TestBrowser) => browser.ask('POST', '/api/logout', { body: { reason: 'user' } });
    const othersSignedIn = async (query: string) => (await devices(here, query)).othersSignedIn;
    const firstPage = 'includeCurrentDevice=false&pageSize=1';
    await leave(browsers[2]!);
    expect((await devices(here, firstPage)).items).toMatchObject([{ isSignedIn: false }]);
    expect([await othersSignedIn(firstPage), await othersSignedIn('')]).toEqual([true, true]);
    await leave(browsers[1]!);
    expect([await othersSignedIn(firstPage), await othersSignedIn('')]).toEqual([false, false]);
  });

  test('a caller with tokens is a different device to all other callers, but not to itself', async () => {
    const person = await addPerson(server, { accounts: [{}, {}] });
    const caller = new TestBrowser(server, 'token');
    const { body } = await caller.login(person.username, testPassword);
    const switched = await caller.ask('POST', '/api/switch-user', {
      body: { userId: person.membershipIds[1] },
      bearer: String(body['access_token']),
    });
    const bearer = String(switched.body['access_token']);
    const list = () => caller.ask('GET', '/security/recent-device-logins', { bearer });
    expect((await list()).body['othersSignedIn']).toBe(false);
    const here = await login(server, person);
    expect((await devices(here)).othersSignedIn).toBe(true);
    expect((await list()).body['othersSignedIn']).toBe(true);
  });

  test('people who share a browser do not see each other', async () => {
    const { here, person } = await signedIn(server);
    const other = await addPerson(server);
    await here.login(other.username, testPassword);
    expect((await devices(here, '')).items).toHaveLength(1);
    await here.login(person.username, testPassword);
    expect((await devices(here, '')).items).toHaveLength(1);
  });
});

test('recent logins: all, or those of one device, of the person alone', { tags: '@7.23' }, async () => {
  const { here, person, browsers } = await signedIn(server, {}, 1);
  server.clock.advance(1);
  await browsers[1]!.login(person.username, testPassword);
  const list = async (query: string, browser = here) =>
    (await browser.ask('GET', `/security/recent-logins?${query}`)).body as unknown as ListedPage;
  expect((await list('')).pageInfo).toEqual({ totalItems: 3 });
  const { deviceId } = (await devices(here)).items[0]!;
  expect((await list(`deviceId=${deviceId}`)).pageInfo).toEqual({ totalItems: 2 });
  const { here: stranger } = await signedIn(server);
  expect((await list(`deviceId=${deviceId}`, stranger)).items).toEqual([]);
});

describe('the alert', () => {
  test('counts other devices since the last visit, each once', { tags: ['@3.31', '@7.36'] }, async () => {
    const { here, person, browsers } = await signedIn(server, {}, 2);
    const { items } = (await here.ask('GET', '/security/recent-logins')).body as unknown as ListedPage;
    const since = items.at(-1)!.timestamp;
    expect(await alertOf(here)).toEqual({ newLoginsCount: 2, shouldAlert: true, lastSeen: null, since });
    server.clock.advance(1);
    const { lastSeen } = (await here.ask('POST', '/security/login-activity-seen', { body: {} })).body;
    expect(await alertOf(here)).toEqual({ newLoginsCount: 0, shouldAlert: false, lastSeen, since: lastSeen });
    for (const browser of [browsers[1]!, browsers[1]!, here]) {
      server.clock.advance(1);
      await browser.login(person.username, testPassword);
    }
    expect(await alertOf(here)).toEqual({ newLoginsCount: 1, shouldAlert: true, lastSeen, since: lastSeen });
  });

  test('covers the twelve most recent', { tags: ['@4.72', '@9.16'] }, async () => {
    const { browsers } = await signedIn(server, {}, 14);
    const here = browsers.at(-1)!;
    expect(await alertOf(here)).toMatchObject({ newLoginsCount: 12 });
  });

  test('a login after the page was read stays new', { tags: '@9.42' }, async () => {
    const { here, person } = await signedIn(server, {}, 1);
    const { asOf } = await devices(here);
    await login(server, person);
    server.clock.advance(1);
    await here.ask('POST', '/security/login-activity-seen', { body: { upTo: asOf } });
    expect(await alertOf(here)).toMatchObject({ newLoginsCount: 1, lastSeen: asOf });
    // A mark never moves back, and never ahead of the clock.
    const answer = await here.ask('POST', '/security/login-activity-seen', {
      body: { upTo: '2001-01-01T00:00:00.000Z' },
    });
    expect(answer.body).toEqual({ lastSeen: asOf });
    await here.ask('POST', '/security/login-activity-seen', { body: { upTo: '2099-01-01T00:00:00.000Z' } });
    await login(server, person);
    expect(await alertOf(here)).toMatchObject({ newLoginsCount: 1 });
  });
});

describe('an invalid request is refused, naming the field', () => {
  const values = [
    '',
    '0',
    '-1',
    '1.5',
    '1e3',
    '000001',
    '99999999',
    'x',
    '%00',
    '%ED%A0%80',
    "' or 1=1",
    'a'.repeat(5000),
  ];
  const questions = [
    ...values.map((value) => ['recent-device-logins', 'pageNumber', value] as const),
    ...[...values, '101'].map((value) => ['recent-device-logins', 'pageSize', value] as const),
    ...[...values, 'TRUE'].map((value) => ['recent-device-logins', 'includeCurrentDevice', value] as const),
    ...values.map((value) => ['recent-logins', 'deviceId', value] as const),
  ];
  test('in the address', async () => {
    const { here } = await signedIn(server);
    for (const [path, field, value] of questions) {
      const answer = await here.ask('GET', `/security/${path}?${field}=${value}`);
      expect([field, value, answer.status]).toEqual([field, value, 400]);
      const fields = answer.body['Fields'] as { Field: string }[];
      expect(new Set(fields.map(({ Field }) => Field))).toEqual(new Set([field]));
    }
    const twice = await here.ask('GET', '/security/recent-logins?pageSize=5&pageSize=6');
    expect(twice.body).toMatchObject({ Code: 'VALIDATION', Fields: [{ Field: 'pageSize' }] });
    for (const act of ['sign-out', 'report'])
      for (const id of ['x', '%00', '%7BloginId%7D', 'a'.repeat(200), '00000000-0000-0000-0000-00000000000G']) {
        const answer = await here.ask('POST', `/security/recent-logins/${id}/${act}`);
        expect(answer, id).toMatchObject({ status: 400, body: { Code: 'VALIDATION', Fields: [{ Field: 'loginId' }] } });
      }
    expect((await here.session()).status).toBe(200);
  });

  test.each(['today', '', 7, null, '2026-13-01T00:00:00.000Z', '2026-01-01', '9999-01-01T00:00:00.000Z'])(
    'seen up to %j',
    async (upTo) => {
      const { here } = await signedIn(server);
      expect(await here.ask('POST', '/security/login-activity-seen', { body: { upTo } })).toMatchObject({
        status: 400,
        body: { Code: 'VALIDATION', Fields: [{ Field: 'upTo' }] },
      });
    },
  );
});

test('a restricted session can neither read nor end anything', async () => {
  const { here, person } = await signedIn(server, {}, 1);
  const { id } = (await devices(here)).items[0]!;
  await raiseRiskFlag(server, person.id);
  server.clock.advance(1);
  const calls: ['GET' | 'POST', string][] = [
    ['GET', 'current-device-login'],
    ['GET', 'recent-device-logins'],
    ['GET', 'recent-logins'],
    ['GET', 'login-activity-alert'],
    ['POST', 'sign-out-others'],
    ['POST', `recent-logins/${id}/sign-out`],
    ['POST', `recent-logins/${id}/report`],
    ['GET', 'checklist'],
  ];
  for (const [method, path] of calls)
    expect([path, (await here.ask(method, `/security/${path}`)).body['Code']]).toEqual([path, 'RESTRICTED']);
});
