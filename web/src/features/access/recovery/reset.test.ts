import type { ErrorBody, ErrorCode } from '@florin/contract/errors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Answer, Answered, Failure } from '../../../flows/flow.ts';
import {
  beginReset,
  reset,
  type Method,
  type OpenedLink,
  type ResetCalls,
  type ResetEvent,
  type ResetState,
} from './reset.ts';

const phone: Method = { entityType: 'PhoneNumber', entityMasked: '•••0142' };
const app: Method = { entityType: 'Authenticator', entityMasked: '' };
const admin: Method = { entityType: 'AdminConfirmation', entityMasked: '' };
const linkOf = (...methods: Method[]): OpenedLink => ({ token: 'rst_1', methods });
const now = 1_000_000;
const requestCode = `rsl_${'a'.repeat(43)}`;
const initialReset = beginReset(requestCode);

type ResetAnswer = Answer<ResetCalls>;
/** An event, or the answer to the pending call. */
type Step = ResetEvent | ResetAnswer;
const isAnswer = (step: Step): step is ResetAnswer => 'kind' in step;
const run = (...steps: readonly Step[]): ResetState =>
  steps.reduce<ResetState>(
    (state, step) =>
      reset(state, isAnswer(step) ? { type: 'answered', request: state.request!, answer: step, now } : step),
    initialReset,
  );

const refusal = (Code: ErrorCode, details: object = {}): Failure => ({
  kind: 'refusal',
  body: { Code, Message: '', ...details } as ErrorBody,
  correlationId: 'c',
});
const open: ResetEvent = { type: 'opened' };
const confirm: ResetEvent = { type: 'methodConfirmed' };
const enter: ResetEvent = { type: 'codeEntered', code: '123456' };
const setPassword: ResetEvent = { type: 'passwordEntered', password: 'a', confirmation: 'a' };
const opened = (...methods: Method[]): ResetAnswer => ({ kind: 'opened', link: linkOf(...methods), provenBy: null });
const sent = { kind: 'sent', resendInSeconds: 30 } as const;
const verified: ResetAnswer = { kind: 'verified' };
const signedIn: ResetAnswer = {
  kind: 'signedIn',
  body: {
    epoch: 'e',
    hasUnverifiedPhone: false,
    access_token: null,
    refresh_token: null,
    device_credential: null,
    expiresInSeconds: null,
  },
};
const atCode = [open, opened(phone, app), confirm, sent];
const atPassword = [...atCode, enter, verified];

test('a link that does not work ends the reset before it is opened', () => {
  expect(run({ type: 'linkRefused' }).end).toEqual({ kind: 'linkFailed' });
  const chosen = run(open, opened(phone));
  expect(reset(chosen, { type: 'linkRefused' })).toBe(chosen);
});

test('the page does nothing until the button is pressed', () => {
  expect(initialReset.request).toBeNull();
  expect(run(open).request).toEqual({ call: 'open', requestCode });
});

test.each([null, '', 'nothing-of-ours', `${requestCode}a`, requestCode.replace('rsl', 'rst')])(
  "an address without a mail's code is an invalid link at once: %s",
  (typed) => {
    expect(beginReset(typed)).toMatchObject({ end: { kind: 'linkFailed' }, request: null });
  },
);

test('Confirmation, Verification, Reset, and then the session', { tags: ['@2.reset.1', '@4.22'] }, () => {
  expect(run(open, opened(phone, app)).view).toEqual({
    step: 'confirmation',
    link: linkOf(phone, app),
    chosen: 0,
    message: null,
  });
  expect(run(open, opened(phone, app), confirm).request).toMatchObject({ call: 'sendCode', method: phone });
  expect(run(...atCode).view).toMatchObject({ step: 'verification', method: phone, isSent: true });
  expect(run(...atCode, enter).request).toMatchObject({ call: 'verify', code: '123456', token: 'rst_1' });
  expect(run(...atPassword).view).toMatchObject({ step: 'reset', method: phone, code: '123456' });
  expect(run(...atPassword, setPassword).request).toMatchObject({ call: 'reset', password: 'a', code: '123456' });
  expect(run(...atPassword, setPassword, signedIn).end?.kind).toBe('signedIn');
});

