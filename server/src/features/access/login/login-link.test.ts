import { DAY, HOUR, loginLink } from '@florin/contract/limits';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passwordBucketKey } from '../../../core/throttle/throttle.ts';
import { hashToken, newToken } from '../../../core/tokens.ts';
import { lastCode, outbox, otherThan, sentMessages, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword } from '../../../testing/person.ts';
import { askForLoginLink, loginLinkTo, openLink, askForLink, openLoginLink } from '../../../testing/access/recovery.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  server.context.captcha = { ...server.context.captcha, verify: () => Promise.resolve(true) };
});
afterAll(() => server.close());
const browser = (delivery: 'cookie' | 'token' = 'cookie') => new TestBrowser(server, delivery);

/** A person with a mailbox, whose name strangers have locked. */
async function locked(mfaEnabled = false) {
  const address = `own.${randomInt(1e12)}@people.example`;
  const person = await addPerson(server, { mfaEnabled, contacts: [{ kind: 'Email', address }] });
  await lock(person.username);
  return { ...person, address };
}

async function lock(username: string): Promise<void> {
  const { db, keys, clock } = server.context;
  const key = passwordBucketKey(keys, { username });
  await db
    .insertInto('throttle')
    .values({ key, failures: 100, window_started_at: clock.now(), closed_until: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ failures: 100 }))
    .execute();
}

const codeOf = async (answer: Promise<{ status: number; body: Record<string, unknown> }>) => {
  const { status, body } = await answer;
  return body['Code'] ?? status;
};
const mailsTo = async (address: string) => {
  await sentMessages(server);
  return (await outbox(server)).filter(({ recipient }) => recipient === address).length;
};

