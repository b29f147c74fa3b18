import type { ErrorBody } from '@florin/contract/errors';
import { describe, expect, test } from 'vitest';
import type { Answer as AnswerOf } from '../../../flows/flow.ts';
import type { AccountEntry, Details, Profile, Proof, RegisteredAnswer } from './data.ts';
import {
  mayRegisterAnother,
  mayRestart,
  modeOf,
  offersEnhancedSecurity,
  openRegistration,
  registration,
  stepsOf,
  type Opening,
} from './registration.ts';
import type { RegistrationCalls, RegistrationEvent, RegistrationState } from './steps/state.ts';
import { registrationMessage } from './error-messages.ts';

type Answer = AnswerOf<RegistrationCalls>;
const now = 1_000_000;
const cardNumber = '4111111111111111';
const proof: Proof = { access_token: 'reg_x', expiresInSeconds: 1800, MFAModeBusiness: 'Enabled', MFAEnabled: false };
const profile = {
  role: 'CARDHOLDER',
  firstName: 'Rosa',
  nameOnCard: 'ROSA DELGADO',
  businessName: 'Northwind Trading',
  cardLast4: '1111',
} as Profile;
const details = { firstName: 'Rosa', homePhone: '201 555 0123' } as Details;
const entry: AccountEntry = { username: 'rosa', password: 'a', confirmation: 'a', turnOnMfa: true };
const registered: RegisteredAnswer = { firstName: 'Rosa', phoneNumber: null, email: 'admin@example.com' };

const fine: Answer = { kind: 'fine' };
const found: Answer = { kind: 'cardFound', heldBackSeconds: 0, resendInSeconds: 30 };
const proven: Answer = { kind: 'proven', proof };
const known: Answer = { kind: 'profile', profile, countries: [], details: null };
const knownWithDetails: Answer = { ...known, details };
const resumed: Answer = {
  kind: 'resumed',
  step: 'details',
  mode: 'default',
  cardLast4: '1111',
  proof,
  resendInSeconds: 0,
};
const resumedByInvite: Answer = { ...resumed, mode: 'invite', cardLast4: null };
const done: Answer = { kind: 'registered', registered };
const refusal = (error: Omit<ErrorBody, 'Message'> & { Code: string }): Answer => ({
  kind: 'refusal',
  body: { Message: '', ...error } as ErrorBody,
  correlationId: null,
});

type Move = RegistrationEvent | Answer;
/** Events as given, answers as answers to the pending request. */
function run(state: RegistrationState, ...moves: Move[]): RegistrationState {
  return moves.reduce((before, move) => {
    if ('type' in move) return registration(before, move);
    expect(before.request).not.toBeNull();
    return registration(before, { type: 'answered', request: before.request!, answer: move, now });
  }, state);
}
const open = (opening: Partial<Opening> = {}) =>
  openRegistration({ inviteCode: null, begun: null, kept: {}, isSignedIn: false, ...opening });

const card: RegistrationEvent = { type: 'cardEntered', cardNumber, recaptchaToken: null };
const code: RegistrationEvent = { type: 'codeEntered', cardNumber, code: '123456', recaptchaToken: null };
const confirmed: RegistrationEvent = { type: 'confirmed' };
const fillDetails: RegistrationEvent = { type: 'detailsEntered', details };
const fillAccount: RegistrationEvent = { type: 'accountEntered', entry };
const atCode = (opening: Partial<Opening> = {}) => run(open(opening), card, found);
const atDetails = (opening: Partial<Opening> = {}) => run(atCode(opening), code, proven, known);
const atAccount = () => run(atDetails(), fillDetails, fine);
const invited = () => run(open({ inviteCode: 'inv' }), proven, known);