test('a link opened again after the second proof leads straight to the password', () => {
  for (const methods of [[phone, app], [phone]]) {
    const state = run(open, { kind: 'opened', link: linkOf(...methods), provenBy: 'Authenticator' });
    expect(state).toMatchObject({ view: { step: 'reset', method: app, code: null }, request: null });
    expect(reset(state, setPassword).request).toMatchObject({ call: 'reset', method: app, code: null });
  }
});

test('an authenticator app needs no code to be sent', () => {
  const state = run(open, opened(phone, app), { type: 'chose', index: 1 }, confirm);
  expect(state).toMatchObject({ view: { step: 'verification', method: app, isSent: false }, request: null });
  expect(reset(state, { type: 'resendAsked', now: now + 60_000 })).toBe(state);
});

describe('a passkey', () => {
  const passkey: Method = { entityType: 'Passkey', entityMasked: '' };
  const asked = [open, opened(passkey, phone), confirm];
  test('is requested at the choice, and leads to the password', () => {
    expect(run(...asked).request).toEqual({ call: 'passkey', token: 'rst_1', method: passkey });
    expect(run(...asked, verified).view).toMatchObject({ step: 'reset', method: passkey, code: null });
  });
  test.each([refusal('PASSKEY_INVALID'), { kind: 'network' }, { kind: 'passkeyFailed', reason: 'cancelled' }] as const)(
    'that proves nothing stays at the choice: $kind',
    (message) => {
      expect(run(...asked, message)).toMatchObject({
        view: { step: 'confirmation', chosen: 0, message },
        request: null,
      });
    },
  );
});

describe('a code that could not be sent', () => {
  const codes = ['STOP_LIST_REQUESTED', 'DELIVERY_DELAYED', 'RESEND_LIMIT_REACHED', 'UNEXPECTED'] as const;
  test.each(codes)(
    '%s: Resend names the target and offers another method',
    { tags: ['@2.reset.5', '@4.23'] },
    (code) => {
      const state = run(open, opened(phone, app), confirm, refusal(code));
      expect(state.view).toMatchObject({ step: 'resend', failed: phone, chosen: 1 });
      expect(reset(state, confirm).view).toMatchObject({ step: 'verification', method: app });
    },
  );

  test('with one method alone, that one can be retried', () => {
    const state = run(open, opened(phone), confirm, { kind: 'network' });
    expect(state.view).toMatchObject({ step: 'resend', chosen: 0 });
    expect(reset(state, confirm).request).toMatchObject({ call: 'sendCode', method: phone });
  });

  test('newly opened ways are offered, and the first other one is chosen', () => {
    const failure = refusal('STOP_LIST_REQUESTED');
    const state = run(open, opened(phone), confirm, { kind: 'notSent', failure, methods: [{ ...phone }, admin] });
    expect(state.view).toEqual({
      step: 'resend',
      link: linkOf({ ...phone }, admin),
      failed: phone,
      chosen: 1,
      message: failure,
    });
    expect(reset(state, confirm).request).toMatchObject({ call: 'sendCode', method: admin });
    const waiting = run(
      open,
      opened(phone),
      confirm,
      { kind: 'notSent', failure, methods: [{ ...phone }, admin] },
      confirm,
      sent,
    );
    expect(reset(waiting, { type: 'anotherWayAsked' }).view).toMatchObject({ step: 'confirmation', chosen: 1 });
    const unknown = run(open, opened(phone), confirm, { kind: 'notSent', failure, methods: null });
    expect(unknown).toMatchObject({ view: { step: 'resend', chosen: 0, link: { methods: [phone] } } });
  });

  test('too many while a code is valid: the person stays at its field', () => {
    const state = run(...atCode, { type: 'resendAsked', now: now + 60_000 }, refusal('RESEND_LIMIT_REACHED'));
    expect(state.view).toMatchObject({ step: 'verification', isSent: true, resendAt: now + 30_000 });
    const told = { ...refusal('RESEND_LIMIT_REACHED'), retryAfterSeconds: 415 } as ResetAnswer;
    const waiting = run(...atCode, { type: 'resendAsked', now: now + 60_000 }, told);
    expect(waiting.view).toMatchObject({ resendAt: now + 415_000 });
    const back = reset(reset(waiting, { type: 'anotherWayAsked' }), confirm);
    expect(back).toMatchObject({ view: { step: 'verification', resendAt: now + 415_000 }, request: null });
    expect(run(...atCode, enter, told).view).toMatchObject({ isSent: false, resendAt: now + 415_000 });
  });
});

