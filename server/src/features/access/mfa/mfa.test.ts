import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword } from '../../../demo/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { passwordBucketKey } from '../../../core/throttle/throttle.ts';
import { lastCode, otherThan, outbox, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, raiseRiskFlag, testPassword, type TestPerson } from '../../../testing/person.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const withFactor = (accounts: Parameters<typeof addPerson>[1] = {}) =>
  addPerson(server, { mfaEnabled: true, ...accounts });

/** A person who has proven the password and waits for a code. */
async function pending(wanted: Parameters<typeof addPerson>[1] = {}, delivery: 'cookie' | 'token' = 'cookie') {
  const person = await withFactor(wanted);
  const here = new TestBrowser(server, delivery);
  const token = await here.begin(person.username, testPassword);
  const send = (type?: string) => here.sendCode(person.username, token, type);
  const enter = (code: string) => here.authenticate(person.username, code, token);
  return { person, here, token, send, enter };
}

/** The same, with a code sent. */
async function waiting(...wanted: Parameters<typeof pending>) {
  const all = await pending(...wanted);
  expect((await all.send()).status).toBe(200);
  return { ...all, code: await lastCode(server) };
}

const code = (answer: { body: Record<string, unknown> }) => answer.body['Code'];
const sentTo = async (person: TestPerson) =>
  (await outbox(server)).filter(({ recipient }) => recipient.startsWith(person.id));

test('a code is not compared with another way than it was sent by, and that is no wrong code', async () => {
  const { person, here, token, code: sent } = await waiting();
  const by = (type: string) => here.authenticate(person.username, sent, token, type);
  for (let time = 0; time < 6; time += 1) expect(code(await by('PhoneNumber'))).toBe('MFA_INVALID_CODE');
  expect((await by('Email')).status).toBe(200);
});