describe('default mode', () => {
  test('card, code, details, account, done: each page after its check', { tags: ['@4.7', '@4.8'] }, () => {
    let state = run(open(), card);
    expect(state).toMatchObject({ view: { step: 'card' }, request: { call: 'verifyCard', cardNumber } });
    state = run(state, found);
    expect(state).toMatchObject({ view: { step: 'code' }, cardLast4: '1111', request: null });
    state = run(state, code, proven);
    expect(state).toMatchObject({ view: { step: 'code' }, request: { call: 'loadProfile', token: 'reg_x' } });
    state = run(state, known);
    expect(state).toMatchObject({ view: { step: 'details' }, profile });
    expect(stepsOf(state)).toEqual(['card', 'code', 'details', 'account', 'done']);
    state = run(state, fillDetails);
    expect(state).toMatchObject({
      view: { step: 'details' },
      request: { call: 'keepDetails', token: 'reg_x', details },
    });
    state = run(state, fine);
    expect(state).toMatchObject({ view: { step: 'account' }, request: null });
    state = run(state, fillAccount);
    expect(state.request).toMatchObject({ call: 'checkUsername', entry });
    state = run(state, fine);
    expect(state).toMatchObject({
      view: { step: 'account' },
      request: { call: 'register', token: 'reg_x', details, entry },
    });
    state = run(state, done);
    expect(state).toMatchObject({ view: { step: 'done' }, registered, proof: null, details: null, cardNumber: '' });
    expect(state.registered?.card).toEqual({ last4: '1111', nameOnCard: 'ROSA DELGADO', network: 'Visa' });
    expect(mayRegisterAnother(state)).toBe(true);
    expect(run(state, { type: 'restarted' })).toMatchObject({
      view: { step: 'card' },
      entry: 'default',
      registered: null,
    });
  });

  test('the card number is forgotten as soon as the card is proven', () => {
    expect(atDetails().cardNumber).toBe('');
  });

  test('goes back to the card with its number, and to the details as entered', () => {
    expect(run(atCode(), { type: 'wentBack' })).toMatchObject({ view: { step: 'card' }, cardNumber });
    expect(run(atAccount(), { type: 'wentBack' })).toMatchObject({ view: { step: 'details' }, details });
  });

  test('from the details goes back to the proven card, which cannot be proven again, and forward', () => {
    const back = run(atDetails(), { type: 'wentBack' });
    expect(back).toMatchObject({ view: { step: 'card' }, proof, profile, cardLast4: '1111', request: null });
    expect(run(back, { type: 'wentForward' })).toMatchObject({ view: { step: 'details' }, proof, profile });
    expect(mayRestart(back)).toBe(true);
    expect(run(back, { type: 'restarted' })).toMatchObject({ proof: null, request: { call: 'leave', token: 'reg_x' } });
    const [wentBack, wentForward] = [{ type: 'wentBack' }, { type: 'wentForward' }] as const;
    const fromAccount = run(atAccount(), wentBack, wentBack, wentForward, wentForward);
    expect(fromAccount).toMatchObject({ view: { step: 'account' }, details });
    const joined = run(atDetails({ isSignedIn: true }), wentBack);
    expect([modeOf(joined), joined.view.step, run(joined, wentForward).view.step]).toEqual([
      'link-user',
      'card',
      'details',
    ]);
    expect(run(invited(), wentBack).view.step).toBe('details');
  });

  test('goes forward to the page that was left by going back, and to no other', () => {
    const back = { type: 'wentBack' } as const;
    const forward = { type: 'wentForward' } as const;
    expect(run(atCode(), back, forward)).toMatchObject({ view: { step: 'code' }, cardNumber, cardLast4: '1111' });
    expect(run(atAccount(), back, forward)).toMatchObject({ view: { step: 'account' }, details });
    const login = run(atDetails(), { type: 'loginOpened' });
    expect(run(login, { type: 'registeringChosen' }, forward).view.step).toBe('login');
    // A card that was started again, a card that was proven since, and a login of the browser meanwhile.
    expect(run(atCode(), { type: 'restarted' }, forward).view.step).toBe('card');
    expect(run(atCode(), back, card, found, code, proven, known, forward).view.step).toBe('details');
    expect(run(atAccount(), back, { type: 'visitorFound', isSignedIn: true }, forward).view.step).toBe('details');
  });

  test('another card starts again, and the server forgets this one', () => {
    const state = run(atDetails(), { type: 'restarted' });
    expect(state).toMatchObject({
      view: { step: 'card' },
      proof: null,
      profile: null,
      request: { call: 'leave', token: 'reg_x' },
    });
    for (const answer of [fine, refusal({ Code: 'REGISTRATION_EXPIRED' }), { kind: 'network' } as const])
      expect(run(state, answer)).toMatchObject({ view: { step: 'card', message: null }, request: null });
    expect(run(atCode(), { type: 'restarted' })).toMatchObject({ view: { step: 'card' }, request: null });
  });

  test('refused details stay on their page', () => {
    const wrong = refusal({ Code: 'VALIDATION', Fields: [{ Field: 'homePhone', Problem: 'format' }] } as never);
    expect(run(atDetails(), fillDetails, wrong)).toMatchObject({
      view: { step: 'details', message: { kind: 'refusal' } },
      details,
    });
  });

  test('an answer to an outdated request changes nothing', () => {
    const asked = run(open(), card);
    const restarted = run(atDetails(), { type: 'restarted' });
    expect(registration(restarted, { type: 'answered', request: asked.request!, answer: fine, now })).toBe(restarted);
  });
});