describe('a code that was refused', () => {
  test('of an app is cleared from the field, as at the login; a sent one can be corrected', () => {
    const wrong = refusal('MFA_INVALID_CODE');
    const byApp = [open, opened(phone, app), { type: 'chose', index: 1 }, confirm, enter] as const;
    expect(run(...byApp, wrong).view).toMatchObject({ message: wrong, clears: 1 });
    expect(run(...atCode, enter, wrong).view).toMatchObject({ message: wrong, clears: 0 });
  });
  test.each(['InvalidCodeFormat', 'MFA_INVALID_CODE', 'LOCKED'] as const)('%s is shown at the step', (code) => {
    const state = run(...atCode, enter, refusal(code));
    expect(state.view).toMatchObject({ step: 'verification', message: refusal(code), clears: 0, isSent: true });
  });
  test.each(['MFA_CODE_EXPIRED', 'MFA_MAX_ATTEMPT_LIMIT_REACHED'] as const)('%s: a new one was sent', (code) => {
    expect(run(...atCode, enter, refusal(code)).view).toMatchObject({ clears: 1, isSent: true });
  });
  test.each(['RESEND_LIMIT_REACHED', 'DELIVERY_DELAYED'] as const)(
    '%s: used up, and no new one could be sent',
    (code) => {
      const hasNone = code === 'RESEND_LIMIT_REACHED';
      expect(run(...atCode, enter, refusal(code)).view).toMatchObject({ clears: 1, isSent: false, hasNone });
    },
  );
  test('once another one is sent, its field is back', () => {
    const spent = [...atCode, enter, refusal('RESEND_LIMIT_REACHED')] as const;
    const again = { type: 'resendAsked', now: now + 30_000 } as const;
    expect(run(...spent, again, refusal('RESEND_LIMIT_REACHED')).view).toMatchObject({ hasNone: true });
    expect(run(...spent, again, sent).view).toMatchObject({ isSent: true, hasNone: false });
  });
});

test('a resend waits for its time, then says so', () => {
  const code = run(...atCode);
  expect(reset(code, { type: 'resendAsked', now: now + 29_999 })).toBe(code);
  const again = run(...atCode, { type: 'resendAsked', now: now + 30_000 }, sent);
  expect(again.view).toMatchObject({ step: 'verification', message: { kind: 'resentByText' } });
});

test('another way leads back to the choice', () => {
  expect(run(...atCode, { type: 'anotherWayAsked' }).view).toMatchObject({ step: 'confirmation', chosen: 0 });
  const alone = run(open, opened(phone), confirm, sent);
  expect(reset(alone, { type: 'anotherWayAsked' })).toBe(alone);
});

describe('an administrator', () => {
  const waiting = [open, opened(admin), confirm, sent];
  test('is asked, and the person waits for the approval', () => {
    expect(run(open, opened(admin), confirm).request).toMatchObject({ call: 'sendCode', method: admin });
    expect(run(...waiting).view).toMatchObject({ step: 'waiting', message: null });
    const asked = run(...waiting, { type: 'checkAsked' });
    expect(asked.request).toMatchObject({ call: 'verify', method: admin, code: null });
    const pending = run(...waiting, { type: 'checkAsked' }, refusal('CONFIRMATION_PENDING'));
    expect(pending.view).toMatchObject({ step: 'waiting', message: refusal('CONFIRMATION_PENDING') });
    expect(run(...waiting, { type: 'checkAsked' }, verified).view).toMatchObject({ step: 'reset', code: null });
  });
  test('shows the number of the request', () => {
    const { view } = run(open, opened(admin), confirm, { ...sent, requestNumber: '0815' });
    expect(view).toMatchObject({ step: 'waiting', method: { requestNumber: '0815' } });
  });
  test('with a request from this browser: another link leads to the waiting step, or to the password', () => {
    const asked = { ...admin, requestNumber: '0815' };
    const again = run(open, opened(phone, asked));
    expect(again).toMatchObject({
      view: { step: 'waiting', method: asked, message: null },
      request: { call: 'verify', method: asked, code: null },
    });
    expect(run(open, opened(asked), verified).view).toMatchObject({ step: 'reset', method: asked });
    const pending = refusal('CONFIRMATION_PENDING');
    expect(run(open, opened(asked), pending).view).toMatchObject({ step: 'waiting', message: pending });
  });
  test('whose request another browser has replaced can be asked again', () => {
    const state = run(...waiting, { type: 'checkAsked' }, refusal('RESET_NOT_VERIFIED'));
    expect(state.view).toMatchObject({ step: 'confirmation', chosen: 0, message: refusal('RESET_NOT_VERIFIED') });
  });
});

