import type { ErrorBody } from '@florin/contract/errors';
import { describe, expect, test } from 'vitest';
import type { Answer, Failure } from '../../../flows/flow.ts';
import { forgot, initialForgot, type ForgotCalls, type ForgotEvent, type ForgotState } from './forgot.ts';

const submit: ForgotEvent = { type: 'submitted', value: 'maya@northwind.example', recaptchaToken: 'solved' };
const refusal = (body: ErrorBody): Failure => ({ kind: 'refusal', body, correlationId: 'c' });
const answer = (state: ForgotState, given: Answer<ForgotCalls>) =>
  forgot(state, { type: 'answered', request: state.request!, answer: given, now: 0 });
const asked = forgot(initialForgot, submit);

test('the form calls the server once', () => {
  expect(asked.request).toEqual({ call: 'send', value: 'maya@northwind.example', recaptchaToken: 'solved' });
  expect(forgot(asked, submit)).toBe(asked);
});

test('the sent value is shown', () => {
  expect(answer(asked, { kind: 'sent' })).toMatchObject({
    view: { step: 'sent', message: null },
    request: null,
    attempts: 1,
  });
});

describe('a refusal', () => {
  test('code 8 leads to the Sorry step, and from there back to the form', { tags: '@4.27' }, () => {
    const sorry = answer(asked, refusal({ Code: '8', Message: '' }));
    expect(sorry).toMatchObject({ view: { step: 'sorry', message: null } });
    expect(forgot(sorry, submit)).toBe(sorry);
    expect(forgot(sorry, { type: 'wentBack' })).toMatchObject({
      view: { step: 'form' },
      value: 'maya@northwind.example',
    });
  });

  test('RECAPTCHA_LOCK requires a harder captcha, and every answer uses up the one before', () => {
    const locked = answer(asked, refusal({ Code: 'RECAPTCHA_LOCK', Message: '', Difficulty: 3 }));
    expect(locked).toMatchObject({ view: { step: 'form' }, captchaDifficulty: 3, attempts: 1 });
  });

  test('of a site out of service is shown by the apology that replaces the form', () => {
    const closed = answer(asked, refusal({ Code: 'OUT_OF_SERVICE', Message: '' }));
    expect(closed).toMatchObject({
      view: { step: 'form', message: null },
      request: null,
      value: 'maya@northwind.example',
    });
  });

  test.each([refusal({ Code: 'USERNAME_IS_CARD_NUMBER', Message: '' }), { kind: 'network' } as const])(
    'any other is shown on the form',
    (message) => {
      expect(answer(asked, message)).toMatchObject({ view: { step: 'form', message } });
    },
  );
});

test('an answer to another request changes nothing', () => {
  const other = { call: 'send', value: 'x', recaptchaToken: 'y' } as const;
  expect(forgot(asked, { type: 'answered', request: other, answer: { kind: 'sent' }, now: 0 })).toBe(asked);
});