test.each([
  ['Enabled', false, true],
  ['Enabled', true, false],
  ['Disabled', false, false],
  ['Required', false, false],
] as const)(
  'enhanced security, business %s, on already %j: offered %j',
  { tags: '@4.16' },
  (MFAModeBusiness, MFAEnabled, offered) => {
    expect(offersEnhancedSecurity({ ...proof, MFAModeBusiness, MFAEnabled })).toBe(offered);
  },
);

describe('link-user mode', () => {
  test('the account page is skipped: the details are sent to the link call', () => {
    const state = run(atDetails({ isSignedIn: true }), fillDetails);
    expect(modeOf(state)).toBe('link-user');
    expect(stepsOf(state)).toEqual(['card', 'code', 'details', 'done']);
    expect(state).toMatchObject({ view: { step: 'details' }, request: { call: 'link', token: 'reg_x', details } });
    expect(run(state, done)).toMatchObject({ view: { step: 'done' } });
  });
});

describe('another login of the browser', () => {
  test.each(['SESSION_CHANGED', 'UNAUTHENTICATED'] as const)('%s starts over, and says so', (Code) => {
    const state = run(atDetails({ isSignedIn: true }), fillDetails, refusal({ Code }));
    expect(state).toMatchObject({ view: { step: 'card', message: { body: { Code } } }, proof: null, details: null });
    expect(registrationMessage(state.view.message!)?.text).toMatch(/again/);
    const invite = run(open({ inviteCode: 'inv', isSignedIn: true }), proven, known, fillDetails, refusal({ Code }));
    expect(invite).toMatchObject({
      view: { step: 'opening', message: { body: { Code } } },
      request: { call: 'verifyInvite' },
    });
    const visited = (isSignedIn: boolean) => modeOf(run(state, { type: 'visitorFound', isSignedIn }));
    expect([visited(true), visited(false)]).toEqual(['link-user', 'default']);
  });
});

describe('invite mode', () => {
  test('opens with the invite and skips card and code', { tags: ['@2.routes.15', '@4.13'] }, () => {
    expect(open({ inviteCode: 'inv' })).toMatchObject({
      view: { step: 'opening' },
      request: { call: 'verifyInvite', inviteCode: 'inv' },
    });
    expect(invited()).toMatchObject({ view: { step: 'details' }, proof });
    expect(stepsOf(invited())).toEqual(['details', 'account', 'done']);
  });

  test('an invalid invite ends the wizard', () => {
    const state = run(open({ inviteCode: 'inv' }), refusal({ Code: 'INVITE_INVALID' }));
    expect(state.end).toEqual({ kind: 'inviteRefused' });
    expect(run(state, { type: 'retried' })).toBe(state);
  });

  test(
    'one accepted meanwhile, perhaps in another tab, ends the wizard with a message: it may have no card',
    { tags: '@beyond.33' },
    () => {
      const resumedTab = run(open({ begun: { atLogin: false }, isSignedIn: true }), resumedByInvite, known);
      for (const begun of [
        run(open({ inviteCode: 'inv' }), proven),
        run(invited(), fillDetails),
        run(resumedTab, fillDetails),
      ])
        expect(run(begun, refusal({ Code: 'ALREADY_REGISTERED' }))).toMatchObject({
          view: { step: 'used', message: null },
          usedFor: begun.profile?.businessName ?? null,
          request: null,
          proof: null,
          details: null,
          end: null,
        });
    },
  );

  test('the role decides whether there will be a card', { tags: '@beyond.36' }, () => {
    const administrator = { ...known, profile: { ...profile, role: 'ADMIN' } } as Answer;
    for (const [profileOf, hasCard] of [
      [known, true],
      [administrator, false],
    ] as const) {
      const state = run(open({ inviteCode: 'inv' }), proven, profileOf, fillDetails, fine, fillAccount, fine, done);
      expect(state.registered).toMatchObject({ ...registered, hasCard, joined: false, entersAt: null });
      expect(state.registered?.card ?? null).toEqual(
        hasCard ? { last4: '1111', nameOnCard: 'ROSA DELGADO', network: null } : null,
      );
    }
  });

  test('any other failure stays at the first page and can be retried', () => {
    for (const answer of [refusal({ Code: 'UNEXPECTED' }), { kind: 'network' } as const]) {
      const state = run(open({ inviteCode: 'inv' }), answer);
      expect(state).toMatchObject({ view: { step: 'opening' }, request: null, end: null });
      expect(run(state, { type: 'retried' })).toMatchObject({
        view: { message: null },
        request: { call: 'verifyInvite' },
      });
    }
  });

  test('offers neither another card nor a link back to the card', { tags: '@4.17' }, () => {
    expect(mayRestart(invited())).toBe(false);
    expect(mayRestart(run(invited(), { type: 'loginOpened' }))).toBe(false);
    const state = run(invited(), fillDetails, fine, fillAccount, fine, done);
    expect(mayRegisterAnother(state)).toBe(false);
    expect(run(state, { type: 'restarted' })).toBe(state);
  });

  test('an expired registration opens the invite again, and says so', () => {
    const state = run(invited(), fillDetails, fine, fillAccount, refusal({ Code: 'REGISTRATION_EXPIRED' }));
    expect(state).toMatchObject({
      view: { step: 'opening' },
      request: { call: 'verifyInvite', inviteCode: 'inv' },
      proof: null,
    });
  });
});

