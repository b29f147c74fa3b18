import type { ErrorBody, ErrorCode, TwoFactorAuthEntity } from '@florin/contract/errors';
import { describe, expect, test } from 'vitest';
import { refusalCode, type Answer as AnswerOf } from '../flow.ts';
import {
  deliveriesOf,
  depthOf,
  initialSignIn,
  signIn,
  startSiteRedirect,
  type SignInCalls,
  type SignInEvent,
  type SignInState,
  type CodeView,
} from './sign-in.ts';

type Answer = AnswerOf<SignInCalls>;

const now = 1_000_000;
const entity = (
  EntityType: TwoFactorAuthEntity['EntityType'],
  EntityAuthStatus: TwoFactorAuthEntity['EntityAuthStatus'] = 'Authenticated',
): TwoFactorAuthEntity => ({
  EntityType,
  EntityAuthStatus,
  EntityMasked: EntityType === 'Email' ? 'm•••@n.com' : '•••• 0142',
});
const email = entity('Email');
const phone = entity('PhoneNumber');

const signedIn: Answer = {
  kind: 'signedIn',
  body: {
    epoch: 'e1',
    hasUnverifiedPhone: false,
    access_token: null,
    refresh_token: null,
    device_credential: null,
    expiresInSeconds: null,
  },
};
const network: Answer = { kind: 'network' };
const codeSent: Answer = { kind: 'codeSent', resendInSeconds: 30 };
const refusal = (Code: ErrorCode, details: object = {}): Answer => ({
  kind: 'refusal',
  body: { Code, Message: '', ...details } as ErrorBody,
  correlationId: 'c1',
});
const mfa = (...entities: TwoFactorAuthEntity[]) =>
  refusal('MFA', { TwoFactorAuthSessionId: 'mfp_1', TwoFactorAuthEntities: entities });

const submit: SignInEvent = { type: 'submitted', username: 'maya', password: 'secret', recaptchaToken: null };
/** Runs events; an answer goes to the pending request. */
const run = (...steps: (SignInEvent | Answer)[]): SignInState =>
  steps.reduce<SignInState>((state, step) => {
    if ('type' in step) return signIn(state, step);
    if (state.request === null) throw new Error('nothing was asked');
    return signIn(state, { type: 'answered', request: state.request, answer: step, now });
  }, initialSignIn);

const atCode = [submit, mfa(email), codeSent];
const enter: SignInEvent = { type: 'codeEntered', code: '123456' };
const shown = ({ view }: SignInState) => [view.step, refusalCode(view.message)];

describe('the password', () => {
  test('is sent once, and a second press while sending changes nothing', () => {
    const sending = run(submit);
    expect(sending.request).toEqual({ call: 'login', username: 'maya', password: 'secret', recaptchaToken: null });
    expect(signIn(sending, submit)).toBe(sending);
  });

  test('200 ends in the session', () => {
    expect(run(submit, signedIn)).toMatchObject({
      end: { kind: 'signedIn', body: { epoch: 'e1' } },
      view: { step: 'password' },
    });
  });

  test('302 leaves for the start site', () => {
    const answer: Answer = { kind: 'startSite', StartSiteUrl: 'https://start.example', Message: 'a b/c?' };
    expect(run(submit, answer).end).toEqual({ kind: 'startSite', url: 'https://start.example/redirect/a%20b%2Fc%3F' });
    expect(startSiteRedirect('https://s', '../x')).toBe('https://s/redirect/..%2Fx');
  });

  test.each(['INVALID_CREDENTIALS', 'LOCKED', 'BUSY', 'OUT_OF_SERVICE', 'TOO_MANY_REQUESTS', 'UNEXPECTED'] as const)(
    '%s is shown on the form, and the chat is offered',
    (code) => {
      const state = run(submit, refusal(code));
      expect(shown(state)).toEqual(['password', code]);
      expect(state).toMatchObject({ request: null, hasFailed: true, captchaDifficulty: null, attempts: 1 });
    },
  );

  test('a missing answer is shown without offering the chat, which could not be reached either', () => {
    expect(run(submit, network)).toMatchObject({
      view: { message: { kind: 'network' } },
      request: null,
      hasFailed: false,
    });
  });

  test('RECAPTCHA_LOCK requires the captcha, and it stays', { tags: ['@2.login.12', '@5.2'] }, () => {
    const locked = run(submit, refusal('RECAPTCHA_LOCK', { Difficulty: 2 }));
    expect(locked.captchaDifficulty).toBe(2);
    expect(
      run(submit, refusal('RECAPTCHA_LOCK', { Difficulty: 2 }), submit, refusal('INVALID_CREDENTIALS')),
    ).toMatchObject({
      captchaDifficulty: 2,
    });
  });

  test('a wrong password after a captcha names the difficulty of the next one', () => {
    const locked = [submit, refusal('RECAPTCHA_LOCK', { Difficulty: 1 }), submit];
    expect(run(...locked, refusal('INVALID_CREDENTIALS', { Difficulty: 2 }))).toMatchObject({
      view: { step: 'password', message: { body: { Code: 'INVALID_CREDENTIALS' } } },
      captchaDifficulty: 2,
    });
  });
});

