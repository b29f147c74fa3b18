import { heldAfterChange } from '@florin/contract/limits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../../http/client.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { findHold } from '../../../identity/step-up/hold.ts';
import { lastCode, otherThan, outbox, sentMessages, TestBrowser } from '../../../testing/browser.ts';
import { nameOf, namedCards } from '../../../core/cards/vault/reveal.ts';
import { addHolder } from '../../../testing/holder.ts';
import { addPerson, testPassword } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

let people = 0;
const newPerson = async (role: 'ADMIN' | 'CARDHOLDER' = 'CARDHOLDER', mfaEnabled = true) => {
  const email = `linked.${(people += 1)}@people.example`;
  const contacts = [{ kind: 'Email' as const, address: email, verified: true }];
  return { ...(await addPerson(server, { mfaEnabled, contacts, accounts: [{ role }] })), email };
};
type Person = Awaited<ReturnType<typeof newPerson>>;

async function signedIn(person: Person): Promise<TestBrowser> {
  const browser = new TestBrowser(server);
  await browser.enter(person.username, testPassword);
  return browser;
}

const begin = (browser: TestBrowser, { username }: Person, password = testPassword) =>
  browser.ask('POST', '/api/linked-accounts/begin-link', { body: { username, password } });
const finish = (browser: TestBrowser, { username }: Person, twoFactorAuthSessionId: string, code: string) =>
  browser.ask('POST', '/api/linked-accounts/link', { body: { username, twoFactorAuthSessionId, code } });

/** Proves the other login's password and has its code sent. */
async function begun(browser: TestBrowser, other: Person) {
  const { body } = await begin(browser, other);
  expect(body['Code']).toBe('MFA');
  const pending = String(body['TwoFactorAuthSessionId']);
  expect((await browser.sendCode(other.username, pending)).status).toBe(200);
  return { pending, code: await lastCode(server) };
}

async function accountsOf(browser: TestBrowser): Promise<number> {
  const { accounts } = (await browser.ask('GET', '/api/linked-accounts')).body as { accounts: unknown[] };
  return accounts.length;
}

test('both proofs of another login move its accounts here, and both logins are notified', async () => {
  const [own, other] = [await newPerson(), await newPerson('ADMIN')];
  const [here, there] = [await signedIn(own), await signedIn(other)];
  const { pending, code } = await begun(here, other);
  expect(await accountsOf(here)).toBe(1);
  expect((await finish(here, other, pending, otherThan(code))).body['Code']).toBe('MFA_INVALID_CODE');
  expect(await finish(here, other, pending, code)).toMatchObject({ status: 200, body: { accounts: 1 } });
  expect(await accountsOf(here)).toBe(2);

  // The other login's sessions have ended, and it opens nothing any more.
  expect((await there.session()).status).toBe(401);
  expect((await new TestBrowser(server).login(other.username, testPassword)).body['Code']).toBe('INVALID_CREDENTIALS');
  expect((await finish(here, other, pending, code)).body['Code']).toBe('MFA_SESSION_EXPIRED');

  await sentMessages(server);
  const mails = (await outbox(server)).filter(({ text }) => text.includes('If it was not'));
  const toOwn = mails.find(({ recipient }) => recipient === own.email)!;
  expect(toOwn.text).toContain(other.username);
  expect(toOwn.text).toContain('/forgot-password');
  const toOther = mails.find(({ recipient }) => recipient === other.email)!;
  expect(toOther.text).toContain(own.username);
  expect(toOther.text).toContain('/contact-us');
});

test('a login of a person with another name is marked, and no other one', async () => {
  const [own, other] = [await newPerson(), await newPerson()];
  const here = await signedIn(own);
  const nameThem = (first_name: string, person: Person) =>
    server.context.db
      .updateTable('person')
      .set({ first_name, last_name: 'Mensah' })
      .where('id', '=', person.id)
      .execute();
  await nameThem('Kofi', own);
  await nameThem('KOFI', other);
  expect((await begin(here, other)).body).toMatchObject({ Code: 'MFA', IsOtherName: false });
  await nameThem('Ada', other);
  expect((await begin(here, other)).body).toMatchObject({ Code: 'MFA', IsOtherName: true });
});

test('a trusted device and a login without a second factor still have to prove one', async () => {
  const [own, other] = [await newPerson(), await newPerson('CARDHOLDER', false)];
  const here = await signedIn(other);
  await here.enter(own.username, testPassword);
  expect((await begin(here, other)).body['Code']).toBe('MFA');
});

test('a wrong password is answered like an unknown name, and counted with those of the login page', async () => {
  const [own, other] = [await newPerson(), await newPerson()];
  const here = await signedIn(own);
  const wrong = await begin(here, other, 'not-the-password');
  const unknown = await begin(here, { ...other, username: 'nobody.at.all' });
  expect([wrong.status, wrong.body]).toEqual([unknown.status, unknown.body]);
  await begin(here, other, 'not-the-password');
  await begin(here, other, 'not-the-password');
  expect((await new TestBrowser(server).login(other.username, testPassword)).body['Code']).toBe('RECAPTCHA_LOCK');
  expect((await here.session()).status).toBe(200);
});

