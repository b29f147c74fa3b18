import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { forgetPassword } from '../../../testing/access/recovery.ts';
import { otherThan, outbox, sentMessages, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';
import { addConfirmedEmail, addEmail } from '../../../testing/contacts.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const mine = 'owner@people.example';
const theirs = 'intruder@else.example';

/**
 * A person with a phone and perhaps an email address on file, and a session that has just proven the phone. Texts may
 * arrive in another order than they were sent, so the code is in the one text that has one.
 */
async function signedIn(onFile: readonly { kind: 'Email'; address: string; verified: boolean }[] = []) {
  const phone = `+1212555${String(randomInt(10_000)).padStart(4, '0')}`;
  const person = await addPerson(server, { contacts: [{ kind: 'PhoneNumber', address: phone }, ...onFile] });
  const browser = new TestBrowser(server);
  await browser.login(person.username, testPassword);
  await browser.ask('POST', '/api/step-up/send-code', { body: { entityType: 'PhoneNumber' } });
  await sentMessages(server);
  const texts = (await outbox(server)).filter(({ recipient }) => recipient === phone);
  const [code] = texts.flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? []);
  const body = { password: testPassword, method: 'PhoneNumber', code };
  expect(await browser.ask('POST', '/api/step-up', { body })).toMatchObject({ status: 200 });
  await server.context.db.updateTable('person').set({ mfa_enabled: true }).where('id', '=', person.id).execute();
  return { browser, person, phone };
}

/** The ways offered at a step-up, and at a sign-in in a new browser. */
async function offered(browser: TestBrowser, username: string) {
  const stepUp = await browser.ask('GET', '/api/step-up/methods');
  const login = await new TestBrowser(server).login(username, testPassword);
  return {
    stepUp: (stepUp.body['methods'] as { method: string }[]).map(({ method }) => method),
    login: (login.body['TwoFactorAuthEntities'] as { EntityType: string }[]).map(({ EntityType }) => EntityType),
    pending: String(login.body['TwoFactorAuthSessionId']),
  };
}

const noticesOf = async (words: string) => {
  await sentMessages(server);
  return (await outbox(server)).filter(({ text }) => text.includes(words)).map(({ recipient }) => recipient);
};

test(
  'an added email address is no second factor until it is confirmed, and every other address is notified at once',
  { tags: '@5.8' },
  async () => {
    const { browser, person, phone } = await signedIn();
    await addEmail(browser, theirs);
    const before = await offered(browser, person.username);
    expect(before).toMatchObject({ stepUp: ['PhoneNumber'], login: ['PhoneNumber'] });
    const stepUp = await browser.ask('POST', '/api/step-up/send-code', { body: { entityType: 'Email' } });
    expect(stepUp.body).toMatchObject({ Code: 'MFA_EMAIL_NOT_EXISTS' });
    const login = await new TestBrowser(server).sendCode(person.username, before.pending, 'Email');
    expect(login.body).toMatchObject({ Code: 'MFA_EMAIL_NOT_EXISTS' });
    expect(await noticesOf(`${theirs} was added`)).toEqual([phone]);
  },
);

test('an added email address gets no notices of changes or failed passwords, and no reset link', async () => {
  const { browser, person, phone } = await signedIn();
  await addEmail(browser, theirs);
  const made = await browser.ask('POST', '/api/factors/backup-codes');
  expect(made.status).toBe(200);
  expect(await noticesOf('new backup codes were made')).toEqual([phone]);
  const stranger = new TestBrowser(server);
  for (let times = 0; times < 10; times += 1) await stranger.login(person.username, 'not-the-password');
  expect(await forgetPassword(new TestBrowser(server), person.username)).toMatchObject({ status: 200 });
  await sentMessages(server);
  const got = (await outbox(server)).filter(({ recipient }) => recipient === theirs);
  expect(got.every(({ text }) => /\b\d{6}\b/.test(text))).toBe(true);
});

test('an added email address gets all of them once it is confirmed', async () => {
  const { browser, person, phone } = await signedIn();
  await addConfirmedEmail(server, browser, mine);
  expect(await offered(browser, person.username)).toMatchObject({
    stepUp: ['PhoneNumber', 'Email'],
    login: ['Email', 'PhoneNumber'],
  });
  expect((await noticesOf(`${mine} was confirmed`)).toSorted()).toEqual([phone, mine].toSorted());
});