describe('the way to the code', { tags: '@5.8' }, () => {
  test.each([
    ['an email', [email], ['Email']],
    ['an unconfirmed email', [entity('Email', 'NotAuthenticated')], ['Email']],
    ['a phone', [phone], ['PhoneNumber']],
    ['an unconfirmed phone', [entity('PhoneNumber', 'NotAuthenticated')], []],
    ['both', [email, phone], ['Email', 'PhoneNumber']],
    ['an email and an unconfirmed phone', [email, entity('PhoneNumber', 'NotAuthenticated')], ['Email']],
  ])('%s', (_, entities, types) => {
    expect(deliveriesOf(entities).map(({ type }) => type)).toEqual(types);
  });

  test('one way goes straight to the code and sends it', { tags: ['@2.login.13', '@4.2'] }, () => {
    const state = run(submit, mfa(phone));
    expect(state).toMatchObject({
      view: { step: 'code', isSent: false },
      request: { call: 'sendCode', type: 'PhoneNumber', again: false },
    });
  });

  test('several ways are offered, the first preselected; nothing is sent yet', () => {
    expect(run(submit, mfa(email, phone))).toMatchObject({ view: { step: 'delivery', chosen: 0 }, request: null });
  });

  test('the chosen way is used', () => {
    const state = run(
      submit,
      mfa(email, phone),
      { type: 'chose', index: 1 },
      { type: 'deliveryConfirmed' },
      codeSent,
      enter,
    );
    expect(state).toMatchObject({
      view: { step: 'code', isSent: true, resendAt: now + 30_000 },
      request: { call: 'authenticate', type: 'PhoneNumber', code: '123456' },
    });
  });

  test('without any way an email is requested, and the refusal is shown on the form', () => {
    const asking = run(submit, mfa());
    expect(asking).toMatchObject({ view: { step: 'password' }, request: { call: 'sendCode', type: 'Email' } });
    expect(shown(run(submit, mfa(), refusal('MFA_EMAIL_NOT_EXISTS')))).toEqual(['password', 'MFA_EMAIL_NOT_EXISTS']);
  });

  test.each([
    ['RESEND_LIMIT_REACHED', 'delivery'],
    ['STOP_LIST_REQUESTED', 'delivery'],
    ['MFA_EMAIL_NOT_EXISTS', 'delivery'],
    ['BUSY', 'delivery'],
    ['DELIVERY_DELAYED', 'code'],
    ['MFA_SESSION_EXPIRED', 'password'],
    ['UNAUTHENTICATED', 'password'],
    ['LOCKED', 'password'],
  ] as const)('%s while choosing is shown on: %s', (code, step) => {
    expect(shown(run(submit, mfa(email, phone), { type: 'deliveryConfirmed' }, refusal(code)))).toEqual([step, code]);
  });
});

