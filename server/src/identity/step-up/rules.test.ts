import { describe, expect, test } from 'vitest';
import { freshSecondFactors, freshUntil, isProvenTwice } from './rules.ts';

test.each([
  [['password'], false],
  [['password', 'device'], false],
  [['password', 'email'], true],
  [['password', 'sms'], true],
  [['password', 'totp'], true],
  [['password', 'backup'], true],
  [['password', 'webauthn'], true],
  [['webauthn'], true],
  [['link', 'webauthn'], true],
  [['link', 'sms'], false],
  [['link', 'totp'], false],
  [['link', 'admin'], false],
  [['link', 'sms', 'password'], false],
  [[], false],
])('%j proves two factors: %j', (methods, twice) => {
  expect(isProvenTwice(methods)).toBe(twice);
});

describe('a session has a fresh proof', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
  test.each([
    ['right after a sign-in with two proofs', ['password', 'email'], 0, null, 300],
    ['for five minutes', ['password', 'email'], 299, null, 1],
    ['and no longer', ['password', 'email'], 300, null, null],
    ['not after the password alone', ['password'], 0, null, null],
    ['not after a password reset', ['link', 'sms'], 0, null, null],
    ['after a step-up, however old the sign-in is', ['password'], 9000, 10, 290],
    ['counting from the later of the two', ['password', 'email'], 100, 200, 200],
    ['not after an old step-up', ['password', 'device', 'email'], 9000, 300, null],
  ])('%s', (_when, methods, signedInAgo, steppedUpAgo, secondsLeft) => {
    const steppedUpAt = steppedUpAgo === null ? null : ago(steppedUpAgo);
    const until = freshUntil({ methods, authenticatedAt: ago(signedInAgo), steppedUpAt }, now);
    expect(until).toEqual(secondsLeft === null ? null : ago(-secondsLeft));
  });
});

describe('the second factors with a fresh proof', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  test.each([
    ['those of the sign-in', ['password', 'email'], null, null, ['email']],
    ['a passkey, which is both factors', ['webauthn'], null, null, ['webauthn']],
    ['none after the password alone', ['password'], now, 'password', []],
    ['that of the step-up and no earlier one', ['password', 'email'], now, 'totp', ['totp']],
    ['none after a step-up with the password alone', ['password', 'email'], now, 'password', []],
    ['none if the method of the step-up is unknown', ['password', 'email'], now, null, []],
    ['none of a sign-in by a link', ['link', 'sms', 'password'], null, null, []],
  ] as const)('%s', (_which, methods, steppedUpAt, steppedUpBy, factors) => {
    expect(freshSecondFactors({ methods, authenticatedAt: now, steppedUpAt, steppedUpBy }, now)).toEqual(factors);
  });
});
