import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CaptchaUnavailable, type Captcha, type Solution } from '../../../ports/captcha/captcha.ts';
import { solve } from '../../../testing/ports/solve.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { outbox, TestBrowser } from '../../../testing/browser.ts';
import { addPerson, eventsOf, testPassword } from '../../../testing/person.ts';
import { boundedQueue } from '../../../bounded-queue.ts';
import type { Passwords } from '../../../ports/passwords/passwords.ts';
import { networksOf } from '../../../http/client.ts';
import { addressBucketKey, passwordBucketKey } from '../../../core/throttle/throttle.ts';

/** Accepts every token but `wrong`, and records the calls; `down` simulates a failing provider. */
class EasyCaptcha implements Captcha {
  readonly asked: Solution[] = [];
  async verify(token: string, solution: Solution): Promise<boolean> {
    this.asked.push(solution);
    if (token === 'down') throw new CaptchaUnavailable('down');
    return token !== 'wrong';
  }
  publicConfig = () => ({ provider: 'altcha' }) as const;
}

let server: TestServer;
let realCaptcha: Captcha;
let easy: EasyCaptcha;
beforeAll(async () => {
  server = await startTestServer();
  realCaptcha = server.context.captcha;
});
afterAll(() => server.close());
beforeEach(() => {
  easy = new EasyCaptcha();
  server.context.captcha = easy;
});
const browser = () => new TestBrowser(server);

/** Fails as a stranger does, from a new address each time, and returns the codes. */
async function fail(username: string, times: number): Promise<unknown[]> {
  const codes: unknown[] = [];
  for (let time = 0; time < times; time += 1)
    codes.push((await browser().login(username, 'wrong', 'token')).body['Code']);
  return codes;
}

/** Writes as many failures of strangers. */
async function failedBefore(username: string, failures: number): Promise<void> {
  const { db, keys, clock } = server.context;
  const key = passwordBucketKey(keys, { username });
  await db
    .insertInto('throttle')
    .values({ key, failures, window_started_at: clock.now(), closed_until: null })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ failures, closed_until: null }))
    .execute();
}