describe('the code', () => {
  test('is checked once at a time', () => {
    const checking = run(...atCode, enter);
    expect(signIn(checking, enter)).toBe(checking);
    expect(run(...atCode, enter, signedIn)).toMatchObject({ end: { kind: 'signedIn' }, view: { step: 'code' } });
  });

  test.each([
    ['InvalidCodeFormat', 'code', 0, 0],
    ['MFA_INVALID_CODE', 'code', 0, 0],
    ['MFA_CODE_EXPIRED', 'code', 1, 30_000],
    ['MFA_MAX_ATTEMPT_LIMIT_REACHED', 'code', 1, 30_000],
    ['RESEND_LIMIT_REACHED', 'code', 1, 30_000],
    ['DELIVERY_DELAYED', 'code', 1, 30_000],
    ['BUSY', 'code', 0, 0],
  ] as const)('%s stays on %s, clears %i times, pauses %i ms', (code, step, clears, pause) => {
    const later = now + 60_000;
    const before = run(...atCode, enter);
    const after = signIn(before, { type: 'answered', request: before.request!, answer: refusal(code), now: later });
    expect(shown(after)).toEqual([step, code]);
    expect(after.view).toMatchObject({ clears, resendAt: pause === 0 ? now + 30_000 : later + pause });
  });

  test.each(['MFA_SESSION_EXPIRED', 'LOCKED'] as const)('%s goes back to the form and is shown there', (code) => {
    expect(shown(run(...atCode, enter, refusal(code)))).toEqual(['password', code]);
  });

  test('a missing answer keeps everything in place', () => {
    expect(run(...atCode, enter, network)).toMatchObject({
      view: { step: 'code', message: { kind: 'network' }, clears: 0 },
    });
  });
});

const resend = (at: number): SignInEvent => ({ type: 'resendAsked', now: at });

describe('a resend', () => {
  test('waits for its pause', () => {
    const state = run(...atCode);
    expect(signIn(state, resend(now + 29_999))).toBe(state);
    expect(signIn(state, resend(now + 30_000)).request).toMatchObject({ call: 'sendCode', again: true });
  });

  test('says so, and starts the pause again', () => {
    expect(run(...atCode, resend(now + 30_000), codeSent).view).toMatchObject({
      message: { kind: 'resentByEmail' },
    });
  });

  test.each(['RESEND_LIMIT_REACHED', 'STOP_LIST_REQUESTED', 'DELIVERY_DELAYED', 'MFA_EMAIL_NOT_EXISTS'] as const)(
    '%s is shown beside the code',
    (code) => {
      const state = run(...atCode, resend(now + 30_000), refusal(code));
      expect(shown(state)).toEqual(['code', code]);
      expect(state.view).toMatchObject({ clears: 0 });
    },
  );

  test('by another way only if there is one', () => {
    const one = run(...atCode);
    expect(signIn(one, { type: 'anotherWayAsked' })).toBe(one);
    const several = [submit, mfa(email, phone), { type: 'deliveryConfirmed' as const }, codeSent];
    expect(run(...several, { type: 'anotherWayAsked' }).view).toMatchObject({ step: 'delivery', chosen: 0 });
  });
});

describe('another way waits as long as the server does', () => {
  const confirm: SignInEvent = { type: 'deliveryConfirmed' };
  const another: SignInEvent = { type: 'anotherWayAsked' };
  const several = mfa(email, phone);
  const sendAt = ({ view }: SignInState) => ('factor' in view ? view.factor.sendAt : null);

  test('from the answer to the password', () => {
    expect(sendAt(run(submit, several))).toBe(now);
    expect(sendAt(run(submit, { ...several, retryAfterSeconds: 400 } as Answer))).toBe(now + 400_000);
  });

  test('after a code, also with the Back of the browser', () => {
    const sent = [submit, several, confirm, codeSent];
    expect(sendAt(run(...sent, another))).toBe(now + 30_000);
    expect(sendAt(run(...sent, { type: 'wentBack' }))).toBe(now + 30_000);
  });

  test('after a refusal at the choice', () => {
    const later = { ...refusal('RESEND_LIMIT_REACHED'), retryAfterSeconds: 500 } as Answer;
    expect(sendAt(run(submit, several, confirm, later))).toBe(now + 500_000);
    expect(sendAt(run(submit, several, confirm, later, confirm, refusal('STOP_LIST_REQUESTED')))).toBe(now + 500_000);
  });

  test('after a refused resend', () => {
    const later = { ...refusal('RESEND_LIMIT_REACHED'), retryAfterSeconds: 500 } as Answer;
    const again: SignInEvent = { type: 'resendAsked', now: now + 30_000 };
    expect(sendAt(run(submit, several, confirm, codeSent, again, later, another))).toBe(now + 500_000);
  });
});