describe('a sign-in on a new device', () => {
  test(
    'requires the second factor, sends nothing yet, and is no session',
    { tags: ['@3.3', '@3.4', '@4.1'] },
    async () => {
      const person = await withFactor();
      const here = new TestBrowser(server);
      const answer = await here.login(person.username, testPassword);
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({
        Code: 'MFA',
        TwoFactorAuthSessionId: expect.stringMatching(/^mfp_[\w-]{43}$/),
        TwoFactorAuthEntities: [
          {
            EntityType: 'Email',
            EntityAuthStatus: 'Authenticated',
            EntityMasked: expect.stringMatching(/^.•••@p•••\.example$/),
          },
        ],
      });
      expect(answer.headers['retry-after']).toBeUndefined();
      expect([...here.cookies]).toEqual([]);
      expect((await here.session(String(answer.body['TwoFactorAuthSessionId']))).status).toBe(401);
      expect(await sentTo(person)).toEqual([]);
    },
  );

  test(
    'ends with a session and a trusted device, on which the next one needs no code',
    { tags: ['@3.7', '@7.31'] },
    async () => {
      const { person, here, enter, code: right } = await waiting();
      const answer = await enter(`${right.slice(0, 3)} ${right.slice(3)}`);
      expect(answer).toMatchObject({ status: 200, body: { hasUnverifiedPhone: false } });
      expect((await here.session()).status).toBe(200);
      expect(await eventsOf(server, person.id)).toEqual([
        'authn_mfa_required',
        'authn_mfa_code_sent',
        'authn_login_success',
        'session_created',
        'authn_device_trusted',
      ]);
      expect((await here.login(person.username, testPassword)).status).toBe(200);
      expect(code(await new TestBrowser(server).login(person.username, testPassword))).toBe('MFA');
    },
  );

  test('requires it again after 30 days, in another browser, and when the trust was revoked', async () => {
    const { person, here, enter, code: right } = await waiting();
    await enter(right);
    const { userAgent } = here;
    here.userAgent =
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    expect(code(await here.login(person.username, testPassword))).toBe('MFA');
    here.userAgent = userAgent;
    server.clock.advance(30 * 86_400 - 60);
    expect((await here.login(person.username, testPassword)).status).toBe(200);
    server.clock.advance(61);
    expect(code(await here.login(person.username, testPassword))).toBe('MFA');
    await here.signIn(person.username, testPassword);
    expect((await here.login(person.username, testPassword)).status).toBe(200);
    await server.context.db
      .updateTable('trusted_device')
      .set({ revoked_at: server.clock.now() })
      .where('person_id', '=', person.id)
      .execute();
    expect(code(await here.login(person.username, testPassword))).toBe('MFA');
  });

  test('trusts the device for that person only', async () => {
    const { here, enter, code: right } = await waiting();
    await enter(right);
    const other = await withFactor();
    expect(code(await here.login(other.username, testPassword))).toBe('MFA');
  });

  describe.each(['cookie', 'token'] as const)('and the %s that identifies it', (delivery) => {
    const heldBy = (browser: TestBrowser) =>
      delivery === 'cookie' ? browser.cookies.get('__Host-did')! : browser.credential!;
    const give = (browser: TestBrowser, held: string) => {
      if (delivery === 'cookie') browser.cookies.set('__Host-did', held);
      else browser.credential = held;
    };
    /** Answers for tokens bring the new credential; a cookie is kept by itself. */
    async function signIn(browser: TestBrowser, { username }: TestPerson) {
      browser.cookies.delete('__Host-sid');
      const { status, body } = await browser.enter(username, testPassword);
      expect(status).toBe(200);
      if (delivery === 'token') give(browser, String(body['device_credential']));
    }
    const isTrusting = async (browser: TestBrowser, { username }: TestPerson) => {
      browser.cookies.delete('__Host-sid');
      return code(await browser.login(username, testPassword)) !== 'MFA';
    };
    async function shared() {
      const [before, person] = [await withFactor(), await withFactor()];
      const here = new TestBrowser(server, delivery);
      await signIn(here, before);
      const copy = new TestBrowser(server, delivery);
      give(copy, heldBy(here));
      return { before, person, here, copy };
    }

    test('keeps everyone known who proves a code there', async () => {
      const { before, person, here } = await shared();
      const third = await withFactor({ mfaEnabled: false });
      await signIn(here, person);
      await signIn(here, third);
      await signIn(here, before);
      for (const each of [before, person]) expect(await isTrusting(here, each)).toBe(true);
    });

    test('is worthless, if copied before a person proves a code, for this person', async () => {
      const { before, person, here, copy } = await shared();
      await signIn(here, person);
      expect(await isTrusting(copy, person)).toBe(false);
      expect(await isTrusting(copy, before)).toBe(true);
      server.clock.advance(31 * 86_400);
      await signIn(here, before);
      expect(await isTrusting(copy, before)).toBe(false);
      expect(await isTrusting(here, before)).toBe(true);
    });

    test('stays its owner’s, whatever a stranger with a copy proves', async () => {
      const { before: owner, person: stranger, here, copy } = await shared();
      const held = heldBy(here);
      await signIn(copy, stranger);
      server.clock.advance(1);
      await signIn(copy, stranger);
      expect(await isTrusting(here, owner)).toBe(true);
      expect(heldBy(here)).toBe(held);
    });

    test('holds the eight people who used it last', async () => {
      const { before, here } = await shared();
      const others = await Promise.all(Array.from({ length: 8 }, () => withFactor()));
      for (const each of others) await signIn(here, each);
      expect(await isTrusting(here, others[0]!)).toBe(true);
      expect(await isTrusting(here, before)).toBe(false);
    });
  });

  test('works for callers with tokens, who have to prove it each time', async () => {
    const { person, here, enter, code: right } = await waiting({}, 'token');
    const { body } = await enter(right);
    expect((await here.session(String(body['access_token']))).status).toBe(200);
    expect([...here.cookies]).toEqual([]);
    expect(code(await here.login(person.username, testPassword))).toBe('MFA');
  });

  test(
    "by text: the code goes to the confirmed phone, with the line for the browser's autofill",
    { tags: ['@3.5', '@3.6', '@7.34'] },
    async () => {
      const here = new TestBrowser(server);
      const token = await here.begin('several', demoPassword);
      const sent = await here.sendCode('several', token, 'PhoneNumber');
      expect(sent).toMatchObject({ status: 200, body: { entityMasked: '•••\u00a0•••\u00a0••42' } });
      const [message] = await outbox(server);
      expect(message).toMatchObject({ channel: 'sms', recipient: '+12125550142' });
      expect(message!.text.split('\n').at(-1)).toBe(`@localhost #${await lastCode(server)}`);
      expect((await here.authenticate('several', await lastCode(server), token)).status).toBe(200);
      const row = await server.context.db
        .selectFrom('session')
        .select('methods')
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow();
      expect(row.methods).toEqual(['password', 'sms']);
    },
  );
});

