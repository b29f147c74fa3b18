import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { enrolPasskey, passkeyOptions, TestPasskey, type Lies } from '../../../testing/access/passkey.ts';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword } from '../../../testing/person.ts';
import { askForLink, joinBusiness, openLink, reachable, type OpenedReset } from '../../../testing/access/recovery.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const invalid = { status: 401, body: { Code: 'PASSKEY_INVALID' } };
const notVerified = { status: 403, body: { Code: 'RESET_NOT_VERIFIED' } };
type Options = Parameters<TestPasskey['prove']>[0];

/** A person with a passkey who has opened a reset link in another browser. */
async function opened(contacts = reachable().slice(0, 1)) {
  const person = await addPerson(server, { mfaEnabled: true, contacts });
  const before = new TestBrowser(server);
  await before.signIn(person.username, testPassword);
  const passkey = await enrolPasskey(before);
  server.clock.advance(31);
  const here = new TestBrowser(server);
  const reset = await openLink(here, await askForLink(server, here, person.username));
  return { person, here, passkey, reset };
}

async function optionsOf(reset: OpenedReset): Promise<Options> {
  const answer = await reset.send('Passkey');
  expect(answer).toMatchObject({ status: 200, body: { entityMasked: '', options: { userVerification: 'required' } } });
  return answer.body['options'] as Options;
}

test('a passkey proves a reset and signs in, and the session records it', { tags: '@beyond.19' }, async () => {
  const { person, here, passkey, reset } = await opened();
  const options = await optionsOf(reset);
  expect(options).toMatchObject({ allowCredentials: [{ id: passkey.id.toString('base64url') }] });
  expect(await reset.reset('Passkey')).toMatchObject(notVerified);
  expect(await reset.verifyPasskey(passkey.prove(options))).toMatchObject({ status: 200 });
  expect(await reset.reset('BackupCode')).toMatchObject(notVerified);
  expect(await reset.reset('Passkey')).toMatchObject({ status: 200 });
  expect((await here.session()).status).toBe(200);
  const { methods } = await server.context.db
    .selectFrom('session')
    .select('methods')
    .where('person_id', '=', person.id)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow();
  expect(methods).toEqual(['link', 'webauthn']);
});

describe('it is offered first', () => {
  test('before a text, which stays: the passkey may be on the lost device', async () => {
    const { reset } = await opened(reachable());
    const { body } = await reset.methods();
    expect(body).toMatchObject([{ entityType: 'Passkey', entityMasked: '' }, { entityType: 'PhoneNumber' }]);
  });

  test('before an administrator, for the same reason', async () => {
    const { person, reset } = await opened();
    const administrator = await addPerson(server, { accounts: [{ role: 'ADMIN' }] });
    await joinBusiness(server, person, administrator);
    expect((await reset.methods()).body).toMatchObject([
      { entityType: 'Passkey' },
      { entityType: 'AdminConfirmation' },
    ]);
  });

  test('at the host name where it was created, and no other', async () => {
    const { person, reset } = await opened();
    const elsewhere = { rp_id: 'cards.elsewhere.example' };
    await server.context.db.updateTable('passkey').set(elsewhere).where('person_id', '=', person.id).execute();
    expect((await reset.methods()).body).toEqual([]);
    expect(await reset.send('Passkey')).toMatchObject({ status: 400, body: { Code: 'VALIDATION' } });
    expect(await reset.verifyPasskey({})).toMatchObject({ status: 400, body: { Code: 'VALIDATION' } });
  });
});

describe('an answer that proves nothing', () => {
  test('another person’s passkey', async () => {
    const { passkey: other } = await opened();
    const { person, reset } = await opened();
    expect(await reset.verifyPasskey(other.prove(await optionsOf(reset)))).toMatchObject(invalid);
    expect(await reset.verifyPasskey(new TestPasskey().prove(await optionsOf(reset)))).toMatchObject(invalid);
    expect(await reset.verifyPasskey({})).toMatchObject(invalid);
    const failures = (await eventsOf(server, person.id)).filter((type) => type === 'authn_factor_fail');
    expect(failures).toHaveLength(3);
    expect(await reset.reset('Passkey')).toMatchObject(notVerified);
  });

  test('an answer that was used before', async () => {
    const { passkey, reset } = await opened();
    const message = passkey.prove(await optionsOf(reset));
    expect(await reset.verifyPasskey(message)).toMatchObject({ status: 200 });
    expect(await reset.verifyPasskey(message)).toMatchObject(invalid);
  });

  test('a challenge of a sign-in, with or without a password; nor does this one work there', async () => {
    const { person, passkey, reset } = await opened();
    const there = new TestBrowser(server);
    const pending = await there.begin(person.username, testPassword);
    for (const options of [await passkeyOptions(there), await passkeyOptions(there, undefined, pending)])
      expect(await reset.verifyPasskey(passkey.prove(options))).toMatchObject(invalid);
    for (const twoFactorAuthSessionId of [undefined, pending]) {
      const body = { twoFactorAuthSessionId, passkey: passkey.prove(await optionsOf(reset)) };
      expect(await there.ask('POST', '/api/passkey/authenticate', { body })).toMatchObject(invalid);
    }
  });

  test('a challenge of another browser with the same link, and an expired one', async () => {
    const { person, passkey, reset } = await opened();
    const there = await openLink(
      new TestBrowser(server),
      await askForLink(server, new TestBrowser(server), person.username),
    );
    expect(await reset.verifyPasskey(passkey.prove(await optionsOf(there)))).toMatchObject(invalid);
    const options = await optionsOf(reset);
    server.clock.advance(5 * 60 + 1);
    expect(await reset.verifyPasskey(passkey.prove(options))).toMatchObject(invalid);
  });

  const lies: [string, Lies][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of the host', { origin: 'http://localhost:4821' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an invented challenge', { challenge: 'Y2hhbGxlbmdl' }],
    ['a user who was not verified', { unverified: true }],
  ];
  test.each(lies)('%s', async (_what, lie) => {
    const { passkey, reset } = await opened();
    expect(await reset.verifyPasskey(passkey.prove(await optionsOf(reset), lie))).toMatchObject(invalid);
    expect(await reset.reset('Passkey')).toMatchObject(notVerified);
  });
});
