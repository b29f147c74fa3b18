import type { ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { CaptchaUnavailable, type Solution } from './captcha.ts';
import { recaptcha, type RecaptchaSettings } from './recaptcha.ts';
import { secret, startSiteverify } from '../../testing/ports/siteverify.ts';

const solution: Solution = { action: 'login', ipPrefix: '203.0.113.9', minimumDifficulty: 3, remoteIp: '203.0.113.9' };
let siteverify: Awaited<ReturnType<typeof startSiteverify>>;
beforeAll(async () => {
  siteverify = await startSiteverify();
});
afterEach(() => siteverify.answerWith(null));
afterAll(() => siteverify.close());
const captcha = (change: Partial<RecaptchaSettings> = {}) =>
  recaptcha({ url: siteverify.url, siteKey: 'site-key', secret, ...change });
const answer =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

test('Google gets the secret, the token and the address, and no invented address', async () => {
  const token = siteverify.pass('login');
  await captcha().verify(token, solution);
  expect(siteverify.requests.at(-1)).toEqual({ secret, response: token, remoteip: '203.0.113.9' });
  await captcha().verify(token, { ...solution, remoteIp: 'unknown' });
  expect(siteverify.requests.at(-1)).toEqual({ secret, response: token });
});

test('invalid tokens are not sent', async () => {
  const before = siteverify.requests.length;
  for (const token of ['', ' ', 'a b', 'a&secret=b', 'ä', 'A'.repeat(8193)])
    expect(await captcha().verify(token, solution)).toBe(false);
  expect(siteverify.requests).toHaveLength(before);
});

const isOurHostname = (hostname: string) => Promise.resolve(hostname === 'cards.example.com');

describe('the verdict', () => {
  test.each<[string, unknown, boolean]>([
    [
      'version 2, a person',
      { success: true, challenge_ts: '2026-03-01T12:00:00Z', hostname: 'cards.example.com' },
      true,
    ],
    ['without a hostname', { success: true }, true],
    ['with unknown fields', { success: true, apk_package_name: 'x', tenant: 1 }, true],
    ['version 3, a person', { success: true, action: 'login', score: 0.5 }, true],
    ['version 3, a program', { success: true, action: 'login', score: 0.4 }, false],
    ['another action', { success: true, action: 'registration', score: 0.9 }, false],
    ['another site', { success: true, hostname: 'evil.example' }, false],
    ['an expired token', { success: false, 'error-codes': ['timeout-or-duplicate'] }, false],
    ['a wrong token', { success: false, 'error-codes': ['invalid-input-response'] }, false],
    ['without a reason', { success: false }, false],
  ])('%s', async (_what, body, passes) => {
    siteverify.answerWith(answer(body));
    expect(await captcha({ isOurHostname }).verify('token', solution)).toBe(passes);
  });
});

describe('no verdict', () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ['500', answer({ success: true }, 500)],
    ['429', answer('', 429)],
    ['a page', answer('<html>')],
    ['nothing', answer('')],
    ['JSON null', answer('null')],
    ['success as text', answer({ success: 'true' })],
    ['another address', answer('', 302, { location: 'http://127.0.0.1:1/' })],
    ['a wrong secret', answer({ success: false, 'error-codes': ['invalid-input-secret'] })],
    ['a bad request', answer({ success: false, 'error-codes': ['bad-request'] })],
    ['a dropped connection', (response) => response.destroy()],
    ['no answer at all', () => undefined],
  ])('%s', async (_what, behaviour) => {
    siteverify.answerWith(behaviour);
    const verifying = captcha({ patienceMilliseconds: 60 }).verify('a-token', solution);
    await expect(verifying).rejects.toThrow(CaptchaUnavailable);
    await expect(verifying).rejects.not.toThrow(/secret-of|a-token|203/);
  });
});
