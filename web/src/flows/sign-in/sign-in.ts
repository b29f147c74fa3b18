import type { ErrorBody, StrongerFactor, TwoFactorAuthEntity } from '@florin/contract/errors';
import type { EntityType } from '@florin/contract/fields';
import { accessCode, sendQuota } from '@florin/contract/limits';
import type { SignedIn } from '@florin/contract/login';
import type { passkeyWords } from '../../messages/en/passkey.ts';

/**
 * Signing in as one pure function of state and event (specification sections 2, 4 and 8).
 *
 *     password ──MFA──► delivery (several ways) ──► code ──200──► end
 *         │  ├────────MFA (one way) ─────────────────┘
 *         │  └────────MFA (stronger factors) ──► stronger ──200──► end, or on to delivery or code
 *         └──200 or 302, or a passkey alone──► end
 *
 * A call to the server is part of the state (`request`): whoever renders the state makes the call and reports its answer.
 * An answer to any other request is stale (the person went back meanwhile) and changes nothing.
 */
export interface SignInState {
  view: View;
  request: Request | null;
  /** Set by RECAPTCHA_LOCK, raised by a wrong password, and kept while the page is open. */
  captchaDifficulty: 1 | 2 | 3 | null;
  /** As sent last; it survives the way to the code and back. The password does not. */
  username: string;
  /** Passwords that were answered: a captcha is good for one. */
  attempts: number;
  /** The last code that was sent: whoever goes back and signs in again goes on with it. */
  lastSent: { view: CodeView; at: number } | null;
  /** A sign-in failed: the chat is offered (section 2). */
  hasFailed: boolean;
  /** Set when signing in is over: the view stays as it is while the browser opens what comes next. */
  end: End | null;
}

export type End = { kind: 'signedIn'; answer: SignedIn } | { kind: 'startSite'; url: string };

export type View =
  | { step: 'password'; said: Said | null }
  | { step: 'delivery'; factor: Factor; chosen: number; said: Said | null }
  | StrongerView
  | CodeView;

export interface StrongerView {
  step: 'stronger';
  factor: Factor;
  method: StrongerFactor;
  said: Said | null;
  /** Counts up when what was typed has to go. */
  clears: number;
}

export interface CodeView {
  step: 'code';
  factor: Factor;
  /** Index of the delivery in use. */
  chosen: number;
  said: Said | null;
  isSent: boolean;
  /** No code exists that could be entered: the last one is spent or the first one was refused. */
  hasNone: boolean;
  /** When the next code may be asked for, in milliseconds since 1970. */
  resendAt: number;
  /** Counts up when what was typed has to go. */
  clears: number;
}

/** A password that was right, waiting for its second factor. */
export interface Factor {
  sessionId: string;
  username: string;
  deliveries: readonly Delivery[];
  stronger: readonly StrongerFactor[];
}

export interface Delivery {
  type: EntityType;
  masked: string;
}

/** What a view has to tell: the server's refusal, a code that was sent again, or no answer at all. */
export type Said =
  | { kind: 'refusal'; error: ErrorBody; correlationId: string | null; retryAfterSeconds?: number | null }
  | { kind: 'resent'; type: EntityType }
  | { kind: 'passkeyFailed'; reason: keyof typeof passkeyWords }
  | { kind: 'network' };

export type Request =
  | { call: 'login'; username: string; password: string; recaptchaToken: string | null }
  | { call: 'sendCode'; factor: Factor; type: EntityType; again: boolean }
  | { call: 'authenticate'; factor: Factor; type: EntityType | 'Authenticator' | 'BackupCode'; code: string }
  /** Without a factor the passkey is the whole sign-in. */
  | { call: 'passkey'; factor: Factor | null };

export type Answer =
  | { kind: 'signedIn'; body: SignedIn }
  | { kind: 'startSite'; StartSiteUrl: string; Message: string }
  | { kind: 'codeSent' }
  | Extract<Said, { kind: 'refusal' | 'passkeyFailed' | 'network' }>;

export type SignInEvent =
  | { type: 'submitted'; username: string; password: string; recaptchaToken: string | null }
  | { type: 'chose'; index: number }
  | { type: 'deliveryConfirmed' }
  | { type: 'codeEntered'; code: string }
  | { type: 'resendAsked'; now: number }
  | { type: 'anotherWayAsked' }
  | { type: 'passkeyAsked' }
  | { type: 'wayTaken'; way: StrongerFactor | 'Delivery' }
  | { type: 'left' }
  | { type: 'answered'; request: Request; answer: Answer; now: number };

export const initialSignIn: SignInState = {
  view: { step: 'password', said: null },
  request: null,
  captchaDifficulty: null,
  username: '',
  attempts: 0,
  lastSent: null,
  hasFailed: false,
  end: null,
};

const resendPauseMs = sendQuota[0].windowSeconds * 1000;