describe('login mode', () => {
  test('logging in before the details leads to them, and then to the link', () => {
    const login = run(atDetails(), { type: 'loginOpened' });
    expect(modeOf(login)).toBe('login');
    expect(stepsOf(login)).toEqual(['card', 'code', 'login', 'details', 'done']);
    expect(mayRestart(login)).toBe(true);
    const signedIn = run(login, { type: 'signedIn' });
    expect(signedIn).toMatchObject({ view: { step: 'login' }, request: { call: 'loadProfile', token: 'reg_x' } });
    const joined = run(signedIn, known);
    expect(joined).toMatchObject({ view: { step: 'details' }, joins: true, request: null });
    expect(run(joined, fillDetails).request).toMatchObject({ call: 'link', details });
  });

  test('filled-in details are not asked for twice', () => {
    const state = run(atAccount(), { type: 'loginOpened' }, { type: 'signedIn' });
    expect(state.request).toMatchObject({ call: 'link', details });
    expect(run(state, done).view.step).toBe('done');
  });

  test('registering instead leads back to the details', () => {
    expect(run(atDetails(), { type: 'loginOpened' }, { type: 'registeringChosen' })).toMatchObject({
      view: { step: 'details' },
      joins: false,
    });
  });

  test('in an invite: accepts the invite, even after a reload and an expiry', () => {
    const joined = run(invited(), { type: 'loginOpened' }, { type: 'signedIn' }, known);
    const expired = refusal({ Code: 'REGISTRATION_EXPIRED' });
    for (const state of [
      joined,
      run(open({ begun: { atLogin: false }, isSignedIn: true }), resumedByInvite, knownWithDetails),
      run(open({ inviteCode: 'inv', isSignedIn: true }), proven, known),
      run(joined, fillDetails, expired, proven, known),
    ]) {
      expect(state).toMatchObject({ view: { step: 'details' }, entry: 'invite', joins: true });
      expect(modeOf(state)).toBe('login');
      expect(stepsOf(state)).toEqual(['details', 'done']);
      expect(run(state, { type: 'loginOpened' })).toBe(state);
      expect(run(state, fillDetails).request).toMatchObject({ call: 'link' });
      expect(run(state, fillDetails, done)).toMatchObject({ view: { step: 'done' }, entry: 'invite', joins: true });
    }
  });

  test('with a card: the pages are those of a reload', () => {
    for (const state of [
      run(atDetails(), { type: 'loginOpened' }, { type: 'signedIn' }, known),
      run(open({ begun: { atLogin: false }, isSignedIn: true }), resumed, known),
    ])
      expect([modeOf(state), stepsOf(state)]).toEqual(['link-user', ['card', 'code', 'details', 'done']]);
  });

  test('a signed-in person stays signed in when the wizard starts again', () => {
    const state = run(
      atAccount(),
      { type: 'loginOpened' },
      { type: 'signedIn' },
      refusal({ Code: 'ALREADY_REGISTERED' }),
    );
    expect(state).toMatchObject({ view: { step: 'card' }, joins: true, proof: null, details: null });
    expect(modeOf(state)).toBe('link-user');
  });
});