describe('the captcha', () => {
  test('is required from the third failure on, harder with each step, and counts nothing itself', async () => {
    const { username } = await addPerson(server);
    const asked: unknown[] = [];
    for (let failures = 0; failures < 10; failures += 1) {
      const { body } = await browser().login(username, 'wrong', 'wrong');
      asked.push(body['Difficulty'] ?? 0);
      if (body['Code'] === 'RECAPTCHA_LOCK') await fail(username, 1);
    }
    expect(asked).toEqual([0, 0, 0, 1, 1, 2, 2, 2, 3, 3]);
  });

  test('of the next attempt is named by the refusal of a solved one, so that nobody solves twice for one attempt', async () => {
    const { username } = await addPerson(server);
    const needed: unknown[] = [];
    let required: unknown;
    for (let failures = 0; failures < 9; failures += 1) {
      const { body } = await browser().login(username, 'wrong', 'token');
      if (required !== undefined) needed.push([required, easy.asked.at(-1)?.minimumDifficulty]);
      required = body['Difficulty'];
    }
    expect(needed).toEqual([4, 5, 6, 7, 8].map((before) => Array(2).fill(before < 5 ? 1 : before < 8 ? 2 : 3)));
  });

  test('is bound to the sign-in, the address and the difficulty', async () => {
    const { username } = await addPerson(server);
    await fail(username, 5);
    const here = browser();
    expect((await here.login(username, testPassword, 'token')).status).toBe(200);
    expect(easy.asked.at(-1)).toEqual({
      action: 'login',
      ipPrefix: here.address,
      minimumDifficulty: 2,
      remoteIp: here.address,
    });
  });

  test('admits one check of the password once it is solved', { tags: '@3.1' }, async () => {
    server.context.captcha = realCaptcha;
    const { username } = await addPerson(server);
    await fail(username, 3);
    const here = browser();
    const { body } = await here.login(username, testPassword);
    expect(body).toMatchObject({ Code: 'RECAPTCHA_LOCK', Difficulty: 1 });
    const challenge = await here.ask('GET', '/api/captcha/challenge?action=login&difficulty=1');
    const { token } = await solve(challenge.body as Parameters<typeof solve>[0]);
    expect((await browser().login(username, testPassword, token)).body['Code']).toBe('RECAPTCHA_LOCK');
    expect((await here.login(username, testPassword, token)).status).toBe(200);
  });

  test('blocks strangers while its provider is down; the owner on a known device goes on', async () => {
    const { username } = await addPerson(server);
    const here = browser();
    await here.login(username, testPassword);
    await fail(username, 3);
    for (let time = 0; time < 3; time += 1) await here.login(username, 'mistyped');
    expect((await browser().login(username, testPassword, 'down')).body['Code']).toBe('RECAPTCHA_LOCK');
    expect((await here.login(username, testPassword, 'down')).status).toBe(200);
  });

  test.each([
    ['2001:db8:5:aa11::1', '2001:db8:5:aaff::1', 4, 402],
    ['2001:db8:6:aa11::1', '2001:db8:6:bbff::1', 16, 402],
    ['2001:db8:7:aa11::1', '2001:db8:7:bbff::1', 15, 401],
    ['2001:db8:8:aa11::1', '2001:db8:9:aa11::1', 16, 401],
  ])('is required at %s for failures at %s if there are thirty times %i: %i', async (near, far, times, status) => {
    const { keys, clock, db } = server.context;
    for (const { prefix } of networksOf(far)) {
      const key = addressBucketKey(keys, prefix);
      await db
        .insertInto('throttle')
        .values({ key, failures: 30 * times, window_started_at: clock.now() })
        .execute();
    }
    const here = Object.assign(new TestBrowser(server), { address: near });
    expect((await here.login('nobody.here', 'wrong')).status).toBe(status);
  });

  test('a wrong password counts for every network around an IPv6 address', async () => {
    const { keys, db } = server.context;
    const here = Object.assign(new TestBrowser(server), { address: '2001:db8:a:aa11::1' });
    await here.login('nobody.at.all', 'wrong');
    const counted = db.selectFrom('throttle').select('failures');
    const networks = networksOf(here.address).map(({ prefix }) => addressBucketKey(keys, prefix));
    expect(await counted.where('key', 'in', networks).execute()).toEqual([1, 1, 1].map((failures) => ({ failures })));
  });

  test('is required of a whole address after thirty failures there, but not on known devices', async () => {
    const owner = await addPerson(server);
    const here = browser();
    await here.login(owner.username, testPassword);
    for (let name = 0; name < 30; name += 1) await here.login(`nobody.${name}`, 'wrong');
    const { username } = await addPerson(server);
    expect((await here.login(username, testPassword)).body).toMatchObject({ Code: 'RECAPTCHA_LOCK', Difficulty: 1 });
    expect((await here.login(owner.username, testPassword)).status).toBe(200);
    expect((await here.login(username, testPassword, 'token')).status).toBe(200);
    expect((await browser().login((await addPerson(server)).username, testPassword)).status).toBe(200);
    server.clock.advance(600);
    expect((await here.login((await addPerson(server)).username, testPassword)).status).toBe(200);
  });
});

describe('a bucket of failures', () => {
  test('closes at the tenth, for longer each time, and opens again', async () => {
    const { username } = await addPerson(server);
    expect(await fail(username, 11)).toEqual([...Array.from({ length: 10 }, () => 'INVALID_CREDENTIALS'), 'LOCKED']);
    const closed = await browser().login(username, testPassword, 'token');
    expect(closed).toMatchObject({ status: 423, body: { Code: 'LOCKED' } });
    expect(Number(closed.headers['retry-after'])).toBeGreaterThan(890);
    for (const seconds of [900, 1800, 3600, 3600]) {
      server.clock.advance(seconds - 5);
      expect(await fail(username, 1)).toEqual(['LOCKED']);
      server.clock.advance(6);
      expect(await fail(username, 2)).toEqual(['INVALID_CREDENTIALS', 'LOCKED']);
    }
    server.clock.advance(3601);
    expect((await browser().login(username, testPassword, 'token')).status).toBe(200);
    expect(await fail(username, 1)).toEqual(['INVALID_CREDENTIALS']);
  });

  test('of an unknown name closes like any other', async () => {
    const { username } = await addPerson(server);
    const unknown = `${username}.nobody`;
    expect(await fail(unknown, 11)).toEqual(await fail(username, 11));
    const [one, two] = [await browser().login(username, 'x'), await browser().login(unknown, 'x')];
    expect(two.body).toEqual(one.body);
  });

  test('at a hundred is locked until it is reset', async () => {
    const { username } = await addPerson(server);
    await failedBefore(username, 99);
    expect(await fail(username, 2)).toEqual(['INVALID_CREDENTIALS', 'LOCKED']);
    server.clock.advance(365 * 86_400);
    const answer = await browser().login(username, testPassword, 'token');
    expect(answer).toMatchObject({ status: 423, body: { Code: 'LOCKED' } });
    expect(answer.headers['retry-after']).toBeUndefined();
  });
});

