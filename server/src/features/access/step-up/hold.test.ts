import { DAY, heldAfterChange, MINUTE } from '@florin/contract/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { addHolder, view } from '../../../testing/holder.ts';
import { addConfirmedEmail, addEmail } from '../../../testing/contacts.ts';
import { addAppOf, addPasskeyOf, enrolApp } from '../../../testing/access/factors.ts';
import { enrolPasskey, passkeyOptions, signInByPasskey, type TestPasskey } from '../../../testing/access/passkey.ts';
import { askForLink, newPassword, openLink, proveByText, reachable } from '../../../testing/access/recovery.ts';
import { administratorOf } from '../../../testing/administrator.ts';
import { lastCode, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';
import { addSender, linkedCode, proveAgain, sendLink } from '../../../testing/cards/vendor.ts';
import { holdingTypes } from '../../../identity/step-up/hold-rules.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const held = (...OlderFactors: string[]) => ({
  status: 403,
  body: { Code: 'HELD_AFTER_CHANGE', Until: expect.any(String), OlderFactors },
});
const shown = { status: 200 };

/** A cardholder with an address and a phone, who has just proven a second factor and can see the card. */
async function provenHolder() {
  const person = await addPerson(server, { mfaEnabled: true, contacts: reachable() });
  const holder = await addHolder(server, person);
  await holder.browser.signIn(person.username, testPassword);
  expect(await view(holder.browser)).toMatchObject(shown);
  return { ...holder, person };
}

async function proveByPasskey(browser: TestBrowser, passkey: TestPasskey) {
  const message = passkey.prove(await passkeyOptions(browser));
  const body = { password: testPassword, method: 'Passkey', passkey: message };
  expect(await browser.ask('POST', '/api/step-up', { body })).toMatchObject({ status: 200 });
}

type App = Awaited<ReturnType<typeof addAppOf>>;
const codeOf = (app: App) => app.at(Math.floor(server.clock.now().getTime() / 30_000));

async function proveByApp(browser: TestBrowser, app: App, password = testPassword) {
  const body = { password, method: 'Authenticator', code: codeOf(app) };
  expect(await browser.ask('POST', '/api/step-up', { body })).toMatchObject({ status: 200 });
}

/** An act of the person, or of an intruder in the open session. */
const changes: Record<string, (browser: TestBrowser) => Promise<unknown>> = {
  'a confirmed address': (browser) => addConfirmedEmail(server, browser, 'new@else.example'),
  'a removed address': async (browser) => {
    const { body } = await browser.ask('GET', '/api/contacts');
    const phone = (body['contacts'] as { id: string; kind: string }[]).find(({ kind }) => kind === 'PhoneNumber');
    expect(await browser.ask('DELETE', `/api/contacts/${phone!.id}`)).toMatchObject({ status: 204 });
  },
  'a new authenticator app': async (browser) => expect(await enrolApp(server, browser)).toMatchObject({ status: 200 }),
  'a new passkey': (browser) => enrolPasskey(browser),
  'new backup codes': async (browser) =>
    expect(await browser.ask('POST', '/api/factors/backup-codes')).toMatchObject({ status: 200 }),
  'the second factor switched off': async (browser) => {
    const body = { enabled: false };
    expect(await browser.ask('PUT', '/api/security-settings/mfa', { body })).toMatchObject({ status: 204 });
  },
};

describe.each(Object.keys(changes))('after %s', (name) => {
  test('the card is hidden for a day, and shown after it', async () => {
    const { person, browser } = await provenHolder();
    const before = server.clock.now();
    await changes[name]!(browser);
    const refused = await view(browser);
    expect(refused).toMatchObject(held());
    const until = new Date(String(refused.body['Until'])).getTime();
    expect(until - before.getTime()).toBeGreaterThanOrEqual(heldAfterChange.seconds * 1000);
    expect(until - server.clock.now().getTime()).toBeLessThanOrEqual(heldAfterChange.seconds * 1000);
    server.clock.advance(DAY - MINUTE);
    const later = new TestBrowser(server);
    await later.enter(person.username, testPassword);
    server.clock.advance(31);
    await proveAgain(server, later);
    expect(await view(later)).toMatchObject(held());
    server.clock.advance(MINUTE);
    expect(await view(later)).toMatchObject(shown);
  });
});

test('a change that opens no way in holds nothing', async () => {
  const { browser } = await provenHolder();
  const id = await addEmail(browser, 'new@waiting.example');
  await browser.ask('DELETE', `/api/contacts/${id}`);
  await browser.ask('PUT', '/api/security-settings/password', {
    body: { password: newPassword, confirmPassword: newPassword },
  });
  expect(await view(browser)).toMatchObject(shown);
});

test('a phone that came with the registration can be confirmed, and the card seen', async () => {
  const [email, phone] = reachable();
  const person = await addPerson(server, { mfaEnabled: true, contacts: [email!, { ...phone!, verified: false }] });
  const { browser } = await addHolder(server, person);
  await browser.signIn(person.username, testPassword);
  const { body } = await browser.ask('GET', '/api/contacts');
  const { id } = (body['contacts'] as { id: string; verified: boolean }[]).find(({ verified }) => !verified)!;
  await browser.ask('POST', `/api/contacts/${id}/send-code`);
  const code = await lastCode(server);
  expect(await browser.ask('POST', `/api/contacts/${id}/confirm`, { body: { code } })).toMatchObject({ status: 200 });
  expect(await view(browser)).toMatchObject(shown);
});