describe('sending a code is refused', () => {
  test.each([
    ['another name', async () => (await withFactor()).username],
    ['an unknown name', async () => 'nobody'],
  ])('for %s: UNAUTHENTICATED', async (_what, name) => {
    const { here, token } = await pending();
    expect(await here.sendCode(await name(), token)).toMatchObject({
      status: 401,
      body: { Code: 'UNAUTHENTICATED' },
    });
  });

  test('without a pending sign-in: UNAUTHENTICATED', async () => {
    const { person, here } = await pending();
    for (const token of [`mfp_${'a'.repeat(43)}`, `ses_${'a'.repeat(43)}`, 'x'])
      expect(code(await here.sendCode(person.username, token))).toBe('UNAUTHENTICATED');
  });

  test('after 15 minutes, and after the sign-in is complete: UNAUTHENTICATED', async () => {
    const over = await pending();
    server.clock.advance(901);
    expect(code(await over.send())).toBe('UNAUTHENTICATED');
    const done = await waiting();
    await done.enter(done.code);
    server.clock.advance(31);
    expect(code(await done.send())).toBe('UNAUTHENTICATED');
  });

  test('without an address: MFA_EMAIL_NOT_EXISTS', async () => {
    const contacts = [{ kind: 'PhoneNumber', address: '+12125550101', verified: false }] as const;
    const { send } = await pending({ contacts });
    expect(await send()).toMatchObject({ status: 400, body: { Code: 'MFA_EMAIL_NOT_EXISTS' } });
    expect(code(await send('PhoneNumber'))).toBe('MFA_EMAIL_NOT_EXISTS');
  });

  test('to a phone on the STOP list: STOP_LIST_REQUESTED with the number to text; email works', async () => {
    const here = new TestBrowser(server);
    const token = await here.begin('stopped', demoPassword);
    expect(await here.sendCode('stopped', token, 'PhoneNumber')).toMatchObject({
      status: 400,
      body: { Code: 'STOP_LIST_REQUESTED', PhoneNumber: '+1 555 010 0199' },
    });
    expect((await here.sendCode('stopped', token, 'Email')).status).toBe(200);
  });

  test('beyond 1 in 30 s, 3 in 10 min and 10 in a day, over all sign-ins: RESEND_LIMIT_REACHED', async () => {
    const { person, here, send } = await pending();
    expect((await send()).status).toBe(200);
    const again = await send();
    expect(again).toMatchObject({ status: 429, body: { Code: 'RESEND_LIMIT_REACHED' } });
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(25);
    let sent = 1;
    for (let second = 0; second < 84_000; second += 3000) {
      server.clock.advance(3000);
      const token = await here.begin(person.username, testPassword);
      if ((await here.sendCode(person.username, token)).status === 200) sent += 1;
    }
    expect(sent).toBe(10);
    expect(await sentTo(person)).toHaveLength(10);
  });

  test('the first code of another sign-in does not wait 30 s; the fourth in 10 min does wait', async () => {
    const { person, send } = await waiting();
    for (let more = 0; more < 2; more += 1) {
      const there = new TestBrowser(server);
      const token = await there.begin(person.username, testPassword);
      expect((await there.sendCode(person.username, token)).status).toBe(200);
      const again = await there.sendCode(person.username, token);
      expect(again).toMatchObject({ status: 429, body: { Code: 'RESEND_LIMIT_REACHED' } });
    }
    const there = new TestBrowser(server);
    // The answer to the password says so.
    const asked = await there.login(person.username, testPassword);
    expect(Number(asked.headers['retry-after'])).toBeGreaterThan(590);
    const fourth = await there.sendCode(person.username, String(asked.body['TwoFactorAuthSessionId']));
    expect(fourth).toMatchObject({ status: 429, body: { Code: 'RESEND_LIMIT_REACHED' } });
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(590);
    server.clock.advance(31);
    expect(code(await send())).toBe('RESEND_LIMIT_REACHED');
    expect(await sentTo(person)).toHaveLength(3);
  });

  test('codes that were used do not count (decision 066)', async () => {
    const { person } = await pending();
    for (let more = 0; more < 5; more += 1) {
      const there = new TestBrowser(server);
      const token = await there.begin(person.username, testPassword);
      expect((await there.sendCode(person.username, token)).status).toBe(200);
      expect((await there.authenticate(person.username, await lastCode(server), token)).status).toBe(200);
    }
  });

  test('of 16 requests at once one sends a code', async () => {
    const { person, send } = await pending();
    const answers = await Promise.all(Array.from({ length: 16 }, () => send()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => code(answer) === 'RESEND_LIMIT_REACHED')).toHaveLength(15);
    expect(await sentTo(person)).toHaveLength(1);
  });
});

