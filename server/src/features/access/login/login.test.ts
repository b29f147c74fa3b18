import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../../demo/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword } from '../../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { START_SITE_URL: 'https://start.example' } });
});
afterAll(() => server.close());
const browser = (delivery: 'cookie' | 'token' = 'cookie') => new TestBrowser(server, delivery);

describe('a correct password', () => {
  test(
    'signs in if no second factor is needed: a session, a device, a login record, events',
    { tags: ['@3.1', '@3.43', '@7.31', '@7.43'] },
    async () => {
      const person = await addPerson(server);
      const here = browser();
      const answer = await here.login(person.username, testPassword);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        epoch: expect.any(String),
        hasUnverifiedPhone: false,
        device_credential: null,
        access_token: null,
        refresh_token: null,
        expiresInSeconds: null,
      });
      expect(here.cookies.get('__Host-sid')).toMatch(/^ses_[\w-]{43}$/);
      expect(here.cookies.get('__Host-did')).toMatch(/^[\w-]{43}$/);
      expect(await here.session()).toMatchObject({
        status: 200,
        body: { userId: person.membershipIds[0], role: 'CARDHOLDER', isSuspect: false, epoch: answer.body['epoch'] },
      });
      const record = await server.context.db
        .selectFrom('login_record')
        .selectAll()
        .where('person_id', '=', person.id)
        .executeTakeFirstOrThrow();
      expect(record).toMatchObject({ agent_family: 'Firefox', os_family: 'Linux', ip_address: here.address });
      expect(await eventsOf(server, person.id)).toEqual(['authn_login_success', 'session_created']);
    },
  );

  test('is the same in another spelling of the name', async () => {
    const { username } = await addPerson(server);
    expect(await browser().login(username.toUpperCase(), testPassword)).toMatchObject({ status: 200 });
  });

  test('gives callers with tokens a pair and no cookie', async () => {
    const { username } = await addPerson(server);
    const caller = browser('token');
    const { status, body } = await caller.login(username, testPassword);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      access_token: expect.stringMatching(/^ses_/),
      refresh_token: expect.stringMatching(/^rfr_/),
      expiresInSeconds: 900,
    });
    expect([...caller.cookies]).toEqual([]);
    expect(await caller.session(String(body['access_token']))).toMatchObject({ status: 200 });
  });

  test('keeps the device from one sign-in to the next', async () => {
    const { username } = await addPerson(server);
    const here = browser();
    await here.login(username, testPassword);
    const first = here.cookies.get('__Host-did');
    await here.login(username, testPassword);
    expect(here.cookies.get('__Host-did')).toBe(first);
  });

  test('reports an unconfirmed phone', async () => {
    const contacts = [{ kind: 'PhoneNumber', address: '+12125550100', verified: false }] as const;
    const { username } = await addPerson(server, { contacts });
    expect(await browser().login(username, testPassword)).toMatchObject({ body: { hasUnverifiedPhone: true } });
  });

  test.each([
    ['the first open account', [{ status: 'CLOSED' }, {}, {}], 1],
    ['an account of an open business before one of a suspended business', [{ business: 'SUSPENDED' }, {}], 1],
    [
      'an open account of a suspended business before a closed one',
      [{ business: 'CLOSED' }, { business: 'SUSPENDED' }],
      1,
    ],
    ['the first account where everything is closed', [{ status: 'CLOSED' }, { business: 'CLOSED' }], 0],
  ] as const)('starts with %s', async (_what, accounts, index) => {
    const person = await addPerson(server, { accounts });
    const here = browser();
    expect((await here.login(person.username, testPassword)).status).toBe(200);
    expect((await here.session()).body['userId']).toBe(person.membershipIds[index]);
  });

  test('without any account is answered like a wrong one', async () => {
    const person = await addPerson(server, { accounts: [] });
    const answer = await browser().login(person.username, testPassword);
    expect(answer).toMatchObject({ status: 401, body: { Code: 'INVALID_CREDENTIALS' } });
    expect(await eventsOf(server, person.id)).toEqual(['authn_login_no_account']);
  });

  test(
    'redirects to the start site while the business has not finished its application: 302, no session',
    { tags: '@7.24' },
    async () => {
      const accounts = [{ startSiteMessage: 'Finish your application' }];
      const person = await addPerson(server, { accounts });
      const here = browser();
      const answer = await here.login(person.username, testPassword);
      expect(answer).toMatchObject({
        status: 302,
        body: { StartSiteUrl: 'https://start.example', Message: 'Finish your application' },
      });
      expect(answer.headers['location']).toBeUndefined();
      expect([...here.cookies]).toEqual([]);
      expect(await eventsOf(server, person.id)).toEqual(['authn_login_redirected']);
    },
  );

  test('that is changed while it is being checked is refused', async () => {
    const person = await addPerson(server);
    const { passwords, db } = server.context;
    server.context.passwords = {
      ...passwords,
      verify: async () => {
        await db.updateTable('person').set({ password_hash: 'another' }).where('id', '=', person.id).execute();
        return true;
      },
    };
    const answer = await browser().login(person.username, testPassword);
    server.context.passwords = passwords;
    expect(answer).toMatchObject({ status: 401, body: { Code: 'INVALID_CREDENTIALS' } });
  });

  test('is refused while the site is out of service', async () => {
    const { db } = server.context;
    const { username } = await addPerson(server);
    await db.updateTable('site_status').set({ out_of_service: true }).execute();
    const answer = async () => (await browser().login(username, testPassword)).status;
    await expect.poll(answer).toBe(503);
    await db.updateTable('site_status').set({ out_of_service: false }).execute();
    await expect.poll(answer).toBe(200);
  });
});

