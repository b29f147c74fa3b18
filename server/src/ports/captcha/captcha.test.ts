import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database/open.ts';
import { offsetClock } from '../clock/offset.ts';
import { environmentKeys } from '../keys/environment.ts';
import { altchaCaptcha } from './altcha.ts';
import { CaptchaUnavailable, type Captcha, type Solution } from './captcha.ts';
import { recaptcha } from './recaptcha.ts';
import { secret, startSiteverify } from '../../testing/ports/siteverify.ts';
import { encode, solve } from '../../testing/ports/solve.ts';

interface Setup {
  captcha: Captcha;
  /** A second instance of the same captcha. */
  twin: Captcha;
  /** The same captcha while its dependency is down. */
  down: Captcha;
  /** The token of a person who passed. */
  pass(action: string): Promise<string>;
  /** Advances the clock until every token so far has expired. */
  expireAll(): void;
  close(): Promise<void>;
}

async function altchaSetup(): Promise<Setup> {
  const database = await openTestDatabase();
  const deadPool = new Pool({ connectionString: 'postgresql://nobody@127.0.0.1:1/none', max: 1 });
  const clock = offsetClock();
  const keys = environmentKeys(`k:${randomBytes(32).toString('base64')}`);
  const captchaOn = (pool: Pool) => altchaCaptcha({ keys, pool, clock });
  const captcha = captchaOn(database.pool);
  return {
    captcha,
    twin: captchaOn(database.pool),
    down: captchaOn(deadPool),
    pass: async (action) =>
      (await solve(await captcha.challenge!({ action, ipPrefix: solution.ipPrefix, difficulty: 1 }))).token,
    expireAll: () => clock.advance(300),
    async close() {
      await deadPool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function recaptchaSetup(): Promise<Setup> {
  const siteverify = await startSiteverify();
  const settings = { url: siteverify.url, siteKey: 'site-key', secret };
  return {
    captcha: recaptcha(settings),
    twin: recaptcha(settings),
    down: recaptcha({ ...settings, url: 'http://127.0.0.1:1/' }),
    pass: (action) => Promise.resolve(siteverify.pass(action)),
    expireAll: () => siteverify.expireAll(),
    close: siteverify.close,
  };
}

const solution: Solution = { action: 'login', ipPrefix: '203.0.113.9', minimumDifficulty: 1, remoteIp: '203.0.113.9' };

describe.each([
  ['ALTCHA', altchaSetup],
  ['reCAPTCHA', recaptchaSetup],
])('%s', (_name, setUp) => {
  let setup: Setup;
  beforeAll(async () => {
    setup = await setUp();
  });
  afterAll(() => setup.close());

  test('a person passes once', async () => {
    const token = await setup.pass('login');
    expect(await setup.captcha.verify(token, solution)).toBe(true);
    expect(await setup.captcha.verify(token, solution)).toBe(false);
    expect(await setup.twin.verify(token, solution)).toBe(false);
  });

  test('of 16 uses of one token at once, one passes', async () => {
    const token = await setup.pass('login');
    const tries = Array.from({ length: 16 }, (_, index) =>
      (index % 2 ? setup.captcha : setup.twin).verify(token, solution),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toEqual([true]);
  });

  test('a token for one action fails for another', async () => {
    expect(await setup.captcha.verify(await setup.pass('login'), { ...solution, action: 'registration' })).toBe(false);
  });

  test('a token expires', async () => {
    const token = await setup.pass('login');
    setup.expireAll();
    expect(await setup.captcha.verify(token, solution)).toBe(false);
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['white space', ' '],
    ['a word', 'true'],
    ['a megabyte', 'A'.repeat(1_000_000)],
    ['U+0000', '\0'],
    ['U+0000 in base64', Buffer.from('\0').toString('base64')],
    ['a lone surrogate', '\ud800'],
    ['no base64', '%%%'],
    ['cut base64', 'eyJjaGFsbGVuZ2UiO'],
    ['no JSON', Buffer.from('{"challenge":').toString('base64')],
    ['JSON null', encode(null)],
    ['a JSON number', encode(1)],
    ['a JSON list', encode([])],
    ['an empty object', encode({})],
    ['null inside', encode({ challenge: null, solution: null })],
    ['one half', encode({ challenge: { parameters: {} }, solution: {} })],
    ['__proto__', Buffer.from('{"__proto__":{"challenge":{},"solution":{}}}').toString('base64')],
    ['constructor', encode({ constructor: { prototype: {} } })],
    ['a deep object', Buffer.from('{"a":'.repeat(600)).toString('base64')],
    ['a header', 'token\r\nHost: evil'],
    ['another parameter', 'token&secret=x'],
  ])('%s is no token', async (_what, token) => {
    expect(await setup.captcha.verify(token, solution)).toBe(false);
  });

  test('invented tokens fail, and nothing throws', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.base64String(),
          fc.json().map((json) => Buffer.from(json).toString('base64')),
        ),
        async (token) => {
          expect(await setup.captcha.verify(token, solution)).toBe(false);
        },
      ),
    );
  });

  test('when the service is down, it says so, and the token stays valid', async () => {
    const token = await setup.pass('login');
    await expect(setup.down.verify(token, solution)).rejects.toThrow(CaptchaUnavailable);
    expect(await setup.captcha.verify(token, solution)).toBe(true);
  });
});

test('the browser gets the kind of captcha, and no secret', async () => {
  const setups = [await altchaSetup(), await recaptchaSetup()];
  expect(setups.map(({ captcha }) => captcha.publicConfig())).toEqual([
    { provider: 'altcha' },
    { provider: 'recaptcha', siteKey: 'site-key' },
  ]);
  expect(setups.map(({ captcha }) => captcha.challenge !== undefined)).toEqual([true, false]);
  await Promise.all(setups.map((setup) => setup.close()));
});