describe('a new code', () => {
  test('supersedes the older one', async () => {
    const { send, enter, code: first } = await waiting();
    server.clock.advance(31);
    await send();
    const second = await lastCode(server);
    expect(code(await enter(first))).toBe('MFA_INVALID_CODE');
    expect((await enter(second)).status).toBe(200);
  });
});

describe('entering a code is refused', () => {
  test.each(['12345', '1234567', 'abcdef', '12 34 5'])(
    '%s: InvalidCodeFormat, and nothing is counted',
    async (typed) => {
      const { enter, code: right } = await waiting();
      for (let time = 0; time < 6; time += 1)
        expect(await enter(typed)).toMatchObject({ status: 400, body: { Code: 'InvalidCodeFormat' } });
      expect((await enter(right)).status).toBe(200);
    },
  );

  test('a wrong one: MFA_INVALID_CODE, and the correct one still works', async () => {
    const { person, enter, code: right } = await waiting();
    for (let time = 0; time < 4; time += 1)
      expect(await enter(otherThan(right))).toMatchObject({ status: 400, body: { Code: 'MFA_INVALID_CODE' } });
    expect((await enter(right)).status).toBe(200);
    expect((await eventsOf(server, person.id)).filter((type) => type === 'authn_mfa_fail')).toHaveLength(4);
  });

  test('before one was requested: MFA_INVALID_CODE', async () => {
    const { enter } = await pending();
    for (let time = 0; time < 30; time += 1) expect(code(await enter('123456'))).toBe('MFA_INVALID_CODE');
  });

  test(
    'the fifth wrong one: MFA_MAX_ATTEMPT_LIMIT_REACHED, and a new code is sent by the same way',
    { tags: '@8.11' },
    async () => {
      const { person, send, enter, code: right } = await waiting();
      for (let time = 0; time < 4; time += 1) await enter(otherThan(right));
      expect(await enter(otherThan(right))).toMatchObject({
        status: 400,
        body: { Code: 'MFA_MAX_ATTEMPT_LIMIT_REACHED' },
      });
      expect(await sentTo(person)).toHaveLength(2);
      const next = await lastCode(server);
      expect(code(await send())).toBe('RESEND_LIMIT_REACHED');
      expect(code(await enter(right))).toBe('MFA_INVALID_CODE');
      expect((await enter(next)).status).toBe(200);
    },
  );

  test('the fifth wrong one with 3 sent in 10 min: RESEND_LIMIT_REACHED, and the old code stays invalid', async () => {
    const { person, send, enter } = await waiting();
    for (let more = 0; more < 2; more += 1) {
      server.clock.advance(31);
      expect((await send()).status).toBe(200);
    }
    const right = await lastCode(server);
    for (let time = 0; time < 4; time += 1) await enter(otherThan(right));
    const fifth = await enter(otherThan(right));
    expect(fifth).toMatchObject({ status: 429, body: { Code: 'RESEND_LIMIT_REACHED', Because: 'attempts' } });
    expect(fifth.headers['retry-after']).toBeDefined();
    expect(code(await enter(right))).toBe('RESEND_LIMIT_REACHED');
    expect(await sentTo(person)).toHaveLength(3);
    server.clock.advance(600 - 2 * 31);
    expect(code(await enter(right))).toBe('MFA_MAX_ATTEMPT_LIMIT_REACHED');
    expect(await sentTo(person)).toHaveLength(4);
    expect((await enter(await lastCode(server))).status).toBe(200);
  });

  test('an expired one, correct or wrong: MFA_CODE_EXPIRED, a new one is sent, and no failure is counted', async () => {
    const { person, enter, code: right } = await waiting();
    server.clock.advance(601);
    expect(await enter(right)).toMatchObject({ status: 400, body: { Code: 'MFA_CODE_EXPIRED' } });
    const next = await lastCode(server);
    expect(await sentTo(person)).toHaveLength(2);
    expect(await eventsOf(server, person.id)).not.toContain('authn_mfa_fail');
    expect((await enter(next)).status).toBe(200);
  });

  test('an expired one with 3 sent in 10 min: RESEND_LIMIT_REACHED; with fewer, MFA_CODE_EXPIRED at once', async () => {
    const { person, here, enter, code: right } = await waiting();
    server.clock.advance(540);
    // Codes of other sign-ins use up the quota.
    for (let more = 0; more < 3; more += 1) {
      const other = await here.begin(person.username, testPassword);
      expect((await here.sendCode(person.username, other)).status).toBe(more < 2 ? 200 : 429);
    }
    server.clock.advance(30);
    const last = await here.begin(person.username, testPassword);
    expect(code(await here.sendCode(person.username, last))).toBe('RESEND_LIMIT_REACHED');
    server.clock.advance(31);
    expect((await here.sendCode(person.username, last)).status).toBe(200);
    expect((await enter(right)).body).toMatchObject({ Code: 'RESEND_LIMIT_REACHED', Because: 'expired' });
    expect(await sentTo(person)).toHaveLength(4);

    const fresh = await waiting();
    server.clock.advance(590);
    const other = await fresh.here.begin(fresh.person.username, testPassword);
    expect((await fresh.here.sendCode(fresh.person.username, other)).status).toBe(200);
    server.clock.advance(11);
    expect(code(await fresh.enter(fresh.code))).toBe('MFA_CODE_EXPIRED');
  });

  test.each([
    ['an unknown sign-in', `mfp_${'a'.repeat(43)}`],
    ['a session token', `ses_${'a'.repeat(43)}`],
    ['nothing', ''],
  ])('for %s: UNAUTHENTICATED', async (_what, token) => {
    const { person, here, code: right } = await waiting();
    expect(await here.authenticate(person.username, right, token)).toMatchObject({
      status: 401,
      body: { Code: 'UNAUTHENTICATED' },
    });
  });

  test('for another name: UNAUTHENTICATED, and nothing is counted', async () => {
    const { person, here, token, code: right } = await waiting();
    for (let time = 0; time < 6; time += 1)
      expect(code(await here.authenticate('cardholder', otherThan(right), token))).toBe('UNAUTHENTICATED');
    expect((await here.authenticate(person.username.toUpperCase(), right, token)).status).toBe(200);
  });

  test('of another sign-in of the same person: MFA_INVALID_CODE', async () => {
    const { person, here, code: right } = await waiting();
    server.clock.advance(31);
    const other = await here.begin(person.username, testPassword);
    await here.sendCode(person.username, other);
    expect(code(await here.authenticate(person.username, right, other))).toBe('MFA_INVALID_CODE');
  });

  test('a second time: UNAUTHENTICATED', async () => {
    const { enter, code: right } = await waiting();
    expect((await enter(right)).status).toBe(200);
    expect(code(await enter(right))).toBe('UNAUTHENTICATED');
  });

  test('after the password was changed: UNAUTHENTICATED', async () => {
    const { person, enter, code: right } = await waiting();
    server.clock.advance(1);
    await server.context.db
      .updateTable('person')
      .set({ password_changed_at: server.clock.now() })
      .where('id', '=', person.id)
      .execute();
    expect(code(await enter(right))).toBe('UNAUTHENTICATED');
  });

  test('while the password is locked: LOCKED', async () => {
    const { person, enter, code: right } = await waiting();
    const key = passwordBucketKey(server.context.keys, person);
    const locked = { failures: 100, closed_until: null };
    await server.context.db
      .insertInto('throttle')
      .values({ key, window_started_at: server.clock.now(), ...locked })
      .execute();
    expect(await enter(right)).toMatchObject({ status: 423, body: { Code: 'LOCKED' } });
    await server.context.db.deleteFrom('throttle').where('key', '=', key).execute();
    expect((await enter(right)).status).toBe(200);
  });

  test('after 20 wrong ones in a day, over all sign-ins: LOCKED, sending too, until the day is over', async () => {
    const person = await withFactor();
    const here = new TestBrowser(server);
    for (let round = 0; round < 4; round += 1) {
      const token = await here.begin(person.username, testPassword);
      expect((await here.sendCode(person.username, token)).status).toBe(200);
      const right = await lastCode(server);
      for (let time = 0; time < 5; time += 1) await here.authenticate(person.username, otherThan(right), token);
      server.clock.advance(601);
    }
    const token = await here.begin(person.username, testPassword);
    expect(await here.sendCode(person.username, token)).toMatchObject({ status: 423, body: { Code: 'LOCKED' } });
    expect(await eventsOf(server, person.id)).toContain('authn_mfa_lock');
    server.clock.advance(86_400);
    await here.signIn(person.username, testPassword);
  });

  test('a correct one is LOCKED, too, if the twentieth failure was in another sign-in', async () => {
    const { person, here, enter, code: right } = await waiting();
    const key = server.context.keys.mac('second-factor-failures', person.id);
    await server.context.db
      .insertInto('throttle')
      .values({ key, failures: 20, window_started_at: server.clock.now(), closed_until: null })
      .execute();
    expect(code(await enter(right))).toBe('LOCKED');
    expect((await here.session()).status).toBe(401);
  });
});