describe('refusals', () => {
  test('RECAPTCHA_LOCK shows the captcha on the current page; the next page has none', () => {
    const locked = run(open(), card, refusal({ Code: 'RECAPTCHA_LOCK', Difficulty: 2 } as never));
    expect(locked).toMatchObject({ view: { step: 'card' }, captchaDifficulty: 2, attempts: 1 });
    expect(run(locked, card, found)).toMatchObject({ view: { step: 'code' }, captchaDifficulty: null, attempts: 2 });
    expect(run(atCode(), code, refusal({ Code: 'RECAPTCHA_LOCK', Difficulty: 3 } as never))).toMatchObject({
      view: { step: 'code' },
      captchaDifficulty: 3,
    });
  });

  test('a refused number asks for the captcha of the next attempt at once, not for two in a row', () => {
    const locked = run(open(), card, refusal({ Code: 'RECAPTCHA_LOCK', Difficulty: 1 } as never));
    expect(run(locked, card, refusal({ Code: 'CARD_NOT_FOUND', Difficulty: 2 } as never))).toMatchObject({
      view: { step: 'card', message: { body: { Code: 'CARD_NOT_FOUND' } } },
      captchaDifficulty: 2,
    });
    expect(run(locked, card, refusal({ Code: 'CARD_NOT_FOUND' }))).toMatchObject({ captchaDifficulty: 1 });
  });

  test.each(['CARD_NOT_FOUND', 'VERIFICATION_CODE_INVALID', 'VERIFICATION_LOCKED', 'TOO_MANY_REQUESTS'] as const)(
    '%s stays on its page and is shown',
    (Code) => {
      const start = Code === 'CARD_NOT_FOUND' ? open() : atCode();
      const state = run(start, Code === 'CARD_NOT_FOUND' ? card : code, refusal({ Code }));
      expect(state).toMatchObject({ view: { step: start.view.step, message: { kind: 'refusal', body: { Code } } } });
    },
  );

  test('a code of an ended registration is incorrect, too: 401 like 400', { tags: ['@5.17', '@7.7'] }, () => {
    const state = run(atCode(), code, refusal({ Code: 'REGISTRATION_EXPIRED' }));
    expect(state).toMatchObject({ view: { step: 'code', message: { body: { Code: 'VERIFICATION_CODE_INVALID' } } } });
  });

  test.each(['ALREADY_REGISTERED', 'CARD_CLOSED_OR_CANCELLED', 'REGISTRATION_EXPIRED'] as const)(
    '%s resets the wizard, forms and tokens, and is shown',
    { tags: ['@4.12', '@7.13'] },
    (Code) => {
      const state = run(atAccount(), fillAccount, fine, refusal({ Code }));
      expect(state).toMatchObject({
        view: { step: 'card', message: { kind: 'refusal', body: { Code } } },
        proof: null,
        profile: null,
        details: null,
        username: '',
        cardNumber: '',
        cardLast4: null,
        request: null,
      });
    },
  );

  test(
    'a taken username leads back to the account page, from the check and from the registration',
    { tags: '@4.9' },
    () => {
      const taken = refusal({ Code: 'USERNAME_NOT_AVAILABLE' });
      for (const state of [run(atAccount(), fillAccount, taken), run(atAccount(), fillAccount, fine, taken)])
        expect(state).toMatchObject({
          view: { step: 'account', message: { kind: 'refusal' } },
          details,
          proof,
          username: 'rosa',
        });
    },
  );

  test('a refused field of the details leads back to them; one of the account stays there', () => {
    const wrong = (Field: string) => refusal({ Code: 'VALIDATION', Fields: [{ Field, Problem: 'format' }] } as never);
    expect(run(atAccount(), fillAccount, fine, wrong('dateOfBirth')).view.step).toBe('details');
    expect(run(atAccount(), fillAccount, fine, wrong('username')).view.step).toBe('account');
  });

  test('a delayed code is on its way: its page is shown', () => {
    const state = run(open(), card, refusal({ Code: 'DELIVERY_DELAYED' }));
    expect(state).toMatchObject({ view: { step: 'code', message: { kind: 'refusal' } }, cardNumber });
  });

  test('without an answer the same request can be repeated', () => {
    const state = run(atAccount(), fillAccount, fine, { kind: 'network' });
    expect(state).toMatchObject({ view: { step: 'account', message: { kind: 'network' } }, request: null });
    const asked = run(atAccount(), fillAccount, fine).request;
    const again = run(state, { type: 'retried' }).request;
    expect(again).toEqual(asked);
    expect(again).not.toBe(state.view.message?.kind === 'network' && state.view.message.request);
  });

  test('without an answer the captcha keeps its solution', () => {
    expect(run(open(), card, { kind: 'network' }).attempts).toBe(0);
  });
});