describe('a sign-in link', () => {
  test('lets its browser try the password of a locked name, and no other browser', { tags: '@beyond.60' }, async () => {
    const { id, username, address } = await locked();
    const [here, other] = [browser(), browser()];
    expect(await codeOf(here.login(username, testPassword, 'token'))).toBe('LOCKED');
    expect(await askForLoginLink(here, username)).toMatchObject({ status: 200, body: {} });
    const opened = await openLoginLink(here, await loginLinkTo(server, address));
    expect(opened).toMatchObject({ status: 200, body: { device_credential: null } });
    expect(await codeOf(other.login(username, testPassword, 'token'))).toBe('LOCKED');
    expect(await codeOf(here.login(username, testPassword))).toBe(200);
    expect(await eventsOf(server, id)).toContain('authn_login_link_opened');
    // Afterwards it is a known device.
    server.clock.advance(DAY);
    expect(await codeOf(here.login(username, testPassword))).toBe(200);
  });

  test('opens a known browser whose own quota a copy of its cookie has used up, and not the copy', async () => {
    const { username, address } = await locked();
    const [here, copy] = [browser(), browser()];
    await askForLoginLink(here, username);
    await openLoginLink(here, await loginLinkTo(server, address));
    await here.login(username, testPassword);
    here.cookies.delete('__Host-sid');
    server.clock.advance(DAY);
    copy.cookies.set('__Host-did', here.cookies.get('__Host-did')!);
    const closed = () => [
      codeOf(copy.login(username, 'wrong', 'token')),
      codeOf(here.login(username, 'wrong', 'token')),
    ];
    for (let guess = 0; guess < 10; guess += 1) await copy.login(username, 'wrong', 'token');
    expect(await Promise.all(closed())).toEqual(['LOCKED', 'LOCKED']);
    await askForLoginLink(here, username);
    await openLoginLink(here, await loginLinkTo(server, address));
    expect(await codeOf(copy.login(username, testPassword, 'token'))).toBe('LOCKED');
    expect(await codeOf(here.login(username, testPassword))).toBe(200);
    // Its own quota is empty again, and no captcha is asked for, when the hour is over.
    server.clock.advance(HOUR);
    here.cookies.delete('__Host-sid');
    expect(await codeOf(here.login(username, 'wrong'))).toBe('INVALID_CREDENTIALS');
    expect(await codeOf(here.login(username, testPassword))).toBe(200);
  });

  test('replaces neither the password nor the second factor', async () => {
    const { username, address } = await locked(true);
    const here = browser();
    await askForLoginLink(here, username);
    await openLoginLink(here, await loginLinkTo(server, address));
    expect(await codeOf(here.session())).toBe('UNAUTHENTICATED');
    expect(await codeOf(here.login(username, 'wrong'))).toBe('INVALID_CREDENTIALS');
    expect((await here.signIn(username, testPassword)).status).toBe(200);
  });

  test('gives one quota of guesses to all browsers that open links of the mailbox', async () => {
    const { username, address } = await locked();
    const readers = [browser(), browser(), browser()];
    await askForLoginLink(readers[0]!, username);
    const link = await loginLinkTo(server, address);
    for (const reader of readers) await openLoginLink(reader, link);
    const codes: unknown[] = [];
    for (let guess = 0; guess < 11; guess += 1)
      codes.push(await codeOf(readers[guess % 3]!.login(username, 'wrong', 'token')));
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'INVALID_CREDENTIALS'));
    expect(codes[10]).toBe('LOCKED');
  });

  test('works for two hours, for an hour each time, and only while its address is the person’s', async () => {
    const { id, username, address } = await locked();
    const here = browser();
    await askForLoginLink(here, username);
    const link = await loginLinkTo(server, address);
    await openLoginLink(here, link);
    server.clock.advance(HOUR);
    expect(await codeOf(here.login(username, testPassword, 'token'))).toBe('LOCKED');
    expect((await openLoginLink(here, link)).status).toBe(200);
    expect(await codeOf(here.login(username, testPassword))).toBe(200);
    const { db } = server.context;
    await db.updateTable('contact').set({ verified_at: null }).where('person_id', '=', id).execute();
    expect(await codeOf(openLoginLink(browser(), link))).toBe('LOGIN_LINK_INVALID');
    await db.updateTable('contact').set({ verified_at: server.clock.now() }).where('person_id', '=', id).execute();
    expect((await openLoginLink(browser(), link)).status).toBe(200);
    server.clock.advance(loginLink.lifetimeSeconds - HOUR);
    for (const worthless of [link, newToken('sgl'), newToken('rsl'), 'x'])
      expect(await codeOf(openLoginLink(browser(), worthless))).toBe('LOGIN_LINK_INVALID');
  });

  test('confirms a browser no longer that was signed out', async () => {
    const { username, address } = await locked();
    const [here, there] = [browser(), browser()];
    await askForLoginLink(here, username);
    const link = await loginLinkTo(server, address);
    for (const each of [there, here]) {
      await openLoginLink(each, link);
      await each.login(username, testPassword);
    }
    const { body } = await here.ask('GET', '/security/recent-device-logins?includeCurrentDevice=false');
    const [login] = body['items'] as { id: string }[];
    expect((await here.ask('POST', `/security/recent-logins/${login!.id}/sign-out`, { body: {} })).status).toBe(204);
    expect(await codeOf(there.login(username, testPassword, 'token'))).toBe('LOCKED');
    expect(await codeOf(here.login(username, testPassword))).toBe(200);
  });

  test('confirms no other browser after these were signed out', async () => {
    const { id, username, address } = await locked();
    const here = browser();
    await askForLoginLink(here, username);
    await openLoginLink(here, await loginLinkTo(server, address));
    const { db } = server.context;
    const confirmed = () => db.selectFrom('confirmed_device').selectAll().where('person_id', '=', id).execute();
    expect(await confirmed()).toHaveLength(1);
    await here.login(username, testPassword);
    const elsewhere = browser();
    await openLoginLink(elsewhere, await loginLinkTo(server, address));
    expect(await confirmed()).toHaveLength(2);
    expect((await here.ask('POST', '/security/sign-out-others', { body: {} })).status).toBe(200);
    expect(await confirmed()).toHaveLength(1);
    expect(await codeOf(elsewhere.login(username, testPassword, 'token'))).toBe('LOCKED');
  });
});

describe('the mails with sign-in links', () => {
  test('are at most one an hour however many strangers ask, and the newest one works', async () => {
    const { username, address } = await locked();
    for (let hour = 1; hour <= 3; hour += 1) {
      for (let stranger = 0; stranger < 5; stranger += 1) {
        await askForLoginLink(browser(), username);
        server.clock.advance(300);
      }
      expect(await mailsTo(address)).toBe(hour);
      const here = browser();
      expect((await openLoginLink(here, await loginLinkTo(server, address))).status).toBe(200);
      expect(await codeOf(here.login(username, testPassword))).toBe(200);
      server.clock.advance(HOUR - 5 * 300);
    }
  });

  test('requested on a known device have a quota of their own', async () => {
    const { username, address } = await locked();
    const own = browser();
    await askForLoginLink(own, username);
    await openLoginLink(own, await loginLinkTo(server, address));
    await own.login(username, testPassword);
    own.cookies.delete('__Host-sid');
    await askForLoginLink(own, username);
    expect(await mailsTo(address)).toBe(2);
  });

  test('do not tell a known name from an unknown one, and need a captcha', async () => {
    const { username } = await locked();
    const shown = ({ status, body }: Awaited<ReturnType<typeof askForLoginLink>>) => [status, body];
    expect(shown(await askForLoginLink(browser(), username))).toEqual(
      shown(await askForLoginLink(browser(), `${username}.nobody`)),
    );
    const answer = await browser().ask('POST', '/api/login-link', { body: { username } });
    expect(answer).toMatchObject({ status: 402, body: { Code: 'RECAPTCHA_LOCK' } });
  });
});