describe('a correct code after the sign-in has expired', () => {
  async function late() {
    const all = await pending();
    server.clock.advance(880);
    expect((await all.send()).status).toBe(200);
    server.clock.advance(30);
    return { ...all, code: await lastCode(server) };
  }

  test('trusts the device and gives no session: MFA_SESSION_EXPIRED', async () => {
    const { person, here, enter, code: right } = await late();
    expect(code(await enter(right))).toBe('MFA_SESSION_EXPIRED');
    expect([...here.cookies.keys()]).toEqual(['__Host-did']);
    expect(await eventsOf(server, person.id)).not.toContain('session_created');
    expect((await here.login(person.username, testPassword)).status).toBe(200);
  });

  test('does so once, and only if it is correct', async () => {
    const { person, here, token, enter, code: right } = await late();
    expect(code(await enter(otherThan(right)))).toBe('MFA_INVALID_CODE');
    expect(code(await here.login(person.username, testPassword))).toBe('MFA');
    expect(code(await enter(right))).toBe('MFA_SESSION_EXPIRED');
    expect((await here.login(person.username, testPassword)).status).toBe(200);
    const elsewhere = new TestBrowser(server);
    expect(code(await elsewhere.authenticate(person.username, right, token))).toBe('UNAUTHENTICATED');
    expect([...elsewhere.cookies]).toEqual([]);
  });

  test('a wrong or used one trusts nothing, and no new code is sent: UNAUTHENTICATED', async () => {
    const { person, enter } = await late();
    server.clock.advance(601);
    expect(code(await enter('123456'))).toBe('UNAUTHENTICATED');
    expect(await sentTo(person)).toHaveLength(1);
  });
});

describe('the policy is checked again at the end', () => {
  test('an account that was closed meanwhile is not signed in to', async () => {
    const { person, here, enter, code: right } = await waiting({ accounts: [{}, {}] });
    await server.context.db
      .updateTable('membership')
      .set({ status: 'CLOSED' })
      .where('id', '=', person.membershipIds[0]!)
      .execute();
    expect((await enter(right)).status).toBe(200);
    expect((await here.session()).body['userId']).toBe(person.membershipIds[1]);
  });

  test('a person restricted meanwhile gets a restricted session, and needs a code on trusted devices, too', async () => {
    const { person, here, enter, code: right } = await waiting();
    await raiseRiskFlag(server, person.id);
    expect((await enter(right)).status).toBe(200);
    expect((await here.session()).body['isSuspect']).toBe(true);
    expect(code(await here.login(person.username, testPassword))).toBe('MFA');
  });
});
