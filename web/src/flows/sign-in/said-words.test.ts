import type { ErrorBody } from '@florin/contract/errors';
import { expect, test } from 'vitest';
import { fieldRefusal, saidWords } from './said-words.ts';
import type { Said } from './sign-in.ts';

const refusal = (error: ErrorBody): Said => ({ kind: 'refusal', error, correlationId: 'c1' });

test.each([
  ['INVALID_CREDENTIALS', 'error', 'Incorrect username or password.', null],
  [
    'MFA_SESSION_EXPIRED',
    'warning',
    'Your device is authenticated but session is expired. Please try to login again.',
    null,
  ],
  ['MFA_CODE_EXPIRED', 'warning', 'Your Secure Access Code has expired. We have sent you a new one.', null],
  ['UNEXPECTED', 'error', 'Something went wrong on our side. Please try again.', 'c1'],
] as const)('%s', { tags: '@8.12' }, (Code, severity, text, correlationId) => {
  expect(saidWords(refusal({ Code, Message: '' }))).toEqual({ severity, text, correlationId });
});

test('the STOP list names the number to reply to', () => {
  const words = saidWords(refusal({ Code: 'STOP_LIST_REQUESTED', Message: '', PhoneNumber: '+1 555 010 0199' }));
  expect(words.text).toContain('reply START to +1 555 010 0199');
});

test('a spent code that cannot be replaced says why, and claims no new one', () => {
  const wait = 'Please wait for few minutes before resending the validation code.';
  const words = (Because?: 'attempts' | 'expired') =>
    saidWords(refusal({ Code: 'RESEND_LIMIT_REACHED', Message: '', Because })).text;
  expect([words(), words('attempts'), words('expired')]).toEqual([
    wait,
    `Too many attempts. ${wait}`,
    `Your Secure Access Code has expired. ${wait}`,
  ]);
});

test('a resent code says which way it went', () => {
  expect(saidWords({ kind: 'resent', type: 'Email' }).text).toBe(
    'We have resent you an email with your Secure Access Code.',
  );
  expect(saidWords({ kind: 'resent', type: 'PhoneNumber' }).text).toContain('text message');
});

test('a field that the server refuses has a sentence of its own', () => {
  const said = refusal({ Code: 'VALIDATION', Message: '', Fields: [{ Field: 'username', Problem: 'tooLong' }] });
  expect(fieldRefusal(said, 'username')).toBe('Please enter fewer characters.');
  expect(fieldRefusal(said, 'password')).toBeNull();
  expect(fieldRefusal(null, 'username')).toBeNull();
});
