import { HOUR } from '@florin/contract/limits';
import { randomInt } from 'node:crypto';
import { PostgresQueryCompiler, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../app.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { outbox, sentMessages, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword } from '../../../testing/person.ts';
import { askForLink, forgetPassword, forgetUsername, solved } from '../../../testing/access/recovery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const browser = () => new TestBrowser(server);
const ownAddress = () => `own.${randomInt(1e12)}@people.example`;
const mailsTo = async (address: string) => {
  await sentMessages(server);
  return (await outbox(server)).filter(({ recipient }) => recipient === address);
};

const forms = [
  ['/api/forgot-password', 'forgot-password', { userName: 'several' }],
  ['/api/forgot-username', 'forgot-username', { emailId: 'kofi.mensah@northwind-trading.example' }],
] as const;

describe.each(forms)('the captcha of %s', (path, action, body) => {
  const send = (here: TestBrowser, recaptchaToken?: string | null) =>
    here.ask('POST', path, { body: { ...body, recaptchaToken } });
  const lock = (Difficulty: number) => ({ status: 402, body: { Code: 'RECAPTCHA_LOCK', Difficulty } });

  test('is always required, separately for each form', { tags: ['@3.29', '@5.36', '@7.34'] }, async () => {
    const here = browser();
    const other = action === 'forgot-password' ? 'forgot-username' : 'forgot-password';
    for (const token of [undefined, null, '', 'x', await solved(here, other), await solved(browser(), action)])
      expect(await send(here, token)).toMatchObject(lock(1));
    const token = await solved(here, action);
    expect(await send(here, token)).toMatchObject({ status: 200 });
    expect(await send(here, token)).toMatchObject(lock(1));
  });

  test('gets harder for an address that sends many', async () => {
    const here = browser();
    for (let sent = 0; sent < 10; sent += 1)
      expect(await send(here, await solved(here, action))).toMatchObject({ status: 200 });
    expect(await send(here, await solved(here, action))).toMatchObject(lock(2));
    expect(await send(here, await solved(here, action, 2))).toMatchObject({ status: 200 });
    expect(await send(browser())).toMatchObject(lock(1));
    server.clock.advance(601);
    expect(await send(here)).toMatchObject(lock(1));
  });
});

describe('strangers learn nothing', () => {
  const shownOf = ({ status, body, headers }: Awaited<ReturnType<typeof forgetPassword>>) => {
    const { date: _, 'x-correlation-id': __, ...rest } = headers;
    return { status, body, headers: rest };
  };

  test('from the answer to a username', async () => {
    const person = await addPerson(server);
    const known = await forgetPassword(browser(), person.username);
    for (const name of [`${person.username}x`, 'nobody', '\u200b', 'x'.repeat(80), 'ADMIN '])
      expect(shownOf(await forgetPassword(browser(), name)), name).toEqual(shownOf(known));
    expect(shownOf(known)).toMatchObject({ status: 200, body: {} });
  });

  test('from the answer to an address', async () => {
    const address = ownAddress();
    await addPerson(server, { contacts: [{ kind: 'Email', address }] });
    const known = await forgetUsername(browser(), address);
    expect(shownOf(await forgetUsername(browser(), ownAddress()))).toEqual(shownOf(known));
  });

  test('from the work: the same statements, and a job that may send mail', async () => {
    const person = await addPerson(server);
    const address = ownAddress();
    await addPerson(server, { contacts: [{ kind: 'Email', address }] });
    const statements: string[] = [];
    const recorder: KyselyPlugin = {
      transformQuery: ({ node, queryId }) => {
        statements.push(new PostgresQueryCompiler().compileQuery(node, queryId).sql);
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const context = { ...server.context, db: server.context.db.withPlugin(recorder) };
    const app = await createApp(context);
    const here = new TestBrowser({ ...server, context, app });
    const statementsOf = async (send: () => Promise<unknown>) => {
      statements.length = 0;
      await send();
      return [...statements];
    };
    await forgetPassword(here, 'the first one reads what all share');
    expect(await statementsOf(() => forgetPassword(here, person.username))).toEqual(
      await statementsOf(() => forgetPassword(here, 'nobody')),
    );
    const known = await statementsOf(() => forgetUsername(here, address));
    expect(known).toEqual(await statementsOf(() => forgetUsername(here, ownAddress())));
    expect(known.at(-1)).toContain('add_job');
    await app.close();
  });
});

describe('the username by mail', () => {
  test('goes to the confirmed address, whatever its case', async () => {
    const address = ownAddress();
    const person = await addPerson(server, { contacts: [{ kind: 'Email', address }] });
    expect(await forgetUsername(browser(), address.toUpperCase())).toMatchObject({ status: 200 });
    const mails = await mailsTo(address);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain(`Your username is ${person.username}.`);
    expect(mails[0]!.text).toContain('http://localhost/login');
    expect(await eventsOf(server, person.id)).toEqual(['authn_recovery_mail_sent']);
  });

  test('does not go to an address that was never confirmed', async () => {
    const address = ownAddress();
    await addPerson(server, { contacts: [{ kind: 'Email', address, verified: false }] });
    expect(await forgetUsername(browser(), address)).toMatchObject({ status: 200, body: {} });
    expect(await mailsTo(address)).toEqual([]);
  });

  test('several people with that address: code 8, and no mail', async () => {
    const answer = await forgetUsername(browser(), 'frontdesk@cascade.example');
    expect(answer).toMatchObject({ status: 409, body: { Code: '8' } });
    expect(await mailsTo('frontdesk@cascade.example')).toEqual([]);
  });

  test('a person who has not confirmed the address does not count as one of them', async () => {
    const address = ownAddress();
    const person = await addPerson(server, { contacts: [{ kind: 'Email', address }] });
    await addPerson(server, { contacts: [{ kind: 'Email', address, verified: false }] });
    expect(await forgetUsername(browser(), address)).toMatchObject({ status: 200 });
    expect((await mailsTo(address)).map(({ text }) => text.includes(person.username))).toEqual([true]);
  });
});

describe('the link by mail', () => {
  test.each(['4111111111111111', '4111 1111 1111 1111', '378282246310005'])(
    '%s is not accepted as a username',
    async (userName) => {
      const answer = await browser().ask('POST', '/api/forgot-password', { body: { userName } });
      expect(answer).toMatchObject({ status: 400, body: { Code: 'USERNAME_IS_CARD_NUMBER' } });
    },
  );

  test("starts with the origin of the program, whatever the request's host is", async () => {
    const here = browser();
    const headers = { 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const recaptchaToken = await solved(here, 'forgot-password');
    const body = { userName: 'fjord', recaptchaToken };
    expect(await here.ask('POST', '/api/forgot-password', { body, headers })).toMatchObject({ status: 200 });
    const [mail] = await mailsTo('astrid.halvorsen@fjord.example');
    const program = await server.context.db
      .selectFrom('program')
      .select('canonical_origin')
      .where('slug', '=', 'northwind')
      .executeTakeFirstOrThrow();
    const origin = program.canonical_origin ?? server.context.config.publicOrigin;
    expect(mail!.text).toContain(`${origin}/reset-password/rsl_`);
    expect(`${mail!.text}${mail!.html}`).not.toContain('evil.example');
  });

  test('is sent as often as codes are, and then no more, without notice', async () => {
    const address = ownAddress();
    const person = await addPerson(server, { contacts: [{ kind: 'Email', address }] });
    const here = browser();
    const sentAfter = async (seconds: number) => {
      server.clock.advance(seconds);
      const before = (await mailsTo(address)).length;
      expect(await forgetPassword(here, person.username)).toMatchObject({ status: 200, body: {} });
      return (await mailsTo(address)).length - before;
    };
    expect(await sentAfter(0)).toBe(1);
    // The clock goes on while a slow machine works: ten seconds are reserved for that.
    expect(await sentAfter(20)).toBe(0);
    expect(await sentAfter(10)).toBe(1);
    expect(await sentAfter(30)).toBe(1);
    expect(await sentAfter(30)).toBe(0);
    expect((await eventsOf(server, person.id)).filter((type) => type === 'authn_recovery_mail_refused')).toHaveLength(
      2,
    );
    // Usernames have a count of their own.
    expect(await forgetUsername(browser(), address)).toMatchObject({ status: 200 });
    expect(await mailsTo(address)).toHaveLength(4);
    for (let more = 3; more < 10; more += 1) expect(await sentAfter(600)).toBe(1);
    expect(await sentAfter(600)).toBe(0);
  });

  test('a stranger who uses up the quota does not affect those of a known device and of other addresses', async () => {
    const address = ownAddress();
    const person = await addPerson(server, { contacts: [{ kind: 'Email', address }] });
    const [own, stranger] = [browser(), browser()];
    expect(await own.login(person.username, testPassword)).toMatchObject({ status: 200 });
    for (let sent = 0; sent < 11; sent += 1) {
      await forgetPassword(stranger, person.username);
      await sentMessages(server);
      server.clock.advance(600);
    }
    expect(await mailsTo(address)).toHaveLength(10);
    expect(await askForLink(server, browser(), person.username)).toMatch(/^rsl_/);
    expect(await mailsTo(address)).toHaveLength(11);
    own.cookies.delete('__Host-sid');
    expect(await askForLink(server, own, person.username)).toMatch(/^rsl_/);
    expect(await mailsTo(address)).toHaveLength(12);
  });

  test('a copy of the cookie that uses up the quota of its device leaves it the link that strangers get each hour', async () => {
    const address = ownAddress();
    const person = await addPerson(server, { contacts: [{ kind: 'Email', address }] });
    const [own, copy] = [browser(), browser()];
    await own.login(person.username, testPassword);
    own.cookies.delete('__Host-sid');
    copy.cookies.set('__Host-did', own.cookies.get('__Host-did')!);
    for (let sent = 0; sent < 30; sent += 1) {
      await forgetPassword(copy, person.username);
      await sentMessages(server);
      server.clock.advance(600);
    }
    const before = (await mailsTo(address)).length;
    server.clock.advance(HOUR);
    expect(await askForLink(server, own, person.username)).toMatch(/^rsl_/);
    expect(await mailsTo(address)).toHaveLength(before + 1);
  });

  test('strangers from many addresses get nine in ten minutes and thirty a day, and do not affect the known device', async () => {
    const address = ownAddress();
    const person = await addPerson(server, { contacts: [{ kind: 'Email', address }] });
    const own = browser();
    expect(await own.login(person.username, testPassword)).toMatchObject({ status: 200 });
    const sentByStrangers = async (asked: number) => {
      const before = (await mailsTo(address)).length;
      for (let times = 0; times < asked; times += 1) await forgetPassword(browser(), person.username);
      return (await mailsTo(address)).length - before;
    };
    expect(await sentByStrangers(11)).toBe(9);
    for (const allowed of [9, 9, 3]) {
      server.clock.advance(600);
      expect(await sentByStrangers(9)).toBe(allowed);
    }
    own.cookies.delete('__Host-sid');
    await forgetPassword(own, person.username);
    expect(await mailsTo(address)).toHaveLength(31);
  });

  test('is not sent if signing in would redirect to the start site', async () => {
    const start = await startTestServer({ environment: { START_SITE_URL: 'https://start.example' } });
    await forgetPassword(new TestBrowser(start), 'moved');
    await sentMessages(start);
    expect(await outbox(start)).toEqual([]);
    await start.close();
  });
});
