import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword } from '../../../testing/person.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import {
  enrolPasskey,
  passkeyOptions,
  signInByPasskey,
  TestPasskey,
  type Lies,
} from '../../../testing/access/passkey.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function withPasskey() {
  const person = await addPerson(server, { mfaEnabled: true });
  const owner = new TestBrowser(server);
  await owner.signIn(person.username, testPassword);
  return { person, owner, passkey: await enrolPasskey(owner) };
}
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
  status === 200 ? 'signed in' : body['Code'];

describe('a passkey', () => {
  test('signs in by itself, and as the second step', async () => {
    const { person, passkey } = await withPasskey();
    expect(outcome(await signInByPasskey(new TestBrowser(server), passkey))).toBe('signed in');
    const here = new TestBrowser(server);
    const pending = await here.begin(person.username, testPassword);
    expect(outcome(await signInByPasskey(here, passkey, pending))).toBe('signed in');
  });

  test('that was removed signs nobody in', async () => {
    const { owner, passkey } = await withPasskey();
    const { factors } = (await owner.ask('GET', '/api/security-settings')).body as { factors: { id: string }[] };
    expect(await owner.ask('DELETE', `/api/factors/${factors[0]!.id}`)).toMatchObject({ status: 204 });
    expect(outcome(await signInByPasskey(new TestBrowser(server), passkey))).toBe('PASSKEY_INVALID');
  });

  const lies: [string, Lies][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['another port of the host', { origin: 'http://localhost:4821' }],
    ['a page in a page of another origin', { crossOrigin: true }],
    ['a longer host name', { origin: 'http://localhost.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['an invented challenge', { challenge: 'Y2hhbGxlbmdl' }],
    ['the message of a creation', { type: 'webauthn.create' }],
    ['a user who was not verified', { unverified: true }],
    ['the user handle of another person', { userHandle: 'c29tZWJvZHk' }],
  ];
  test.each(lies)('with %s is refused, and that is recorded', async (_what, lie) => {
    const { person, passkey } = await withPasskey();
    expect(outcome(await signInByPasskey(new TestBrowser(server), passkey, undefined, lie))).toBe('PASSKEY_INVALID');
    expect((await eventsOf(server, person.id)).at(-1)).toBe('authn_factor_fail');
  });

  test('of an unknown person is refused', async () => {
    expect(outcome(await signInByPasskey(new TestBrowser(server), new TestPasskey()))).toBe('PASSKEY_INVALID');
  });

  test('answers a challenge once: a repeated message is refused', async () => {
    const { passkey } = await withPasskey();
    const here = new TestBrowser(server);
    const message = passkey.prove(await passkeyOptions(here));
    const send = (from: TestBrowser) => from.ask('POST', '/api/passkey/authenticate', { body: { passkey: message } });
    expect(outcome(await send(here))).toBe('signed in');
    expect(outcome(await send(here))).toBe('PASSKEY_INVALID');
    expect(outcome(await send(new TestBrowser(server)))).toBe('PASSKEY_INVALID');
  });

  test('answers the challenge of its own browser: a message made elsewhere signs nobody in', async () => {
    const { passkey } = await withPasskey();
    const makers = [new TestBrowser(server), new TestBrowser(server, 'token')];
    for (const maker of makers) {
      const passkeyMessage = passkey.prove(await passkeyOptions(maker));
      const visited = new TestBrowser(server);
      const other = new TestBrowser(server);
      await passkeyOptions(other);
      for (const victim of [visited, other]) {
        const answer = await victim.ask('POST', '/api/passkey/authenticate', { body: { passkey: passkeyMessage } });
        expect(outcome(answer)).toBe('PASSKEY_INVALID');
      }
      const own = await maker.ask('POST', '/api/passkey/authenticate', { body: { passkey: passkeyMessage } });
      expect(own.status).toBe(200);
    }
  });

  test('of 16 uses of one message at once, one signs in', async () => {
    const { passkey } = await withPasskey();
    const here = new TestBrowser(server);
    const message = passkey.prove(await passkeyOptions(here));
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => here.ask('POST', '/api/passkey/authenticate', { body: { passkey: message } })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('answers the challenge of its own sign-in, for five minutes at most', async () => {
    const { person, passkey } = await withPasskey();
    const here = new TestBrowser(server);
    const [pending, other] = [
      await here.begin(person.username, testPassword),
      await here.begin(person.username, testPassword),
    ];
    const foreign = passkey.prove(await passkeyOptions(here, '/api/passkey/options', other));
    const send = (passkeyMessage: object, twoFactorAuthSessionId?: string) =>
      here.ask('POST', '/api/passkey/authenticate', { body: { twoFactorAuthSessionId, passkey: passkeyMessage } });
    expect(outcome(await send(foreign, pending))).toBe('PASSKEY_INVALID');
    expect(outcome(await send(foreign))).toBe('PASSKEY_INVALID');
    const own = passkey.prove(await passkeyOptions(here, '/api/passkey/options', pending));
    server.clock.advance(5 * 60);
    expect(outcome(await send(own, pending))).toBe('PASSKEY_INVALID');
    expect(outcome(await signInByPasskey(here, passkey, pending))).toBe('signed in');
  });

  test('proven after the sign-in has expired trusts the device and gives no session', async () => {
    const { person, passkey } = await withPasskey();
    const here = new TestBrowser(server);
    const pending = await here.begin(person.username, testPassword);
    server.clock.advance(15 * 60);
    expect(outcome(await signInByPasskey(here, passkey, pending))).toBe('MFA_SESSION_EXPIRED');
    expect([...here.cookies.keys()]).toEqual(['__Host-did']);
    expect((await here.login(person.username, testPassword)).status).toBe(200);
  });

  test('of another person is not accepted as the second step', async () => {
    const { person } = await withPasskey();
    const { passkey: foreign } = await withPasskey();
    const here = new TestBrowser(server);
    const pending = await here.begin(person.username, testPassword);
    for (const other of [foreign, new TestPasskey()]) {
      expect(outcome(await signInByPasskey(here, other, pending))).toBe('PASSKEY_INVALID');
      expect((await eventsOf(server, person.id)).at(-1)).toBe('authn_factor_fail');
    }
  });

  test('with a decreased counter signs in, and that is recorded', async () => {
    const { person, passkey } = await withPasskey();
    await signInByPasskey(new TestBrowser(server), passkey, undefined, { counter: 9 });
    expect(await eventsOf(server, person.id)).not.toContain('authn_passkey_counter_back');
    expect(outcome(await signInByPasskey(new TestBrowser(server), passkey, undefined, { counter: 4 }))).toBe(
      'signed in',
    );
    expect(await eventsOf(server, person.id)).toContain('authn_passkey_counter_back');
  });
});

describe('a passkey is not added', () => {
  const lies: [string, Lies][] = [
    ['for another origin', { origin: 'https://evil.example' }],
    ['for another port of the host', { origin: 'http://localhost:4821' }],
    ['in a page of another origin', { crossOrigin: true }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['for a challenge that was made up', { challenge: 'Y2hhbGxlbmdl' }],
    ['without user verification', { unverified: true }],
    ['with the message of a proof', { type: 'webauthn.get' }],
  ];
  test.each(lies)('%s', async (_what, lie) => {
    const person = await addPerson(server, { mfaEnabled: true });
    const here = new TestBrowser(server);
    await here.signIn(person.username, testPassword);
    const options = await passkeyOptions(here, '/api/factors/passkeys/options');
    const body = { name: 'My laptop', passkey: new TestPasskey().create(options, lie) };
    const added = await here.ask('POST', '/api/factors/passkeys', { body });
    expect([added.status, added.body['Code']]).toEqual([401, 'PASSKEY_INVALID']);
  });

  test('with the challenge of another session', async () => {
    const person = await addPerson(server, { mfaEnabled: true });
    const [here, there] = [new TestBrowser(server), new TestBrowser(server)];
    await here.signIn(person.username, testPassword);
    server.clock.advance(31);
    await there.signIn(person.username, testPassword);
    const options = await passkeyOptions(there, '/api/factors/passkeys/options');
    const body = { name: 'My laptop', passkey: new TestPasskey().create(options) };
    expect((await here.ask('POST', '/api/factors/passkeys', { body })).body['Code']).toBe('PASSKEY_INVALID');
  });
});