describe('resuming', () => {
  test('at the details, with the mode from the server', () => {
    const asked = run(open({ begun: { atLogin: false } }), resumedByInvite, known);
    expect(asked).toMatchObject({ view: { step: 'confirm' }, request: null });
    expect(run(asked, confirmed)).toMatchObject({ view: { step: 'details' }, entry: 'invite' });
    // Another person at the same computer.
    expect(run(asked, { type: 'denied' })).toMatchObject({
      view: { step: 'card' },
      request: { call: 'leave' },
      profile: null,
      proof: null,
    });
  });
  test('at the account, if the details are complete: Back shows them as typed', () => {
    const state = run(open({ begun: { atLogin: false } }), resumed, knownWithDetails, confirmed);
    expect(state).toMatchObject({ view: { step: 'account' }, details, request: null });
    expect(run(state, { type: 'wentBack' })).toMatchObject({ view: { step: 'details' }, details });
    expect(run(open({ inviteCode: 'inv' }), proven, knownWithDetails)).toMatchObject({
      view: { step: 'account' },
      entry: 'invite',
    });
  });
  test('at the details, filled in, for a person who has signed in meanwhile: there is no account page', () => {
    const state = run(open({ begun: { atLogin: false }, isSignedIn: true }), resumed, knownWithDetails);
    expect(state).toMatchObject({ view: { step: 'details' }, joins: true, details });
    expect(run(state, fillDetails).request).toMatchObject({ call: 'link' });
  });
  test('at the login that was left there, unless a person has signed in meanwhile', () => {
    const begun = { atLogin: true };
    for (const prefilled of [known, knownWithDetails])
      expect(run(open({ begun }), resumed, prefilled, confirmed)).toMatchObject({
        view: { step: 'login' },
        entry: 'default',
      });
    expect(run(open({ begun }), resumedByInvite, known, confirmed)).toMatchObject({
      view: { step: 'login' },
      entry: 'invite',
    });
    expect(run(open({ begun, isSignedIn: true }), resumed, known).view.step).toBe('details');
  });
  test('at the code, without the card number', () => {
    const waiting: Answer = { ...resumed, step: 'verificationCode', proof: null, resendInSeconds: 22 };
    const state = run(open({ begun: { atLogin: false } }), waiting);
    expect(state).toMatchObject({
      view: { step: 'code' },
      cardNumber: '',
      cardLast4: '1111',
      code: { resendAt: now + 22_000 },
    });
    const other = run(state, { ...code, cardNumber: '4000001255557779' });
    expect(other).toMatchObject({ view: { step: 'code', message: { kind: 'otherCard' } }, request: null });
    expect(run(other, code).request).toMatchObject({ call: 'verifyCode', cardNumber });
  });
  test('at the beginning, without a message, if the registration has ended or belonged to another person', () => {
    const state = run(open({ begun: { atLogin: false } }), refusal({ Code: 'REGISTRATION_EXPIRED' }));
    expect(state).toMatchObject({ view: { step: 'card', message: null }, request: null });
  });
});