describe('a code that was sent keeps its field', () => {
  const confirm: SignInEvent = { type: 'deliveryConfirmed' };
  const another: SignInEvent = { type: 'anotherWayAsked' };
  const sent = [submit, mfa(email, phone), confirm, codeSent];

  test('when the same way is chosen again, and nothing is sent', () => {
    const again = run(...sent, another, confirm);
    expect(again).toMatchObject({ view: { step: 'code', chosen: 0, resendAt: now + 30_000 }, request: null });
  });

  test('when another way is refused', () => {
    const refused = run(...sent, another, { type: 'chose', index: 1 }, confirm, refusal('RESEND_LIMIT_REACHED'));
    expect(refused.view).toMatchObject({ step: 'code', chosen: 0, isSent: true, hasNone: false });
    expect(shown(refused)).toEqual(['code', 'RESEND_LIMIT_REACHED']);
  });

  test('after a reload, but not over a sign-in that has begun since', () => {
    const { view, lastSent } = run(...sent);
    const restored: SignInEvent = { type: 'restored', view: view as CodeView, lastSent };
    expect(signIn(initialSignIn, restored)).toMatchObject({ view: { step: 'code' }, username: 'maya', request: null });
    const begun = run(submit, refusal('INVALID_CREDENTIALS'));
    expect(signIn(begun, restored)).toBe(begun);
  });
});

describe('going back', () => {
  test('leads to the form, and a late answer changes nothing', () => {
    const checking = run(...atCode, enter);
    const back = signIn(checking, { type: 'left' });
    expect(back).toMatchObject({ view: { step: 'password', message: null }, request: null });
    expect(signIn(back, { type: 'answered', request: checking.request!, answer: signedIn, now })).toBe(back);
  });

  test('by the browser leads through the steps that were shown, and Forward through those that were left', () => {
    const back: SignInEvent = { type: 'wentBack' };
    const forward: SignInEvent = { type: 'wentForward' };
    const steps = (...events: (SignInEvent | Answer)[]) => {
      const { view } = run(submit, ...events);
      return [view.step, depthOf(view)];
    };
    const sent = [mfa(email, phone), { type: 'chose', index: 1 }, { type: 'deliveryConfirmed' }, codeSent] as const;
    expect(steps(...sent)).toEqual(['code', 2]);
    expect(steps(...sent, back)).toEqual(['delivery', 1]);
    expect(run(submit, ...sent, back).view).toMatchObject({ chosen: 1 });
    expect(steps(...sent, back, back)).toEqual(['password', 0]);
    expect(steps(...sent, back, back, forward)).toEqual(['delivery', 1]);
    expect(run(submit, ...sent, back, back, forward, forward).view).toMatchObject({ step: 'code', isSent: true });
    expect(steps(mfa(email), codeSent)).toEqual(['code', 1]);
    expect(steps(mfa(email), codeSent, back, forward)).toEqual(['code', 1]);
    expect(run(...atCode, { type: 'left' }).ahead).toEqual([]);
    expect(signIn(initialSignIn, back)).toBe(initialSignIn);
    expect(signIn(initialSignIn, forward)).toBe(initialSignIn);
  });

  test('by the browser from another way leads to the field of the code that was sent', () => {
    const back: SignInEvent = { type: 'wentBack' };
    const another: SignInEvent = { type: 'anotherWayAsked' };
    const sent = [submit, mfa(email, phone), { type: 'deliveryConfirmed' }, codeSent] as const;
    const choosing = run(...sent, another);
    expect([choosing.view.step, depthOf(choosing.view)]).toEqual(['delivery', 3]);
    expect(run(...sent, another, { type: 'chose', index: 1 }, back)).toMatchObject({
      view: { step: 'code', chosen: 0, isSent: true },
      request: null,
    });
    expect(run(...sent, another, back, { type: 'wentForward' }).view).toEqual(choosing.view);
    // The code of the other way has a choice before it again.
    const byText = run(...sent, another, { type: 'chose', index: 1 }, { type: 'deliveryConfirmed' }, codeSent, back);
    expect([byText.view.step, depthOf(byText.view)]).toEqual(['delivery', 1]);
    // Without a code, there is none to go back to.
    const unsent = run(submit, mfa(email, phone), { type: 'deliveryConfirmed' }, refusal('DELIVERY_DELAYED'), another);
    expect(depthOf(unsent.view)).toBe(1);
    // After a reload of the choice.
    const { lastSent } = choosing;
    const kept = { step: 'delivery', message: null, factor: lastSent!.view.factor, chosen: 0 } as const;
    const restored = signIn(initialSignIn, { type: 'restored', view: kept, lastSent });
    expect(signIn(restored, back).view).toMatchObject({ step: 'code', isSent: true });
    expect(depthOf(signIn(initialSignIn, { type: 'restored', view: kept, lastSent: null }).view)).toBe(1);
  });

  test('from the form itself keeps its message', () => {
    const expired = run(...atCode, enter, refusal('MFA_SESSION_EXPIRED'));
    expect(signIn(expired, { type: 'left' })).toBe(expired);
  });
});

