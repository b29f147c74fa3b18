import type { ErrorBody, ErrorCode } from '@florin/contract/errors';
import { describe, expect, test } from 'vitest';
import type { Answer, Failure } from '../flow.ts';
import { beginStepUp, codeKindOf, stepUp, wayOf, type StepUpCalls, type StepUpEvent, type Way } from './step-up.ts';

const now = 1_000_000;
const ways: Way[] = [
  { method: 'Authenticator', entityMasked: null },
  { method: 'Email', entityMasked: 'm•@n.com' },
];
type Move = StepUpEvent | Answer<StepUpCalls>;
const run = (...moves: Move[]) =>
  moves.reduce(
    (state, move) =>
      stepUp(state, 'type' in move ? move : { type: 'answered', request: state.request!, answer: move, now }),
    beginStepUp(ways),
  );
const refusal = (Code: ErrorCode): Failure => ({
  kind: 'refusal',
  body: { Code, Message: '' } as ErrorBody,
  correlationId: null,
});
const submit: StepUpEvent = { type: 'submitted', password: 'secret', code: '123456' };
const byMail: StepUpEvent = { type: 'chose', index: 1 };
const askCode: StepUpEvent = { type: 'codeAsked', now };
const sent = { kind: 'codeSent', masked: 'm•@n.com', resendInSeconds: 30 } as const;

test('the strongest way is chosen; without any, the password is the whole proof', () => {
  expect(wayOf(beginStepUp(ways)).method).toBe('Authenticator');
  expect(wayOf(beginStepUp([])).method).toBe('Password');
});

test.each([
  ['Password', null],
  ['Passkey', null],
  ['Email', 'digits'],
  ['PhoneNumber', 'digits'],
  ['Authenticator', 'digits'],
  ['BackupCode', 'backup'],
] as const)('what is typed for %s: %s', (method, kind) => {
  expect(codeKindOf(method)).toBe(kind);
});

describe('a code by email', () => {
  test('is sent when it is asked for, once in its pause', () => {
    expect(run(askCode).request).toBeNull();
    expect(run(byMail, askCode).request).toEqual({ call: 'sendCode', entityType: 'Email' });
    const state = run(byMail, askCode, sent);
    expect(state.view).toMatchObject({ message: sent, isAsked: true, code: { resendAt: now + 30_000 } });
    expect(stepUp(state, { type: 'codeAsked', now: now + 29_999 })).toBe(state);
    expect(stepUp(state, { type: 'codeAsked', now: now + 30_000 }).request).not.toBeNull();
  });
  test.each([
    ['DELIVERY_DELAYED', true],
    ['RESEND_LIMIT_REACHED', true],
    ['STOP_LIST_REQUESTED', false],
  ] as const)('%s: a field for it: %s', (code, isAsked) => {
    expect(run(byMail, askCode, refusal(code)).view).toMatchObject({ message: refusal(code), isAsked });
  });
  test('is forgotten when another way is chosen', () => {
    expect(run(byMail, askCode, sent, { type: 'chose', index: 0 }).view).toMatchObject({
      chosen: 0,
      message: null,
      isAsked: false,
    });
  });
});

describe('the proof', () => {
  test('is the password and the code, sent once; then it is over', () => {
    const proving = run(submit);
    expect(proving.request).toEqual({ call: 'prove', method: 'Authenticator', password: 'secret', code: '123456' });
    expect(stepUp(proving, submit)).toBe(proving);
    expect(run(submit, { kind: 'proven', epoch: 'e1' }).end).toEqual({ epoch: 'e1' });
  });
  test.each(['InvalidCodeFormat', 'MFA_INVALID_CODE', 'MFA_CODE_EXPIRED', 'MFA_MAX_ATTEMPT_LIMIT_REACHED'] as const)(
    '%s takes the code out of the field',
    (code) => {
      expect(run(submit, refusal(code)).view).toMatchObject({ message: refusal(code), code: { clears: 1 } });
    },
  );
  test.each([refusal('INVALID_CREDENTIALS'), refusal('BUSY'), { kind: 'network' } as const])(
    'any other failure leaves it',
    (failure) => {
      expect(run(submit, failure).view).toMatchObject({ message: failure, code: { clears: 0 } });
    },
  );
  test('says what the browser says of a passkey', () => {
    const failed = { kind: 'passkeyFailed', reason: 'cancelled' } as const;
    expect(run(submit, failed)).toMatchObject({ view: { message: failed }, request: null });
  });
});