describe('a stranger', () => {
  test('can never keep the owner out of a known device', async () => {
    const { username } = await addPerson(server);
    const here = browser();
    await here.login(username, testPassword);
    await fail(username, 10);
    expect((await here.login(username, testPassword)).status).toBe(200);
    await failedBefore(username, 100);
    expect((await browser().login(username, testPassword, 'token')).body['Code']).toBe('LOCKED');
    expect((await here.login(username, testPassword)).status).toBe(200);
  });

  test('with the cookie of another device is still a stranger', async () => {
    const { username } = await addPerson(server);
    const other = await addPerson(server);
    const theirs = browser();
    await theirs.login(other.username, testPassword);
    for (let failures = 0; failures < 10; failures += 1) await theirs.login(username, 'wrong', 'token');
    expect((await browser().login(username, testPassword, 'token')).body['Code']).toBe('LOCKED');
    expect((await theirs.login(other.username, testPassword)).status).toBe(200);
  });

  test("gets no further on the owner's known device", async () => {
    const { username } = await addPerson(server);
    const here = browser();
    await here.login(username, testPassword);
    const codes: unknown[] = [];
    for (let failures = 0; failures < 11; failures += 1)
      codes.push((await here.login(username, 'wrong', 'token')).body['Code']);
    expect(codes.at(-2)).toBe('INVALID_CREDENTIALS');
    expect(codes.at(-1)).toBe('LOCKED');
    expect((await browser().login(username, testPassword)).status).toBe(200);
  });

  test('with 64 guesses at once gets three passwords checked, and with captchas no more than ten', async () => {
    const checked = async (token?: string) => {
      const { username } = await addPerson(server);
      const answers = await Promise.all(Array.from({ length: 64 }, () => browser().login(username, 'wrong', token)));
      return answers.filter(({ body }) => body['Code'] === 'INVALID_CREDENTIALS').length;
    };
    expect(await checked()).toBe(3);
    // The progress of a burst depends on the captchas its parts need; throttle.test.ts has the exact limits.
    expect(await checked('token')).toBeLessThanOrEqual(10);
  });
});

test('the owner is notified at the tenth failure, once a day, and for an unknown name nobody is', async () => {
  const person = await addPerson(server);
  const notices = async () => (await outbox(server)).filter(({ recipient }) => recipient.startsWith(person.id));
  await fail(person.username, 9);
  expect(await notices()).toHaveLength(0);
  await fail(person.username, 1);
  await expect.poll(notices).toHaveLength(1);
  const [notice] = await notices();
  expect(notice!.text).toContain('Hello Robin');
  expect(notice!.html).not.toContain('href');
  expect(await eventsOf(server, person.id)).toEqual([
    ...Array.from({ length: 10 }, () => 'authn_login_fail'),
    'authn_login_lock',
    'authn_failures_notified',
  ]);

  server.clock.advance(901);
  expect((await browser().login(person.username, testPassword, 'token')).status).toBe(200);
  await fail(person.username, 10);
  const jobs = async () => server.context.db.selectFrom('message').select('id').where('sent_at', 'is', null).execute();
  await expect.poll(jobs).toHaveLength(0);
  expect(await notices()).toHaveLength(1);
  server.clock.advance(86_400);
  await browser().login(person.username, testPassword, 'token');
  await fail(person.username, 10);
  await expect.poll(notices).toHaveLength(2);
});

test('too many sign-ins at once are refused as busy, and unchecked ones are not counted', async () => {
  const { username } = await addPerson(server);
  const { passwords } = server.context;
  const oneAtATime = boundedQueue(1, 0);
  const { promise: others, resolve: othersAreRefused } = Promise.withResolvers<void>();
  const verify: Passwords['verify'] = (...asked) => oneAtATime.run(() => others.then(() => passwords.verify(...asked)));
  server.context.passwords = { ...passwords, verify };
  const answers: Awaited<ReturnType<TestBrowser['login']>>[] = [];
  const logIn = async () => {
    if (answers.push(await browser().login(username, 'wrong')) === 2) othersAreRefused();
  };
  await Promise.all([logIn(), logIn(), logIn()]);
  server.context.passwords = passwords;
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 401]);
  expect(answers[0]!.headers['retry-after']).toBe('1');
  const codes: unknown[] = [];
  for (let time = 0; time < 3; time += 1) codes.push((await browser().login(username, 'wrong')).body['Code']);
  expect(codes).toEqual(['INVALID_CREDENTIALS', 'INVALID_CREDENTIALS', 'RECAPTCHA_LOCK']);
});
