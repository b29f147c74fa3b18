import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { passwordBucketKey } from '../../../core/throttle/throttle.ts';
import { outbox, sentMessages, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword } from '../../../testing/person.ts';
import { askForLink, newPassword, openLink, proveByText, reachable } from '../../../testing/access/recovery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function opened(mfaEnabled = false) {
  const contacts = reachable();
  const person = await addPerson(server, { mfaEnabled, contacts });
  const here = new TestBrowser(server);
  return { person, contacts, here, reset: await openLink(here, await askForLink(server, here, person.username)) };
}
async function proven(mfaEnabled = false) {
  const all = await opened(mfaEnabled);
  await proveByText(server, all.reset);
  return all;
}
const refusal = (Code: string) => ({ body: { Code } });
const hashOf = async (id: string) =>
  (await server.context.db.selectFrom('person').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
    .password_hash;

describe('the password is not set', () => {
  test('without the second proof, nor with an invalid one', async () => {
    const { person, reset } = await opened();
    const before = await hashOf(person.id);
    for (const way of ['PhoneNumber', 'AdminConfirmation', 'Authenticator', 'BackupCode'])
      expect(await reset.reset(way)).toMatchObject({ status: 403, ...refusal('RESET_NOT_VERIFIED') });
    await proveByText(server, reset);
    expect(await reset.reset('AdminConfirmation')).toMatchObject({ status: 403, ...refusal('RESET_NOT_VERIFIED') });
    expect(await hashOf(person.id)).toBe(before);
  });

  test.each([
    ['short-1', 'short-1', ['tooShort']],
    ['aaaaaaaaaaaa', 'aaaaaaaaaaaa', ['tooWeak']],
    ['robin-example-1', 'robin-example-1', ['tooWeak']],
    [newPassword, `${newPassword}x`, ['mismatch']],
  ])('%s, repeated as %s: %j', async (password, repeated, problems) => {
    const { reset } = await proven();
    const answer = await reset.reset('PhoneNumber', password, repeated);
    expect(answer).toMatchObject({ status: 400, ...refusal('PASSWORD_REJECTED') });
    expect(answer.body['Problems']).toEqual(expect.arrayContaining(problems));
    expect(await reset.reset('PhoneNumber')).toMatchObject({ status: 200 });
  });

  test('if it is one of the last three: error 1, and the link still works', { tags: '@7.20' }, async () => {
    const { reset } = await proven();
    expect(await reset.reset('PhoneNumber', testPassword)).toMatchObject({ status: 400, ...refusal('1') });
    expect(await reset.reset('PhoneNumber')).toMatchObject({ status: 200 });
  });

  test('the fourth last password is accepted', async () => {
    const { person, here } = await opened();
    const passwords = ['lantern-orbit-gravel-1', 'lantern-orbit-gravel-2', 'lantern-orbit-gravel-3', testPassword];
    for (const password of passwords) {
      server.clock.advance(601);
      here.cookies.clear();
      const reset = await openLink(here, await askForLink(server, here, person.username));
      await proveByText(server, reset);
      if (password !== testPassword)
        expect(
          await reset.reset('PhoneNumber', passwords[0] === password ? testPassword : passwords[0]!),
        ).toMatchObject(refusal('1'));
      expect(await reset.reset('PhoneNumber', password)).toMatchObject({ status: 200 });
    }
  });
});

describe('after a reset', () => {
  test('the link, its flow and the old password stop working', async () => {
    const { person, reset } = await proven();
    expect(await reset.reset('PhoneNumber')).toMatchObject({ status: 200 });
    const links = await server.context.db
      .selectFrom('reset_link')
      .select(['used_at', 'superseded_at'])
      .where('person_id', '=', person.id)
      .execute();
    expect(links).toEqual([{ used_at: expect.any(Date), superseded_at: null }]);
    for (const answer of [await reset.methods(), await reset.reset('PhoneNumber', 'another-orbit-gravel-7')])
      expect(answer).toMatchObject({ status: 401, ...refusal('RESET_LINK_INVALID') });
    const there = new TestBrowser(server);
    expect(await there.login(person.username, testPassword)).toMatchObject(refusal('INVALID_CREDENTIALS'));
    expect(await there.login(person.username, newPassword)).toMatchObject({ status: 200 });
  });

  test('every other session ends, by cookie and by token, and so does every pending sign-in', async () => {
    const contacts = reachable();
    const person = await addPerson(server, { contacts });
    const browser = new TestBrowser(server);
    await browser.login(person.username, testPassword);
    const caller = new TestBrowser(server, 'token');
    const tokens = (await caller.login(person.username, testPassword)).body;
    await server.context.db.updateTable('person').set({ mfa_enabled: true }).where('id', '=', person.id).execute();
    const pending = await new TestBrowser(server).begin(person.username, testPassword);

    const here = new TestBrowser(server);
    const reset = await openLink(here, await askForLink(server, here, person.username));
    await proveByText(server, reset);
    server.clock.advance(1);
    expect(await reset.reset('PhoneNumber')).toMatchObject({ status: 200 });
    expect(await here.session()).toMatchObject({ status: 200 });
    expect((await browser.session()).status).toBe(401);
    expect((await caller.session(String(tokens['access_token']))).status).toBe(401);
    const { refresh_token } = tokens;
    expect((await caller.ask('POST', '/api/refresh-token', { body: { refresh_token } })).status).toBe(401);
    expect(await new TestBrowser(server).authenticate(person.username, '123456', pending)).toMatchObject({
      status: 401,
      ...refusal('UNAUTHENTICATED'),
    });
  });

  test('no device is trusted any more, including this one', async () => {
    const contacts = reachable();
    const person = await addPerson(server, { mfaEnabled: true, contacts });
    const there = new TestBrowser(server);
    await there.signIn(person.username, testPassword);
    const here = new TestBrowser(server);
    server.clock.advance(31);
    const reset = await openLink(here, await askForLink(server, here, person.username));
    await proveByText(server, reset);
    await reset.reset('PhoneNumber');
    for (const browser of [there, here])
      expect(await browser.login(person.username, newPassword)).toMatchObject(refusal('MFA'));
  });

  test('every address is notified, except a phone that was never confirmed', async () => {
    const [email, phone] = reachable();
    const [second, unconfirmed] = reachable();
    const contacts = [email!, phone!, second!, { ...unconfirmed!, verified: false }];
    const person = await addPerson(server, { contacts });
    const here = new TestBrowser(server);
    const reset = await openLink(here, await askForLink(server, here, person.username));
    await proveByText(server, reset);
    await reset.reset('PhoneNumber');
    await sentMessages(server);
    const notices = (await outbox(server)).filter(({ text }) => /password (of \S+ )?was reset/.test(text));
    const addresses = contacts.map(({ address }) => address);
    expect(
      notices
        .map(({ recipient }) => recipient)
        .filter((each) => addresses.includes(each))
        .toSorted(),
    ).toEqual([email!.address, phone!.address, second!.address].toSorted());
  });

  test('a password locked by failures is unlocked', async () => {
    const { person, reset } = await proven();
    const key = passwordBucketKey(server.context.keys, person);
    const row = { key, failures: 100, window_started_at: server.clock.now(), closed_until: null };
    await server.context.db.insertInto('throttle').values(row).execute();
    const there = new TestBrowser(server);
    expect(await there.login(person.username, testPassword)).toMatchObject(refusal('LOCKED'));
    await reset.reset('PhoneNumber');
    expect(await there.login(person.username, newPassword)).toMatchObject({ status: 200 });
  });

  test('it is recorded, without secrets', async () => {
    const { person, reset } = await proven();
    await reset.reset('PhoneNumber');
    expect(await eventsOf(server, person.id)).toEqual([
      'authn_recovery_mail_sent',
      'authn_reset_opened',
      'authn_mfa_code_sent',
      'authn_reset_proven',
      'authn_login_success',
      'session_created',
      'authn_password_reset',
    ]);
  });

  test('a caller with tokens gets tokens', async () => {
    const person = await addPerson(server, { contacts: reachable() });
    const caller = new TestBrowser(server, 'token');
    const reset = await openLink(caller, await askForLink(server, caller, person.username));
    await proveByText(server, reset);
    const { body } = await reset.reset('PhoneNumber');
    expect(body['access_token']).toMatch(/^ses_/);
    expect((await caller.session(String(body['access_token']))).status).toBe(200);
  });
});
