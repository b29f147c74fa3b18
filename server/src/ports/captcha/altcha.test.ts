import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../../testing/database/open.ts';
import { offsetClock } from '../clock/offset.ts';
import { environmentKeys } from '../keys/environment.ts';
import { altchaCaptcha } from './altcha.ts';
import { readPayload } from './altcha-payload.ts';
import { altchaWork } from './altcha-work.ts';
import type { Captcha, ChallengeRequest, Solution } from './captcha.ts';
import { encode, solve } from '../../testing/ports/solve.ts';

const request: ChallengeRequest = { action: 'login', ipPrefix: '203.0.113.9', difficulty: 1 };
const solution: Solution = { action: 'login', ipPrefix: '203.0.113.9', minimumDifficulty: 1, remoteIp: '203.0.113.9' };
const someKeys = () => environmentKeys(`k:${randomBytes(32).toString('base64')}`);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let pool: Pool;
let captcha: Captcha;
const clock = offsetClock({ now: () => new Date('2026-03-01T12:00:00Z') });
beforeAll(async () => {
  database = await openTestDatabase();
  pool = database.pool;
  captcha = altchaCaptcha({ keys: someKeys(), pool, clock });
});
afterAll(() => database[Symbol.asyncDispose]());
const solved = async (change: Partial<ChallengeRequest> = {}) => {
  const parts = await solve(await captcha.challenge!({ ...request, ...change }));
  return { ...parts, data: readPayload(parts.token)!.challenge.parameters.data };
};
const remembered = async () => (await pool.query<{ id: string }>('select id from captcha_solution')).rows;

test('a challenge contains its purpose, and not its answer', async () => {
  const { parameters, signature } = await captcha.challenge!(request);
  expect(parameters).toMatchObject({
    algorithm: 'PBKDF2/SHA-256',
    cost: 5000,
    data: {
      action: 'login',
      ipPrefix: '203.0.113.9',
      difficulty: 1,
      validUntil: Date.parse('2026-03-01T12:05:00Z') / 1000,
    },
  });
  expect(parameters).not.toHaveProperty('counter');
  expect(signature).toMatch(/^[0-9a-f]{64}$/);
});

test('no two challenges are alike', async () => {
  const challenges = await Promise.all([1, 2, 3].map(() => captcha.challenge!(request)));
  expect(new Set(challenges.map(({ parameters }) => parameters['nonce'])).size).toBe(3);
  expect(new Set(challenges.map(({ parameters }) => parameters['keyPrefix'])).size).toBe(3);
});

describe('a solution is for one purpose', () => {
  test('not for another network, and trying does not use it up', async () => {
    const { token } = await solved();
    expect(await captcha.verify(token, { ...solution, ipPrefix: '203.0.113.10' })).toBe(false);
    expect(await captcha.verify(token, solution)).toBe(true);
  });

  test('not for more than its difficulty', async () => {
    const easy = await solved();
    expect(await captcha.verify(easy.token, { ...solution, minimumDifficulty: 2 })).toBe(false);
    const harder = await solved({ difficulty: 2 });
    expect(await captcha.verify(harder.token, { ...solution, minimumDifficulty: 3 })).toBe(false);
    expect(await captcha.verify(harder.token, solution)).toBe(true);
  });

  test('not for another installation', async () => {
    const { token } = await solved();
    expect(await altchaCaptcha({ keys: someKeys(), pool, clock }).verify(token, solution)).toBe(false);
  });

  test('not for another challenge', async () => {
    const [one, other] = [await solved(), await solved()];
    expect(await captcha.verify(encode({ challenge: one.challenge, solution: other.solution }), solution)).toBe(false);
    const { parameters } = one.challenge;
    const swapped = encode({ challenge: { parameters, signature: other.challenge.signature }, solution: one.solution });
    expect(await captcha.verify(swapped, solution)).toBe(false);
  });
});

test('it is valid for five minutes', async () => {
  const [kept, late] = [await solved(), await solved()];
  clock.advance(299);
  expect(await captcha.verify(kept.token, solution)).toBe(true);
  clock.advance(1);
  expect(await captcha.verify(late.token, solution)).toBe(false);
});

test('a token has one alphabet and a bounded length', async () => {
  const { challenge, solution: found, token } = await solved();
  const spacious = Buffer.from(JSON.stringify({ challenge, solution: found }) + ' '.repeat(4096)).toString('base64');
  for (const other of [`${token}\n`, ` ${token}`, `${token}\0`, `-${token}`, spacious])
    expect(await captcha.verify(other, solution)).toBe(false);
  expect(await captcha.verify(token, solution)).toBe(true);
});