describe('after a password reset', () => {
  /** The browser that opened the link and gave the second proof: signed in, without a fresh proof. */
  async function reset(username: string, app?: App) {
    const browser = new TestBrowser(server);
    const flow = await openLink(browser, await askForLink(server, browser, username));
    if (app) expect(await flow.verify('Authenticator', codeOf(app))).toMatchObject({ status: 200 });
    else await proveByText(server, flow);
    expect(await flow.reset(app ? 'Authenticator' : 'PhoneNumber')).toMatchObject({ status: 200 });
    expect((await view(browser)).body).toMatchObject({ Code: 'STEP_UP_REQUIRED' });
    server.clock.advance(10 * MINUTE);
    return browser;
  }

  test('the card is hidden, for a proof by mail and for a new sign-in', async () => {
    const { person } = await provenHolder();
    const browser = await reset(person.username);
    await proveAgain(server, browser, newPassword);
    expect(await view(browser)).toMatchObject(held());
    const anew = new TestBrowser(server);
    server.clock.advance(31);
    await anew.signIn(person.username, newPassword);
    expect(await view(anew)).toMatchObject(held());
  });

  test('an authenticator app older than a day shows it', async () => {
    const { person } = await provenHolder();
    const app = await addAppOf(server, person.id);
    server.clock.advance(DAY);
    const browser = await reset(person.username, app);
    await proveAgain(server, browser, newPassword);
    expect(await view(browser)).toMatchObject(held('Authenticator'));
    await proveByApp(browser, app, newPassword);
    expect(await view(browser)).toMatchObject(shown);
  });
});

describe('with a passkey', () => {
  test('older than the change, the card is shown, after a step-up or a sign-in', async () => {
    const { person } = await provenHolder();
    const passkey = await addPasskeyOf(server, person.id);
    const app = await addAppOf(server, person.id);
    server.clock.advance(DAY);
    const browser = new TestBrowser(server);
    await browser.signIn(person.username, testPassword);
    await enrolApp(server, browser);
    expect(await view(browser)).toMatchObject(held('Passkey', 'Authenticator'));
    await proveByPasskey(browser, passkey);
    expect(await view(browser)).toMatchObject(shown);
    const anew = new TestBrowser(server);
    const pending = await anew.begin(person.username, testPassword);
    expect(await anew.authenticate(person.username, codeOf(app), pending, 'Authenticator')).toMatchObject(shown);
    expect(await view(anew)).toMatchObject(shown);
    server.clock.advance(31);
    await proveAgain(server, anew);
    expect(await view(anew)).toMatchObject(held('Passkey', 'Authenticator'));
    expect(await signInByPasskey(anew, passkey)).toMatchObject(shown);
    expect(await view(anew)).toMatchObject(shown);
  });

  test('added with the change, it stays hidden, even if the passkey is removed again', async () => {
    const { browser } = await provenHolder();
    const passkey = await enrolPasskey(browser);
    await proveByPasskey(browser, passkey);
    expect(await view(browser)).toMatchObject(held());
    expect(await browser.ask('DELETE', `/api/factors/${passkey.factorId}`)).toMatchObject({ status: 204 });
    expect(await view(browser)).toMatchObject(held());
  });

  test('the proof moves to another account of the person, with its age', async () => {
    const person = await addPerson(server, { mfaEnabled: true, accounts: [{}, {}] });
    const passkey = await addPasskeyOf(server, person.id);
    server.clock.advance(DAY);
    const { browser } = await addHolder(server, person);
    await browser.signIn(person.username, testPassword);
    await browser.ask('POST', '/api/factors/backup-codes');
    await proveByPasskey(browser, passkey);
    for (const userId of [person.membershipIds[1], person.membershipIds[0]])
      expect(await browser.ask('POST', '/api/switch-user', { body: { userId } })).toMatchObject({ status: 200 });
    expect(await view(browser)).toMatchObject(shown);
  });
});

test('an administrator can neither send nor resend a vendor link, but can revoke it', async () => {
  const sender = await addSender(server);
  const { id } = await linkedCode(server, sender);
  const person = await addPerson(server, { accounts: [], contacts: reachable() });
  const administrator = await administratorOf(server, sender.businessId, person);
  const act = (what: string) => administrator.ask('POST', `/api/vendor-links/${id}/${what}`, { body: {} });
  expect(await administrator.ask('POST', '/api/factors/backup-codes')).toMatchObject({ status: 200 });
  expect(await sendLink({ ...sender, administrator })).toMatchObject(held());
  expect(await act('resend')).toMatchObject(held());
  expect(await act('revoke')).toMatchObject({ status: 200 });
});

test('no demo person is held by the way the demo data is written', async () => {
  const fresh = await startTestServer();
  const { db } = fresh.context;
  const rows = await db
    .selectFrom('audit_event')
    .select('type')
    .where('type', 'in', [...holdingTypes])
    .execute();
  await fresh.close();
  expect(rows).toEqual([]);
});