test('an event that does not belong to the view changes nothing', () => {
  const events: SignInEvent[] = [
    { type: 'chose', index: 1 },
    { type: 'deliveryConfirmed' },
    enter,
    { type: 'resendAsked', now },
    { type: 'anotherWayAsked' },
  ];
  for (const event of events) expect(signIn(initialSignIn, event)).toBe(initialSignIn);
  const code = run(...atCode);
  for (const event of [submit, { type: 'deliveryConfirmed' } as const]) expect(signIn(code, event)).toBe(code);
  const done = run(submit, signedIn);
  for (const event of [...events, submit, { type: 'left' } as const]) expect(signIn(done, event)).toBe(done);
});

describe('going back and signing in again', () => {
  const left: SignInEvent = { type: 'left' };
  test('continues with the code in the mailbox', () => {
    const again = run(...atCode, left, submit, mfa(email));
    expect(again).toMatchObject({
      view: { step: 'code', isSent: true, resendAt: now + 30_000, message: null },
      request: null,
    });
    expect(signIn(again, enter).request).toMatchObject({ call: 'authenticate', code: '123456' });
  });

  test('has no field for a code if none exists, until one is sent', () => {
    const none = { step: 'code', isSent: false, hasNone: true };
    const spent = run(...atCode, enter, refusal('RESEND_LIMIT_REACHED', { Because: 'attempts' }));
    expect(spent.view).toMatchObject(none);
    expect(run(submit, mfa(email), refusal('RESEND_LIMIT_REACHED')).view).toMatchObject(none);
    expect(run(submit, mfa(phone), refusal('STOP_LIST_REQUESTED')).view).toMatchObject(none);
    const again = signIn(spent, resend(now + 30_000));
    const still = signIn(again, { type: 'answered', request: again.request!, answer: refusal('BUSY'), now });
    expect(still.view).toMatchObject(none);
    const sent = signIn(again, { type: 'answered', request: again.request!, answer: codeSent, now });
    expect(sent.view).toMatchObject({ isSent: true, hasNone: false });
    // The previous code is still valid if only another one was refused, or a message is only late.
    const kept = { step: 'code', hasNone: false };
    expect(run(...atCode, resend(now + 30_000), refusal('RESEND_LIMIT_REACHED')).view).toMatchObject(kept);
    expect(run(submit, mfa(email), refusal('DELIVERY_DELAYED')).view).toMatchObject(kept);
  });

  test('requests a new one if the last is used up, or was another person’s', () => {
    const spent = run(...atCode, enter, refusal('RESEND_LIMIT_REACHED'), left, submit, mfa(email));
    expect(spent.request).toMatchObject({ call: 'sendCode' });
    const other = run(...atCode, left, { ...submit, username: 'noah' }, mfa(email));
    expect(other.request).toMatchObject({ call: 'sendCode' });
  });
});

test("the server's wait is the one shown", () => {
  const told = { ...refusal('RESEND_LIMIT_REACHED'), retryAfterSeconds: 480 } as Answer;
  const state = run(...atCode, { type: 'resendAsked', now: now + 30_000 }, told);
  expect(state.view).toMatchObject({ step: 'code', resendAt: now + 480_000 });
});

