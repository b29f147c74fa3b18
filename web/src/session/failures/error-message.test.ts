import type { ErrorBody } from '@florin/contract/errors';
import { expect, test } from 'vitest';
import { NetworkFailure, StaleAnswer, UnexpectedAnswer } from '../../api.ts';
import { errorMessage, type MessageOverrides } from './error-message.ts';
import { thrownMessage } from './use-submission.ts';

const messageOf = (body: ErrorBody, overrides?: MessageOverrides) =>
  errorMessage({ body, correlationId: 'c1' }, overrides);

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
  expect(messageOf({ Code, Message: '' })).toEqual({ severity, text, correlationId });
});

test('the STOP list names the number to reply to', () => {
  expect(messageOf({ Code: 'STOP_LIST_REQUESTED', Message: '', PhoneNumber: '+1 555 010 0199' })).toEqual({
    severity: 'error',
    text: 'You asked us to stop sending texts. To receive them again, reply START to +1 555 010 0199.',
    correlationId: null,
  });
});

test('what is held back after a change says until when, in Eastern Time', () => {
  const refusal = { Code: 'HELD_AFTER_CHANGE' as const, Message: '', Until: '2026-11-22T20:30:00Z', OlderFactors: [] };
  const { severity, text } = messageOf(refusal);
  expect(severity).toBe('warning');
  expect(text).toMatch(/card details can be shown and sent again from Nov 22, 2026, 3:30\sPM ET\.$/);
});

test('a spent code that cannot be replaced says why, and claims no new one', () => {
  const wait = 'Please wait for few minutes before resending the validation code.';
  const words = (Because?: 'attempts' | 'expired') =>
    messageOf({ Code: 'RESEND_LIMIT_REACHED', Message: '', Because }).text;
  expect([words(), words('attempts'), words('expired')]).toEqual([
    wait,
    `Too many attempts. ${wait}`,
    `Your Secure Access Code has expired. ${wait}`,
  ]);
});

test('only what support can help with carries the Error ID', () => {
  expect(messageOf({ Code: 'UNEXPECTED', Message: '' }).correlationId).toBe('c1');
  expect(messageOf({ Code: 'LAST_FACTOR', Message: '' }).correlationId).toBeNull();
});

test('a caller has words of its own for a code, or another tone', () => {
  const overrides: MessageOverrides = { LOCKED: 'Ask your colleague.', BUSY: { severity: 'info' } };
  expect(messageOf({ Code: 'LOCKED', Message: '' }, overrides)).toMatchObject({
    severity: 'error',
    text: 'Ask your colleague.',
  });
  expect(messageOf({ Code: 'BUSY', Message: '' }, overrides)).toMatchObject({
    severity: 'info',
    text: 'We are very busy right now. Please try again in a moment.',
  });
  expect(messageOf({ Code: 'FORBIDDEN', Message: '' }, overrides).text).toMatch(/^Your account may not do that\./);
});

test('a call without an answer has a sentence; an answer to another session has none; a bug is thrown on', () => {
  expect(thrownMessage(new NetworkFailure('no answer', null))?.text).toMatch(/could not reach the server/);
  expect(thrownMessage(new UnexpectedAnswer(500, 'c2'))).toMatchObject({ severity: 'error', correlationId: 'c2' });
  expect(thrownMessage(new StaleAnswer('late', null))).toBeNull();
  expect(() => thrownMessage(new TypeError('a bug'))).toThrow('a bug');
});