describe('a stranger with the password', () => {
  test('locks neither the codes of a confirmed browser nor those of a reset', async () => {
    const phone = `+1212${String(randomInt(10_000_000)).padStart(7, '0')}`;
    const address = `own.${randomInt(1e12)}@people.example`;
    const { username } = await addPerson(server, {
      mfaEnabled: true,
      contacts: [
        { kind: 'Email', address },
        { kind: 'PhoneNumber', address: phone },
      ],
    });
    const thief = browser();
    for (let send = 0; send < 10; send += 1) {
      const pending = await thief.begin(username, testPassword);
      await thief.sendCode(username, pending);
      await thief.authenticate(username, otherThan(await lastCode(server)), pending);
      await thief.authenticate(username, otherThan(await lastCode(server)), pending);
      server.clock.advance(600);
    }
    const here = browser();
    const pending = await here.begin(username, testPassword);
    expect(await codeOf(here.sendCode(username, pending))).toBe('LOCKED');
    await askForLoginLink(here, username);
    await openLoginLink(here, await loginLinkTo(server, address));
    expect((await here.signIn(username, testPassword)).status).toBe(200);
    const reset = await openLink(browser(), await askForLink(server, browser(), username));
    expect((await reset.send('PhoneNumber')).status).toBe(200);
    expect((await reset.verify('PhoneNumber', await lastCode(server))).status).toBe(200);
  });
});

describe('a client of the API', () => {
  test(
    'gets a device credential at its sign-in, with which it gets in while the name is locked',
    { tags: '@beyond.62' },
    async () => {
      const address = `own.${randomInt(1e12)}@people.example`;
      const { username } = await addPerson(server, { contacts: [{ kind: 'Email', address }] });
      const client = browser('token');
      const { body } = await client.login(username, testPassword);
      const credential = String(body['device_credential']);
      expect(credential).toMatch(/^[\w-]{43}$/);
      const stored = await server.context.db.selectFrom('device').select('secret_hash').execute();
      expect(stored.map(({ secret_hash }) => secret_hash)).toContainEqual(hashToken(credential));
      await lock(username);
      expect(await codeOf(browser('token').login(username, testPassword, 'token'))).toBe('LOCKED');
      client.credential = credential;
      const again = await client.login(username, testPassword);
      expect(again).toMatchObject({ status: 200, body: { device_credential: credential } });
      // A browser does not send it, and its header counts for nothing.
      const headers = { 'x-device-credential': credential };
      const asBrowser = await browser().ask('POST', '/api/login', {
        body: { username, password: testPassword },
        headers,
      });
      expect(asBrowser.body['Code']).toBe('LOCKED');
    },
  );

  test('new to a locked name, opens the link by a call', async () => {
    const { username, address } = await locked(true);
    const client = browser('token');
    await askForLoginLink(client, username);
    const opened = await openLoginLink(client, await loginLinkTo(server, address));
    client.credential = String(opened.body['device_credential']);
    const { body } = await client.signIn(username, testPassword);
    // The second factor is remembered, as in a browser, with the new credential of its proof.
    client.credential = String(body['device_credential']);
    server.clock.advance(DAY);
    expect((await client.login(username, testPassword)).status).toBe(200);
  });

  test('is signed out in the login activity for good', async () => {
    const { username } = await addPerson(server, {});
    const [client, here] = [browser('token'), browser()];
    const { body } = await client.login(username, testPassword);
    client.credential = String(body['device_credential']);
    await client.login(username, testPassword);
    await here.login(username, testPassword);
    const devices = await here.ask('GET', '/security/recent-device-logins?includeCurrentDevice=false');
    const [login] = devices.body['items'] as { id: string; isSignedIn: boolean }[];
    expect(devices.body['items']).toHaveLength(1);
    expect(login).toMatchObject({ isSignedIn: true });
    expect((await here.ask('POST', `/security/recent-logins/${login!.id}/sign-out`, { body: {} })).status).toBe(204);
    expect((await client.session(String(body['access_token']))).status).toBe(401);
    await lock(username);
    expect(await codeOf(client.login(username, testPassword, 'token'))).toBe('LOCKED');
  });
});