test('an unconfirmed email address on file counts; one added later does not', async () => {
  const { browser, person } = await signedIn([{ kind: 'Email', address: 'on.file@people.example', verified: false }]);
  await addEmail(browser, theirs);
  expect(await offered(browser, person.username)).toMatchObject({
    stepUp: ['PhoneNumber', 'Email'],
    login: ['Email', 'PhoneNumber'],
  });
  server.clock.advance(31);
  const sent = await browser.ask('POST', '/api/step-up/send-code', { body: { entityType: 'Email' } });
  expect(sent).toMatchObject({ status: 200, body: { entityMasked: 'o•••@p•••.example' } });
});

test(
  'an address reports its open code: the time left, and when another can be sent',
  { tags: '@2.phone.2' },
  async () => {
    const { browser } = await signedIn();
    const id = await addEmail(browser, mine);
    const codeOf = async () => {
      const { contacts } = (await browser.ask('GET', '/api/contacts')).body as {
        contacts: { id: string; code: unknown }[];
      };
      return contacts.find((contact) => contact.id === id)!.code;
    };
    expect(await codeOf()).toEqual({
      expiresInSeconds: expect.closeTo(600, -1),
      resendInSeconds: expect.closeTo(30, -1),
    });
    server.clock.advance(20);
    expect(await codeOf()).toEqual({
      expiresInSeconds: expect.closeTo(580, -1),
      resendInSeconds: expect.closeTo(10, -1),
    });
    server.clock.advance(580);
    expect(await codeOf()).toBeNull();
    expect(await browser.ask('POST', `/api/contacts/${id}/send-code`)).toMatchObject({ status: 200 });
    await sentMessages(server);
    const mail = (await outbox(server)).find(({ recipient, text }) => recipient === mine && /\b\d{6}\b/.test(text))!;
    const right = /\b\d{6}\b/.exec(mail.text)![0];
    const enter = (code: string) => browser.ask('POST', `/api/contacts/${id}/confirm`, { body: { code } });
    expect((await enter(right)).body).toMatchObject({ verified: true, code: null });
  },
);

/** The codes sent to an address, the newest first. */
async function codesTo(address: string): Promise<string[]> {
  await sentMessages(server);
  return (await outbox(server)).flatMap(({ recipient, text }) =>
    recipient === address ? (/\b\d{6}\b/.exec(text) ?? []) : [],
  );
}

describe('a code of an address', () => {
  const address = 'other@people.example';
  async function waiting() {
    const { browser } = await signedIn();
    const id = await addEmail(browser, address);
    const [old] = await codesTo(address);
    return {
      old: old!,
      enter: async (code: string) => {
        const { status, body } = await browser.ask('POST', `/api/contacts/${id}/confirm`, { body: { code } });
        return status === 200 ? 'confirmed' : body['Code'];
      },
    };
  }

  test('that has expired: a new one is sent, and confirms', async () => {
    const { old, enter } = await waiting();
    server.clock.advance(601);
    expect(await enter(old)).toBe('MFA_CODE_EXPIRED');
    const [fresh] = await codesTo(address);
    expect(fresh).not.toBe(old);
    expect(await enter(fresh!)).toBe('confirmed');
  });

  test('wrong five times: a new one is sent, and the old one stops working', async () => {
    const { old, enter } = await waiting();
    server.clock.advance(31);
    for (let attempt = 1; attempt <= 4; attempt += 1) expect(await enter(otherThan(old))).toBe('MFA_INVALID_CODE');
    expect(await enter(otherThan(old))).toBe('MFA_MAX_ATTEMPT_LIMIT_REACHED');
    expect(await enter(old)).toBe('MFA_INVALID_CODE');
    const [fresh] = await codesTo(address);
    expect(await enter(fresh!)).toBe('confirmed');
  });
});

test('the last way to get a code is not removed', async () => {
  const { username } = await addPerson(server, { contacts: [{ kind: 'Email', address: mine }], mfaEnabled: true });
  const here = new TestBrowser(server);
  await here.signIn(username, testPassword);
  const { contacts } = (await here.ask('GET', '/api/contacts')).body as { contacts: { id: string }[] };
  const answer = await here.ask('DELETE', `/api/contacts/${contacts[0]!.id}`);
  expect(answer).toMatchObject({ body: { Code: 'LAST_FACTOR' } });
});