export function signIn(state: SignInState, event: SignInEvent): SignInState {
  const { view } = state;
  if (state.end !== null) return state;
  if (event.type === 'answered') return event.request === state.request ? answered(state, event) : state;
  if (event.type === 'left') return view.step === 'password' ? state : backToPassword(state, null);
  if (state.request !== null) return state;
  switch (event.type) {
    case 'submitted': {
      if (view.step !== 'password') return state;
      const { username, password, recaptchaToken } = event;
      return { ...state, username, request: { call: 'login', username, password, recaptchaToken } };
    }
    case 'chose':
      return view.step === 'delivery' ? { ...state, view: { ...view, chosen: event.index } } : state;
    case 'deliveryConfirmed':
      return view.step === 'delivery' ? { ...state, request: sendCodeRequest(view, false) } : state;
    case 'codeEntered':
      if (view.step === 'stronger' && view.method !== 'Passkey') {
        const { factor, method } = view;
        return { ...state, request: { call: 'authenticate', factor, type: method, code: event.code } };
      }
      if (view.step !== 'code') return state;
      return {
        ...state,
        request: { call: 'authenticate', factor: view.factor, type: deliveryOf(view).type, code: event.code },
      };
    case 'resendAsked':
      if (view.step !== 'code' || event.now < view.resendAt) return state;
      return { ...state, request: sendCodeRequest(view, true) };
    case 'anotherWayAsked':
      if (view.step !== 'code' && view.step !== 'delivery') return state;
      if (view.step === 'code' && view.factor.deliveries.length > 1)
        return { ...state, view: { step: 'delivery', factor: view.factor, chosen: view.chosen, said: null } };
      return toStronger(state, view.factor);
    case 'passkeyAsked':
      if (view.step === 'password') return { ...state, request: { call: 'passkey', factor: null } };
      if (view.step !== 'stronger') return state;
      return { ...state, request: { call: 'passkey', factor: view.factor }, view: { ...view, said: null } };
    case 'wayTaken':
      if (view.step !== 'stronger') return state;
      if (event.way === 'Delivery') return toDelivery(state, view.factor);
      return { ...state, view: { ...view, method: event.way, said: null, clears: view.clears + 1 } };
  }
}

/** The delivery that is chosen, or e-mail where none is offered: the server then answers MFA_EMAIL_NOT_EXISTS. */
export function deliveryOf(view: { factor: Factor; chosen: number }): Delivery {
  return view.factor.deliveries[view.chosen] ?? { type: 'Email', masked: '' };
}

/** Whether there is another way than the one in use. */
export const hasOtherWays = ({ step, factor }: { step: 'delivery' | 'code'; factor: Factor }): boolean =>
  factor.stronger.length > 0 || (step === 'code' && factor.deliveries.length > 1);

/** Section 5: e-mail entities, and phone entities that are already authenticated. */
export function deliveriesOf(entities: readonly TwoFactorAuthEntity[]): Delivery[] {
  return entities
    .filter((entity) => entity.EntityType === 'Email' || entity.EntityAuthStatus === 'Authenticated')
    .map((entity) => ({ type: entity.EntityType, masked: entity.EntityMasked }));
}

/** Section 7: where a 302 answer sends the browser. */
export const startSiteRedirect = (startSiteUrl: string, message: string) =>
  `${startSiteUrl}/redirect/${encodeURIComponent(message)}`;

function sendCodeRequest(view: { factor: Factor; chosen: number }, again: boolean): Request {
  return { call: 'sendCode', factor: view.factor, type: deliveryOf(view).type, again };
}

function backToPassword(state: SignInState, said: Said | null): SignInState {
  return { ...state, view: { step: 'password', said }, request: null, hasFailed: state.hasFailed || said !== null };
}

type Answered = Extract<SignInEvent, { type: 'answered' }>;

function answered(state: SignInState, { request, answer, now }: Answered): SignInState {
  const attempts = state.attempts + (request.call === 'login' ? 1 : 0);
  const settled = { ...state, request: null, attempts };
  switch (answer.kind) {
    case 'signedIn':
      return { ...settled, end: { kind: 'signedIn', answer: answer.body } };
    case 'startSite':
      return { ...settled, end: { kind: 'startSite', url: startSiteRedirect(answer.StartSiteUrl, answer.Message) } };
    case 'codeSent':
      return codeSent(settled, request, now);
    case 'passkeyFailed':
    case 'network':
      return { ...settled, view: { ...settled.view, said: answer } };
    case 'refusal':
      if (request.call === 'login') return loginRefused(settled, request.username, answer, now);
      if (request.call === 'passkey' && request.factor === null) return backToPassword(settled, answer);
      return factorRefused(settled, request, answer, now);
  }
}

function codeSent(state: SignInState, request: Request, now: number): SignInState {
  if (request.call !== 'sendCode') return state;
  const said: Said | null = request.again ? { kind: 'resent', type: request.type } : null;
  return remember(codeView(state, { said, isSent: true, hasNone: false, resendAt: now + resendPauseMs }), now);
}

const remember = (state: SignInState, at: number): SignInState =>
  state.view.step === 'code' ? { ...state, lastSent: { view: state.view, at } } : state;