describe('a reload', () => {
  const finished = {
    entry: 'invite',
    hasCard: false,
    joined: false,
    entersAt: null,
    phoneNumber: '201 555 0100',
  } as const;
  test(
    'of the last page restores it, for any signed-in person, and with the name if the server still returns it',
    { tags: '@beyond.35' },
    () => {
      for (const isSignedIn of [false, true]) {
        const opening = open({ kept: { finished }, begun: { atLogin: false }, isSignedIn });
        expect(opening).toMatchObject({ view: { step: 'opening' }, request: { call: 'finished' } });
        const response = { firstName: 'Rosa', email: 'admin@example.com', phoneNumber: '1' };
        expect(run(opening, { kind: 'finished', registered: response })).toMatchObject({
          view: { step: 'done' },
          registered: { ...response, hasCard: false, joined: false },
        });
        const state = run(opening, isSignedIn ? { kind: 'network' } : refusal({ Code: 'REGISTRATION_EXPIRED' }));
        expect(state).toMatchObject({
          view: { step: 'done', message: null },
          entry: 'invite',
          request: null,
          joins: isSignedIn,
        });
        expect(state.registered).toEqual({
          firstName: null,
          email: null,
          hasCard: false,
          card: null,
          joined: false,
          entersAt: null,
          phoneNumber: '201 555 0100',
        });
        expect(stepsOf(state)).toEqual(['details', 'account', 'done']);
      }
      const joined = { ...finished, entry: 'default', joined: true } as const;
      expect(stepsOf(open({ kept: { finished: joined } }))).toEqual(['card', 'code', 'details', 'done']);
      // Opening an invite is different.
      expect(open({ kept: { finished }, inviteCode: 'inv' }).view.step).toBe('opening');
    },
  );
  test('after another login in this browser says why it starts again', { tags: '@beyond.34' }, () => {
    const expired = refusal({ Code: 'REGISTRATION_EXPIRED' });
    const changed = open({ begun: { atLogin: false }, kept: { loginChanged: true }, isSignedIn: true });
    const state = run(changed, expired);
    expect(state).toMatchObject({ view: { step: 'card' }, loginChanged: false });
    expect(registrationMessage(state.view.message!)).toMatchObject({
      severity: 'warning',
      text: 'The login of this browser has changed in another tab. Please start again.',
    });
    expect(run(open({ begun: { atLogin: false }, kept: {} }), expired).view.message).toBeNull();
  });
  test('of the card page with a captcha requires it again', { tags: '@beyond.35' }, () => {
    expect(open({ kept: { captcha: 2 } })).toMatchObject({ view: { step: 'card' }, captchaDifficulty: 2 });
  });
});

describe('the verification code again', () => {
  test("counts down to the time when the card's quota has room", () => {
    const state = run(open(), card, { kind: 'cardFound', heldBackSeconds: 480, resendInSeconds: 480 });
    expect(state).toMatchObject({
      view: { step: 'code', message: { kind: 'heldBack' } },
      code: { resendAt: now + 480_000 },
    });
    expect(registrationMessage(state.view.message!)).toMatchObject({
      severity: 'warning',
      text: expect.stringContaining('a moment ago'),
    });
    const asked = run(state, { type: 'resendAsked', now: state.code.resendAt });
    const told = { ...refusal({ Code: 'RESEND_LIMIT_REACHED' }), retryAfterSeconds: 90 } as Answer;
    expect(run(asked, told).code.resendAt).toBe(now + 90_000);
  });
  test('waits for its time, and says that it was sent', () => {
    const state = atCode();
    expect(run(state, { type: 'resendAsked', now })).toBe(state);
    const asked = run(state, { type: 'resendAsked', now: state.code.resendAt });
    expect(asked.request).toEqual({ call: 'resendCode' });
    expect(run(asked, { kind: 'resent', resendInSeconds: 30 })).toMatchObject({
      view: { message: { kind: 'resent' }, step: 'code' },
    });
    expect(run(asked, refusal({ Code: 'RESEND_LIMIT_REACHED' })).code.resendAt).toBe(now + 30_000);
  });
});

test('an event that does not belong to the page changes nothing', () => {
  const events: RegistrationEvent[] = [
    card,
    code,
    fillDetails,
    fillAccount,
    { type: 'signedIn' },
    { type: 'wentBack' },
    { type: 'wentForward' },
  ];
  const over = run(atAccount(), fillAccount, fine, { kind: 'registered', registered });
  for (const event of events) expect(run(over, event)).toBe(over);
  for (const event of events.slice(1)) expect(run(open(), event).view.step).toBe('card');
});