test('a login is not linked to itself, into another program, or while it is restricted', async () => {
  const [own, other, restricted] = [await newPerson(), await newPerson(), await newPerson()];
  const here = await signedIn(own);
  const { db } = server.context;
  const elsewhere = await db.selectFrom('program').select('id').where('slug', '=', 'harbor').executeTakeFirstOrThrow();
  await db.updateTable('person').set({ program_id: elsewhere.id }).where('id', '=', other.id).execute();
  await db
    .insertInto('risk_flag')
    .values({
      id: crypto.randomUUID(),
      person_id: restricted.id,
      reason: 'malicious_site',
      raised_at: server.clock.now(),
      cleared_at: null,
    })
    .execute();
  for (const person of [own, other, restricted])
    expect((await begin(here, person)).body['Code']).toBe('ACCOUNT_NOT_AVAILABLE');
});

test("an administrator's account needs a second factor where it goes", async () => {
  const other = await newPerson('ADMIN');
  const own = await addPerson(server, { contacts: [] });
  const here = new TestBrowser(server);
  await here.login(own.username, testPassword);
  expect((await begin(here, other)).body['Code']).toBe('MFA_EMAIL_NOT_EXISTS');
});

test('of two calls at once, one links', async () => {
  const [own, other] = [await newPerson(), await newPerson()];
  const here = await signedIn(own);
  const { pending, code } = await begun(here, other);
  const answers = await Promise.all([1, 2, 3].map(() => finish(here, other, pending, code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await accountsOf(here)).toBe(2);
});

test('what was begun to log in does not link, and what was begun to link logs nobody in', async () => {
  const [own, other, third] = [await newPerson(), await newPerson(), await newPerson()];
  const [here, elsewhere, stranger] = [await signedIn(own), await signedIn(third), new TestBrowser(server)];
  const pending = String((await stranger.login(other.username, testPassword)).body['TwoFactorAuthSessionId']);
  await stranger.sendCode(other.username, pending);
  const loginCode = await lastCode(server);
  expect((await finish(here, other, pending, loginCode)).body['Code']).toBe('MFA_SESSION_EXPIRED');

  const linking = await begun(here, other);
  expect((await finish(elsewhere, other, linking.pending, linking.code)).body['Code']).toBe('MFA_SESSION_EXPIRED');
  const body = { username: other.username, twoFactorAuthSessionId: linking.pending, code: linking.code };
  expect((await stranger.ask('POST', '/api/authenticate', { body })).status).toBe(401);
  const passkeys = { body: { twoFactorAuthSessionId: linking.pending } };
  expect((await stranger.ask('POST', '/api/passkey/options', passkeys)).status).toBe(401);
  expect((await finish(here, other, linking.pending, linking.code)).status).toBe(200);
});

test('a card without a holder on record keeps the name that is printed on it', async () => {
  const { db } = server.context;
  const [own, other] = [await newPerson(), await newPerson()];
  const { cardId } = await addHolder(server, other);
  await server.owner.deleteFrom('card_holder').where('card_id', '=', cardId).execute();
  const printed = async () => nameOf(await namedCards(db).where('card.id', '=', cardId).executeTakeFirstOrThrow());
  await db.updateTable('person').set({ first_name: 'Noah', last_name: 'Park' }).where('id', '=', other.id).execute();
  expect(await printed()).toBe('NOAH PARK');
  const here = await signedIn(own);
  const { pending, code } = await begun(here, other);
  expect((await finish(here, other, pending, code)).status).toBe(200);
  expect(await printed()).toBe('NOAH PARK');
});

test('the code names what it does', async () => {
  const [own, other] = [await newPerson(), await newPerson()];
  await begun(await signedIn(own), other);
  await sentMessages(server);
  const mail = (await outbox(server)).findLast(({ recipient }) => recipient === other.email)!;
  expect(mail.text).toContain('to move the accounts of this login to another login');
});

test('card details are held for a day afterwards, also from an older factor of the receiving login', async () => {
  const [own, other] = [await newPerson(), await newPerson()];
  const here = await signedIn(own);
  const { pending, code } = await begun(here, other);
  await finish(here, other, pending, code);
  const caller = { personId: own.id, factorSince: new Date(0) } as CurrentSession;
  const client = { hostname: 'localhost' } as Client;
  const hold = await findHold(server.context.db, { context: server.context, caller, client });
  const until = server.clock.now().getTime() + heldAfterChange.seconds * 1000;
  expect(hold).toEqual({ until: expect.any(Date), olderFactors: [] });
  expect(Math.abs(hold!.until.getTime() - until)).toBeLessThan(60_000);
});