describe('a wrong password', () => {
  test('and an unknown name get indistinguishable answers', async () => {
    const { username } = await addPerson(server);
    const [wrong, unknown] = [await browser().login(username, 'wrong'), await browser().login(`${username}x`, 'wrong')];
    expect(wrong).toMatchObject({ status: 401, body: { Code: 'INVALID_CREDENTIALS' } });
    expect(unknown.status).toBe(wrong.status);
    expect(unknown.body).toEqual(wrong.body);
    const comparable = ({ headers }: typeof wrong) => ({ ...headers, 'x-correlation-id': '', date: '' });
    expect(comparable(unknown)).toEqual(comparable(wrong));
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  test('gets the same refusals for both, attempt by attempt, up to the lock', async () => {
    const { username } = await addPerson(server);
    const seen = { known: [] as unknown[], unknown: [] as unknown[] };
    for (const [kind, name] of [
      ['known', username],
      ['unknown', `${username}x`],
    ] as const)
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const { status, body } = await browser().login(name, 'wrong');
        seen[kind].push({ status, body });
      }
    expect(seen.unknown).toEqual(seen.known);
    expect(seen.known.map((answer) => (answer as { status: number }).status)).toEqual([401, 401, 401, 402, 402]);
  });

  test('is recorded without the unknown name', async () => {
    const name = 'my-password-by-mistake';
    await browser().login(name, 'wrong');
    const rows = await server.context.db.selectFrom('audit_event').selectAll().where('person_id', 'is', null).execute();
    expect(rows.filter(({ type }) => type === 'authn_login_fail').length).toBeGreaterThan(0);
    expect(JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      name,
    );
  });
});

describe('demo people', () => {
  test.each([
    ['admin', 401, 'MFA'],
    ['locked', 423, 'LOCKED'],
    ['captcha', 402, 'RECAPTCHA_LOCK'],
    ['moved', 302, undefined],
    ['onefactor', 200, undefined],
  ])('%s: %i %s', async (username, status, code) => {
    const answer = await browser().login(username, demoPassword);
    expect(answer.status).toBe(status);
    expect(answer.body['Code']).toBe(code);
  });
});
