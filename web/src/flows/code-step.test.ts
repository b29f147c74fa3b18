import type { ErrorBody, ErrorCode } from '@florin/contract/errors';
import { describe, expect, test } from 'vitest';
import {
  codeNotSent,
  codeProblem,
  codeRefused,
  codeSent,
  emptyEntry,
  isCodeRefusal,
  isStillRefused,
  isWhole,
  newCode,
  submitted,
  typed,
  type CodeEntry,
} from './code-step.ts';
import type { Refusal } from './flow.ts';

const now = 1_000_000;
const refusal = (Code: ErrorCode, retryAfterSeconds: number | null = null): Refusal => ({
  kind: 'refusal',
  body: { Code, Message: '' } as ErrorBody,
  correlationId: null,
  retryAfterSeconds,
});
const sent = codeSent(newCode, now, 30);

describe('the countdown', () => {
  test('begins when a code is sent, and again with the next one', () => {
    expect(sent).toEqual({ isSent: true, hasNone: false, resendAt: now + 30_000, clears: 0 });
    expect(codeSent(sent, now + 31_000, 30).resendAt).toBe(now + 61_000);
  });
  test("is the server's wait, if it names one", () => {
    expect(codeNotSent(sent, refusal('RESEND_LIMIT_REACHED', 480), now).resendAt).toBe(now + 480_000);
    expect(codeRefused(sent, refusal('RESEND_LIMIT_REACHED', 480), now).resendAt).toBe(now + 480_000);
    expect(codeNotSent(sent, refusal('RESEND_LIMIT_REACHED'), now).resendAt).toBe(now + 30_000);
  });
  test.each(['STOP_LIST_REQUESTED', 'BUSY'] as const)('stays after %s, which has sent none', (code) => {
    expect(codeNotSent(sent, refusal(code), now + 40_000)).toEqual(sent);
  });
});

describe('a code that could not be sent', () => {
  test('keeps the one before it; the first leaves none', () => {
    expect(codeNotSent(sent, refusal('BUSY'), now).hasNone).toBe(false);
    expect(codeNotSent(newCode, refusal('BUSY'), now, true).hasNone).toBe(true);
    expect(codeNotSent(newCode, { kind: 'network' }, now, true).hasNone).toBe(true);
  });
  test('that is only late has its field', () => {
    const late = codeNotSent(newCode, refusal('DELIVERY_DELAYED'), now, true);
    expect(late).toMatchObject({ isSent: false, hasNone: false, resendAt: now + 30_000 });
  });
});

test.each([
  ['MFA_CODE_EXPIRED', { isSent: true, hasNone: false, clears: 1 }],
  ['MFA_MAX_ATTEMPT_LIMIT_REACHED', { isSent: true, hasNone: false, clears: 1 }],
  ['RESEND_LIMIT_REACHED', { isSent: false, hasNone: true, clears: 1 }],
  ['DELIVERY_DELAYED', { isSent: false, hasNone: false, clears: 1 }],
  ['MFA_INVALID_CODE', { isSent: true, hasNone: false, clears: 0 }],
] as const)('after %s for an entered code', (code, expected) => {
  expect(codeRefused(sent, refusal(code), now)).toMatchObject(expected);
});

test.each([
  ['digits', '', 'required'],
  ['digits', '12345', 'incomplete'],
  ['digits', '123456', null],
  ['backup', ' ', 'required'],
  ['backup', 'abc', null],
  ['verification', '', 'required'],
  ['verification', '1988', null],
  ['verification', '123456 ', null],
  ['verification', '1234567', 'tooLong'],
] as const)('%s %j: %s', (kind, text, problem) => {
  expect(codeProblem(kind, text)).toBe(problem);
});

test.each([
  ['verification', '1234567', '123456'],
  ['verification', '123 456', '123456'],
  ['verification', 'Your code: 123 456.', '123456'],
  ['verification', '1988', '1988'],
  ['backup', 'abcd-efgh-ijkl', 'abcd-efgh-ijkl'],
] as const)('the field of a %s code takes %j as %j', { tags: '@5.14' }, (kind, given, text) => {
  expect(typed(kind, emptyEntry(0), given).text).toBe(text);
});

test.each([
  ['MFA_INVALID_CODE', true],
  ['InvalidCodeFormat', true],
  ['VERIFICATION_CODE_INVALID', true],
  ['VALIDATION', true],
  ['MFA_CODE_EXPIRED', false],
] as const)('%s is shown at the field: %s', (code, expected) => {
  expect(isCodeRefusal(refusal(code))).toBe(expected);
});
test('a missing answer is no refusal of the code', () => {
  expect([isCodeRefusal({ kind: 'network' }), isCodeRefusal(null)]).toEqual([false, false]);
});

describe('the text in the field', () => {
  test('that was refused shows that until the next key', () => {
    const message = refusal('MFA_INVALID_CODE');
    const refused = submitted('digits', { ...emptyEntry(0), text: '123456' });
    expect(isStillRefused(message, refused, 0)).toBe(true);
    expect(isStillRefused(message, typed('digits', refused, '12345'), 0)).toBe(false);
    expect(isStillRefused(message, typed('digits', refused, '123456'), 0)).toBe(true);
    // Cleared from the field, it counts as refused until something is typed.
    expect(isStillRefused(message, refused, 1)).toBe(true);
    expect(isStillRefused(message, typed('digits', emptyEntry(1), '1'), 1)).toBe(false);
    expect(isStillRefused(refusal('BUSY'), refused, 0)).toBe(false);
  });
  const entry: CodeEntry = { ...emptyEntry(0), text: '12345' };
  test('is not sent while it has a problem', () => {
    expect(submitted('digits', entry)).toMatchObject({ problem: 'incomplete', sent: null });
    expect(submitted('digits', { ...entry, text: '123456' })).toMatchObject({ problem: null, sent: '123456' });
  });
  test('loses its error with the key that corrects it, and gets another if it has another problem', () => {
    const wrong = submitted('digits', entry);
    expect(typed('digits', wrong, '123456').problem).toBeNull();
    expect(typed('digits', wrong, '').problem).toBe('required');
    expect(typed('digits', entry, '1234').problem).toBeNull();
  });
  test('is sent automatically with its sixth digit, once', () => {
    const whole = typed('digits', entry, '123456');
    expect(isWhole('digits', whole)).toBe(true);
    expect(isWhole('digits', submitted('digits', whole))).toBe(false);
    expect(isWhole('digits', typed('digits', submitted('digits', whole), '123457'))).toBe(true);
    expect([isWhole('digits', entry), isWhole('verification', whole), isWhole('backup', whole)]).toEqual([
      false,
      false,
      false,
    ]);
  });
});