describe('a used solution', () => {
  test('is the same one however it is encoded', async () => {
    const { challenge, solution: found, token } = await solved();
    expect(await captcha.verify(token, solution)).toBe(true);
    const rewritten = [
      encode({ solution: found, challenge }),
      encode({ challenge, solution: { counter: found.counter, derivedKey: found.derivedKey } }),
      encode({ challenge, solution: { ...found, time: 7 } }),
      Buffer.from(JSON.stringify({ challenge, solution: found }, null, 2)).toString('base64'),
      encode({ challenge, solution: { ...found, counter: found.counter + 1 } }),
    ];
    for (const again of rewritten) expect(await captcha.verify(again, solution)).toBe(false);
  });

  test('is deleted long after it has expired, and not before', async () => {
    await pool.query('delete from captcha_solution');
    for (const [seconds, count] of [
      [0, 1],
      [3600, 2],
      [301, 2],
    ] as const) {
      clock.advance(seconds);
      await captcha.verify((await solved()).token, solution);
      expect(await remembered()).toHaveLength(count);
    }
  });

  test('is stored only if it is correct', async () => {
    const before = await remembered();
    const { challenge, solution: found } = await solved();
    await captcha.verify(encode({ challenge, solution: { ...found, derivedKey: '00'.repeat(32) } }), solution);
    expect(await remembered()).toEqual(before);
  });
});

describe('work cannot be saved', () => {
  test('by guessing the key from its prefix', async () => {
    const challenge = await captcha.challenge!(request);
    const derivedKey = String(challenge.parameters['keyPrefix']).padEnd(64, '0');
    expect(await captcha.verify(encode({ challenge, solution: { counter: 1, derivedKey } }), solution)).toBe(false);
  });

  test.each<[string, Record<string, unknown>]>([
    ['cheaper derivations', { cost: 1 }],
    ['a shorter prefix', { keyPrefix: '00' }],
    ['a shorter key', { keyLength: 1 }],
    ['another algorithm', { algorithm: 'SHA-256' }],
    ['no signature of the key', { keySignature: undefined }],
    ['an empty signature of the key', { keySignature: '' }],
    ['its own expiry', { expiresAt: 9_999_999_999 }],
    ['another nonce', { nonce: randomBytes(16).toString('hex') }],
    ['another salt', { salt: randomBytes(16).toString('hex') }],
    ['no data', { data: null }],
  ])('with %s', async (_what, change) => {
    const { challenge, solution: found } = await solved();
    const parameters = { ...challenge.parameters, ...change };
    expect(await captcha.verify(encode({ challenge: { ...challenge, parameters }, solution: found }), solution)).toBe(
      false,
    );
  });

  test.each([
    ['a later expiry', { validUntil: 9_999_999_999 }],
    ['a higher difficulty', { difficulty: 3 }],
    ['another action', { action: 'registration' }],
    ['another network', { ipPrefix: '203.0.113.10' }],
    ['an additional field', { more: 1 }],
    ['a letter moved to the next field', { action: 'logi', ipPrefix: 'n203.0.113.9' }],
    ['a letter moved from the next field', { action: 'login2', ipPrefix: '03.0.113.9' }],
    ['all letters in one field', { action: '', ipPrefix: 'login203.0.113.9' }],
    ['a field inside another', { action: 'login","ipPrefix":"203.0.113.9', ipPrefix: '' }],
  ])('with %s in its purpose', async (_what, change) => {
    const { challenge, solution: found, data } = await solved();
    const parameters = { ...challenge.parameters, data: { ...data, ...change } };
    const asked = { ...solution, action: data.action, ipPrefix: data.ipPrefix, ...change };
    expect(await captcha.verify(encode({ challenge: { ...challenge, parameters }, solution: found }), asked)).toBe(
      false,
    );
  });

  test.each(['', null, undefined, '0'.repeat(64)])('with the signature %s', async (signature) => {
    const { challenge, solution: found } = await solved();
    expect(await captcha.verify(encode({ challenge: { ...challenge, signature }, solution: found }), solution)).toBe(
      false,
    );
  });
});

test('the work grows about five times with each difficulty', () => {
  const { counterAtMost } = altchaWork;
  for (const ratio of [counterAtMost[2] / counterAtMost[1], counterAtMost[3] / counterAtMost[2]])
    expect(Math.abs(ratio - 4.5)).toBeLessThanOrEqual(0.5);
});
