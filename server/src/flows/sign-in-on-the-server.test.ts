import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAppOf, addBackupCodesOf, addPasskeyOf } from '../testing/access/factors.ts';
import { passkeyOptions } from '../testing/access/passkey.ts';
import { secondFactorKey } from '../identity/attempts/attempts.ts';
import { lastCode, otherThan, TestBrowser } from '../testing/browser.ts';
import { addPerson, testPassword } from '../testing/person.ts';
import { testStart } from '../testing/test-start.ts';
import { offsetClock } from '../ports/clock/offset.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { signInSequences } from '../testing/flows/sign-in-events.ts';
import { SignInFlow, type SignInAct } from '../testing/flows/sign-in-flow.ts';
import { missingProof, type SignInEntry } from '../testing/flows/sign-in-proofs.ts';
import { onTheServer, timeout } from '../testing/flows/runs.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  // There are many sequences: passwords are compared without hashing.
  server.context.passwords = {
    verify: async (stored, password) => stored !== null && password === testPassword,
    hash: async () => 'unused',
    isUnderPressure: () => false,
  };
});
afterAll(() => server.close());

/** A person with every factor, and the secrets that an intruder has seen. */
async function begin() {
  const person = await addPerson(server, { mfaEnabled: true });
  return {
    person,
    app: await addAppOf(server, person.id),
    passkey: await addPasskeyOf(server, person.id),
    backupCodes: await addBackupCodesOf(server, person.id),
    tokens: [] as string[],
    /** The digits of the sent codes, by their number. */
    digits: new Map<number, string>(),
    challenges: new Map<number, Awaited<ReturnType<typeof passkeyOptions>>>(),
  };
}
type Played = Awaited<ReturnType<typeof begin>>;

/** Performs an act on the server; @returns its answer in the model's terms */
async function act(played: Played, wanted: Exclude<SignInAct, { type: 'wait' }>): Promise<string> {
  const { person, tokens } = played;
  const here = new TestBrowser(server);
  if (wanted.type === 'password changed') {
    const { db } = server.context;
    const at = { password_changed_at: server.context.clock.now() };
    await db.updateTable('person').set(at).where('id', '=', person.id).execute();
    return 'done';
  }
  const answer = await ask(played, here, wanted);
  expect(here.cookies.has('__Host-sid')).toBe(answer.status === 200 && wanted.type !== 'send');
  if (wanted.type === 'password') {
    if (answer.body['Code'] !== 'MFA') return forgetFailures(person.id, String(answer.body['Code']));
    tokens.push(String(answer.body['TwoFactorAuthSessionId']));
    return 'pending';
  }
  if (answer.status !== 200) return String(answer.body['Code']);
  return wanted.type === 'send' ? 'sent' : 'session';
}

/** Lock-outs by wrong passwords have tests of their own. */
async function forgetFailures(personId: string, outcome: string): Promise<string> {
  const { context } = server;
  const codes = secondFactorKey(context, { personId, quota: 'strangers' });
  await context.db.deleteFrom('throttle').where('key', '!=', codes).execute();
  return outcome;
}

async function ask(
  { person, app, passkey, backupCodes, tokens, digits, challenges }: Played,
  here: TestBrowser,
  wanted: Exclude<SignInAct, { type: 'wait' | 'password changed' }>,
) {
  const { username } = person;
  if (wanted.type === 'password') return here.login(username, wanted.right ? testPassword : 'wrong');
  if (wanted.type === 'passkey') {
    const { challenge, isNew, recognised, pending } = wanted;
    const madeFor = challenge.madeFor === null ? undefined : tokens[challenge.madeFor]!;
    if (isNew) challenges.set(challenge.id, await passkeyOptions(here, '/api/passkey/options', madeFor));
    const message = passkey.prove(challenges.get(challenge.id)!, { unverified: !recognised });
    const twoFactorAuthSessionId = pending === null ? undefined : tokens[pending]!;
    return here.ask('POST', '/api/passkey/authenticate', { body: { twoFactorAuthSessionId, passkey: message } });
  }
  const token = tokens[wanted.pending]!;
  if (wanted.type === 'send') return here.sendCode(username, token);
  if (wanted.type === 'totp')
    return here.authenticate(
      username,
      wanted.step === null ? app.wrong() : app.at(wanted.step),
      token,
      'Authenticator',
    );
  if (wanted.type === 'backup')
    return here.authenticate(username, backupCodes[wanted.code ?? -1] ?? '0000-0000-0000-0000', token, 'BackupCode');
  const live = [...digits.values()].at(-1) ?? '123456';
  const typed = wanted.code === null ? otherThan(live) : digits.get(wanted.code.id)!;
  return here.authenticate(wanted.own ? username : 'cardholder', typed, token);
}

test('the server answers as the model does, and gives no session without every proof', { timeout }, async () => {
  let sessions = 0;
  const property = fc.asyncProperty(signInSequences, async (events) => {
    // A clock that stands still between events, so that both sides have the same time.
    const clock = offsetClock({ now: () => testStart });
    server.context.clock = clock;
    const played = await begin();
    const flow = new SignInFlow(testStart.getTime());
    const entries: SignInEntry[] = [];
    for (const event of events) {
      const wanted = flow.resolve(event);
      if (!wanted) continue;
      const at = flow.now;
      const expected = flow.play(wanted);
      if (wanted.type === 'wait') clock.advance(wanted.seconds);
      else expect(await act(played, wanted), JSON.stringify(wanted)).toBe(expected);
      const { sent } = flow;
      if (sent) played.digits.set(sent.id, await lastCode(server));
      const entry = { at, act: wanted, outcome: expected, sent };
      if (expected === 'session') expect(missingProof(entries, entry)).toBeNull();
      entries.push(entry);
    }
    const given = entries.filter(({ outcome }) => outcome === 'session').length;
    const { db } = server.context;
    const kept = await db.selectFrom('session').select('id').where('person_id', '=', played.person.id).execute();
    expect(kept).toHaveLength(given);
    sessions += given;
  });
  await fc.assert(property, onTheServer);
  // The test is useless if no sequence succeeds.
  expect(sessions).toBeGreaterThan(onTheServer.numRuns / 6);
});