describe('other factors', () => {
  const strong = (...entities: TwoFactorAuthEntity[]) =>
    refusal('MFA', {
      TwoFactorAuthSessionId: 'mfp_1',
      TwoFactorAuthEntities: entities,
      EnrolledFactors: ['Passkey', 'Authenticator', 'BackupCode'],
    });
  const take = (way: 'Passkey' | 'Authenticator' | 'BackupCode' | 'Delivery'): SignInEvent => ({
    type: 'wayTaken',
    way,
  });
  const atEnrolledFactor = [submit, strong(email)];

  test('come first, the strongest of them, and nothing is sent', () => {
    expect(run(...atEnrolledFactor)).toMatchObject({
      view: { step: 'enrolledFactor', method: 'Passkey' },
      request: null,
    });
  });

  test('an empty list changes nothing', () => {
    const none = refusal('MFA', {
      TwoFactorAuthSessionId: 'mfp_1',
      TwoFactorAuthEntities: [email],
      EnrolledFactors: [],
    });
    expect(run(submit, none).view.step).toBe('code');
  });

  test('the code of an app is sent as such, and a refusal clears it', () => {
    const sending = run(...atEnrolledFactor, take('Authenticator'), enter);
    expect(sending.request).toMatchObject({ call: 'authenticate', type: 'Authenticator', code: '123456' });
    const refused = run(...atEnrolledFactor, take('Authenticator'), enter, refusal('MFA_INVALID_CODE'));
    expect(shown(refused)).toEqual(['enrolledFactor', 'MFA_INVALID_CODE']);
    expect(refused.view).toMatchObject({ method: 'Authenticator', clears: 2 });
  });

  test('a code cannot be typed while a passkey is requested', () => {
    expect(run(...atEnrolledFactor, enter).request).toBeNull();
  });

  test.each(['LOCKED', 'MFA_SESSION_EXPIRED'] as const)('%s leads back to the password', (code) => {
    expect(shown(run(...atEnrolledFactor, take('BackupCode'), enter, refusal(code)))).toEqual(['password', code]);
  });

  test("a passkey is requested for the pending sign-in; the browser's result is shown at the step", () => {
    const asking = run(...atEnrolledFactor, { type: 'passkeyAsked' });
    expect(asking.request).toMatchObject({ call: 'passkey', factor: { sessionId: 'mfp_1' } });
    const cancelled = run(
      ...atEnrolledFactor,
      { type: 'passkeyAsked' },
      { kind: 'passkeyFailed', reason: 'cancelled' },
    );
    expect(cancelled.view).toMatchObject({
      step: 'enrolledFactor',
      message: { kind: 'passkeyFailed', reason: 'cancelled' },
    });
    expect(run(...atEnrolledFactor, { type: 'passkeyAsked' }, signedIn).end?.kind).toBe('signedIn');
  });

  test('link to a sent code, by one way or by a choice, and back', () => {
    const one = run(...atEnrolledFactor, take('Delivery'));
    expect(one).toMatchObject({ view: { step: 'code' }, request: { call: 'sendCode', type: 'Email' } });
    const several = run(submit, strong(email, phone), take('Delivery'));
    expect(several).toMatchObject({ view: { step: 'delivery' }, request: null });
    const beside = run(...atEnrolledFactor, take('Delivery'), codeSent, { type: 'anotherWayAsked' });
    expect([beside.view.step, depthOf(beside.view)]).toEqual(['enrolledFactor', 3]);
    expect(signIn(beside, { type: 'wentBack' }).view).toMatchObject({ step: 'code', isSent: true });
  });
});

describe('a passkey alone', () => {
  const ask: SignInEvent = { type: 'passkeyAsked' };

  test('signs in from the form', () => {
    expect(run(ask).request).toEqual({ call: 'passkey', factor: null });
    expect(run(ask, signedIn).end?.kind).toBe('signedIn');
  });

  test.each(['PASSKEY_INVALID', 'LOCKED', 'MFA_SESSION_EXPIRED'] as const)('%s is shown on the form', (code) => {
    expect(shown(run(ask, refusal(code)))).toEqual(['password', code]);
  });

  test('cancelled: shown on the form, and the password can be used', () => {
    const state = run(ask, { kind: 'passkeyFailed', reason: 'cancelled' });
    expect(state).toMatchObject({ view: { step: 'password', message: { kind: 'passkeyFailed' } }, request: null });
    expect(signIn(state, submit).request?.call).toBe('login');
  });
});