describe('a password that was refused', () => {
  test('code 1 is shown at the field', () => {
    const { view } = run(...atPassword, setPassword, refusal('1'));
    expect(view).toMatchObject({ step: 'reset', message: null, problems: ['recent'] });
  });
  test('its problems are shown at the field', () => {
    const state = run(...atPassword, setPassword, refusal('PASSWORD_REJECTED', { Problems: ['leaked'] }));
    expect(state.view).toMatchObject({ step: 'reset', message: null, problems: ['leaked'] });
  });
  test('a missing proof leads back to the confirmation', () => {
    const state = run(...atPassword, setPassword, refusal('RESET_NOT_VERIFIED'));
    expect(state.view).toMatchObject({ step: 'confirmation', message: refusal('RESET_NOT_VERIFIED') });
  });
});

test.each([[[open]], [[open, opened(phone), confirm]], [[...atCode, enter]], [[...atPassword, setPassword]]])(
  'a site out of service keeps the step for later',
  (steps) => {
    const before = run(...steps);
    expect(run(...steps, refusal('OUT_OF_SERVICE'))).toEqual({ ...before, request: null });
  },
);

test.each([[[open]], [[open, opened(phone), confirm]], [[...atCode, enter]], [[...atPassword, setPassword]]])(
  'an invalid link ends the flow at every call',
  (steps) => {
    expect(run(...steps, refusal('RESET_LINK_INVALID'))).toMatchObject({ end: { kind: 'linkFailed' }, request: null });
  },
);

test('a missing answer is no invalid link: the button is back', () => {
  const state = run(open, { kind: 'network' });
  expect(state).toMatchObject({ view: { step: 'opening', message: { kind: 'network' } }, end: null });
  expect(reset(state, open).request).toEqual({ call: 'open', requestCode });
});

test('2,000 sequences: no password is sent before a proof was accepted, and an ended reset stays ended', () => {
  const events: ResetEvent[] = [
    open,
    confirm,
    enter,
    setPassword,
    { type: 'chose', index: 1 },
    { type: 'chose', index: 2 },
    { type: 'resendAsked', now: now + 60_000 },
    { type: 'anotherWayAsked' },
    { type: 'checkAsked' },
  ];
  /** The server's possible answers to each call. */
  const answers: Record<NonNullable<ResetState['request']>['call'], ResetAnswer[]> = {
    passkey: [],
    open: [opened(phone, app, admin), { kind: 'network' }],
    sendCode: [
      sent,
      refusal('RESEND_LIMIT_REACHED'),
      { kind: 'notSent', failure: refusal('DELIVERY_DELAYED'), methods: [phone, app, admin] },
    ],
    verify: [verified, refusal('MFA_INVALID_CODE'), refusal('MFA_CODE_EXPIRED'), refusal('CONFIRMATION_PENDING')],
    reset: [signedIn, refusal('1'), refusal('RESET_NOT_VERIFIED'), refusal('RESET_LINK_INVALID')],
  };
  let asked = 0;
  let ended = 0;
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 60, maxLength: 80 }), (choices) => {
      let state = initialReset;
      let proven = false;
      for (const choice of choices) {
        const { request, end } = state;
        const answer = request && answers[request.call][choice % answers[request.call].length]!;
        const event: ResetEvent | Answered<ResetCalls> =
          request && answer ? { type: 'answered', request, answer, now } : events[choice % events.length]!;
        proven ||= answer?.kind === 'verified';
        state = reset(state, event);
        if (end !== null) expect(state.end).toBe(end);
        if (state.request?.call === 'reset') expect(proven).toBe(true);
        asked += state.request?.call === 'reset' ? 1 : 0;
      }
      ended += state.end?.kind === 'signedIn' ? 1 : 0;
    }),
    { numRuns: 2_000 },
  );
  expect(asked).toBeGreaterThan(100);
  expect(ended).toBeGreaterThan(100);
});