/** The code that is in the mailbox already, if it is this person's and still works for long enough to type it. */
function stillGood({ lastSent }: SignInState, username: string, now: number): CodeView | null {
  if (lastSent === null || lastSent.view.factor.username !== username) return null;
  return now - lastSent.at < (accessCode.lifetimeSeconds - 60) * 1000 ? { ...lastSent.view, said: null } : null;
}

/** Goes to the code view, or stays there; what is not named in `change` stays as it was. */
function codeView(state: SignInState, change: Partial<CodeView>): SignInState {
  const { view } = state;
  if (view.step === 'code') return { ...state, view: { ...view, ...change } };
  if (view.step !== 'delivery') return state;
  const { factor, chosen } = view;
  const fresh: CodeView = {
    step: 'code',
    factor,
    chosen,
    said: null,
    isSent: false,
    hasNone: false,
    resendAt: 0,
    clears: 0,
  };
  return { ...state, view: { ...fresh, ...change } };
}

function loginRefused(
  state: SignInState,
  username: string,
  said: Extract<Said, { kind: 'refusal' }>,
  now: number,
): SignInState {
  const { error } = said;
  // A wrong password, too, can raise what the next attempt has to prove: the captcha shown next is for that one.
  if ('Difficulty' in error && error.Difficulty !== undefined)
    return { ...backToPassword(state, said), captchaDifficulty: error.Difficulty };
  if (error.Code !== 'MFA') return backToPassword(state, said);
  const sent = stillGood(state, username, now);
  if (sent !== null) return { ...state, view: sent };
  const deliveries = deliveriesOf(error.TwoFactorAuthEntities);
  const factor = {
    sessionId: error.TwoFactorAuthSessionId,
    username,
    deliveries,
    stronger: error.StrongerFactors ?? [],
  };
  return factor.stronger.length > 0 ? toStronger(state, factor) : toDelivery(state, factor);
}

/** The strongest factor first; without one, nothing changes. */
function toStronger(state: SignInState, factor: Factor): SignInState {
  const method = factor.stronger[0];
  return method === undefined ? state : { ...state, view: { step: 'stronger', factor, method, said: null, clears: 0 } };
}

/** To a code that is sent, by the one way or a chosen one. */
function toDelivery(state: SignInState, factor: Factor): SignInState {
  const { deliveries } = factor;
  if (deliveries.length > 1) return { ...state, view: { step: 'delivery', factor, chosen: 0, said: null } };
  // One way: straight to the code. None: the form stays until the server has said what is wrong.
  const request: Request = sendCodeRequest({ factor, chosen: 0 }, false);
  if (deliveries.length === 0)
    return { ...state, view: state.view.step === 'stronger' ? state.view : { step: 'password', said: null }, request };
  const view: CodeView = {
    step: 'code',
    factor,
    chosen: 0,
    said: null,
    isSent: false,
    hasNone: false,
    resendAt: 0,
    clears: 0,
  };
  return { ...state, view, request };
}

/** What a refusal of send-code or authenticate does to the view. */
function factorRefused(
  state: SignInState,
  request: Request,
  said: Extract<Said, { kind: 'refusal' }>,
  now: number,
): SignInState {
  const clears = state.view.step === 'code' ? state.view.clears + 1 : 0;
  // The code before a refused one is still good, where there was one.
  const isFirst = request.call === 'sendCode' && !request.again;
  const hasNone = state.view.step === 'code' && (state.view.hasNone || isFirst);
  const resendAt = now + (said.retryAfterSeconds == null ? resendPauseMs : said.retryAfterSeconds * 1000);
  switch (said.error.Code) {
    case 'MFA_SESSION_EXPIRED':
    case 'UNAUTHENTICATED':
    case 'LOCKED':
      return { ...backToPassword(state, said), lastSent: null };
  }
  if (state.view.step === 'stronger') return { ...state, view: { ...state.view, said, clears: state.view.clears + 1 } };
  switch (said.error.Code) {
    case 'MFA_CODE_EXPIRED':
    case 'MFA_MAX_ATTEMPT_LIMIT_REACHED':
      return remember(codeView(state, { said, isSent: true, hasNone: false, resendAt, clears }), now);
    case 'RESEND_LIMIT_REACHED':
      // After authenticate it means: that code is spent and no new one could be sent.
      if (request.call === 'authenticate')
        return { ...codeView(state, { said, isSent: false, hasNone: true, resendAt, clears }), lastSent: null };
      return state.view.step === 'code'
        ? codeView(state, { said, resendAt, hasNone })
        : { ...state, view: { ...state.view, said } };
    case 'DELIVERY_DELAYED':
      // The message stays queued and will arrive, so the field for its code is there.
      return codeView(state, {
        said,
        isSent: false,
        hasNone: false,
        resendAt,
        ...(request.call === 'authenticate' && { clears }),
      });
    default:
      // The person stays where they are and reads what went wrong; support is offered where there is no other way.
      return {
        ...state,
        hasFailed: state.hasFailed || state.view.step === 'password',
        view: state.view.step === 'code' ? { ...state.view, said, hasNone } : { ...state.view, said },
      };
  }
}
