import type { ErrorBody } from '@florin/contract/errors';
import { beforeAll, expect, test } from 'vitest';
import { NetworkFailure, StaleAnswer, UnexpectedAnswer } from '../../api.ts';
import { loadRefusalText } from '../../messages/refusal-text.ts';
import { Refused } from '../queries/query-client.ts';
import { errorMessage, type MessageOverrides } from './error-message.ts';
import { thrownMessage } from './use-submission.ts';

beforeAll(() => loadRefusalText('HELD_AFTER_CHANGE'));

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
  expect(messageOf({ Code, Message: '' })).toEqual({ severity, text, correlationId, isFinal: false });
});

test('the STOP list names the number to reply to', () => {
  expect(messageOf({ Code: 'STOP_LIST_REQUESTED', Message: '', PhoneNumber: '+1 555 010 0199' })).toEqual({
    severity: 'error',
    text: 'You asked us to stop sending texts. To receive them again, reply START to +1 555 010 0199.',
    correlationId: null,
    isFinal: false,
  });
});

test('an act held after a change names the end of the hold in Eastern Time', () => {
  const refusal = { Code: 'HELD_AFTER_CHANGE' as const, Message: '', Until: '2026-11-22T20:30:00Z', OlderFactors: [] };
  const { severity, text } = messageOf(refusal);
  expect(severity).toBe('warning');
  expect(text).toMatch(/card details can be shown and sent again from Nov 22, 2026, 3:30\sPM ET\.$/);
});

test('a spent code that cannot be replaced has its reason and no mention of a new code', () => {
  const wait = 'Please wait for few minutes before resending the validation code.';
  const words = (Because?: 'attempts' | 'expired') =>
    messageOf({ Code: 'RESEND_LIMIT_REACHED', Message: '', Because }).text;
  expect([words(), words('attempts'), words('expired')]).toEqual([
    wait,
    `Too many attempts. ${wait}`,
    `Your Secure Access Code has expired. ${wait}`,
  ]);
});

test('a form shows the Error ID only where support can help', () => {
  expect(messageOf({ Code: 'UNEXPECTED', Message: '' }).correlationId).toBe('c1');
  expect(messageOf({ Code: 'LAST_FACTOR', Message: '' }).correlationId).toBeNull();
});

test('overrides replace the text or the tone of a code', () => {
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

const refusal = (Code: 'FORBIDDEN' | 'BUSY' | 'RESTRICTED' | 'UNEXPECTED') => new Refused({ Code, Message: '' }, 'c1');
const task = 'The list could not be loaded.';
const busy = 'We are very busy right now. Please try again in a moment.';
const unexpected = 'Something went wrong on our side. Please try again.';
const network = 'We could not reach the server. Please check your connection and try again.';

test.each([
  ['a refusal', refusal('BUSY'), busy, 'c1', false],
  ['a refusal without a cause', refusal('UNEXPECTED'), unexpected, 'c1', false],
  ['a final refusal', refusal('RESTRICTED'), expect.stringMatching(/./), null, true],
  ['no answer', new NetworkFailure('down', null), network, null, false],
  ['a broken answer', new NetworkFailure('broke off', 'c2'), network, 'c2', false],
  ['an answer outside the contract', new UnexpectedAnswer(500, 'c3'), task, 'c3', false],
  ['an exception of the page', new TypeError('a bug'), task, null, false],
])('a page that fails with %s', { tags: '@8.12' }, (_, thrown, text, correlationId, isFinal) => {
  expect(errorMessage(thrown, task)).toEqual({ severity: 'error', text, correlationId, isFinal });
});

test.each([
  ['no answer', new NetworkFailure('no answer', null), network, null],
  ['no answer, in a flow', { kind: 'network' } as const, network, null],
  ['an answer outside the contract', new UnexpectedAnswer(500, 'c2'), unexpected, 'c2'],
])('a form that fails with %s', (_, failed, text, correlationId) => {
  expect(errorMessage(failed)).toEqual({ severity: 'error', text, correlationId, isFinal: false });
});

test('a call of a form that throws', () => {
  expect(thrownMessage(new NetworkFailure('no answer', null))?.text).toBe(network);
  expect(thrownMessage(new StaleAnswer('late', null)), 'the page is about to be left').toBeNull();
  expect(() => thrownMessage(new TypeError('a bug'))).toThrow('a bug');
});
