import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { newTotpSecret, totpStep, totpUri } from './totp.ts';

/** RFC 6238, appendix B: SHA-1, the last six of its eight digits. */
const secret = Secret.fromUTF8('12345678901234567890').base32;
const at = (seconds: number) => new Date(seconds * 1000);

test.each([
  [59, '287082', 1],
  [1_111_111_109, '081804', 37_037_036],
  [1_111_111_111, '050471', 37_037_037],
  [1_234_567_890, '005924', 41_152_263],
  [2_000_000_000, '279037', 66_666_666],
])('at %i s the code is %s, of step %i', (seconds, code, step) => {
  expect(totpStep(secret, code, at(seconds))).toBe(step);
});

describe('the code of step 1', () => {
  test.each([
    [0, 1],
    [29, 1],
    [30, 1],
    [59, 1],
    [60, 1],
    [89, 1],
    [90, null],
  ])('at %i s is of step %s', (seconds, step) => {
    expect(totpStep(secret, '287082', at(seconds))).toBe(step);
  });
});

test('secrets are new every time, 160 bits, and readable by apps', () => {
  const made = newTotpSecret();
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(made);
  const uri = new URL(totpUri(made, 'Smith & Sons', 'a@b.example'));
  expect(uri.protocol).toBe('otpauth:');
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: 'Smith & Sons',
    secret: made,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
