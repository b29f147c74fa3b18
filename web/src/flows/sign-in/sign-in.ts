import type { EnrolledFactor, TwoFactorAuthEntity } from '@florin/contract/errors';
import type { EntityType } from '@florin/contract/fields';
import { accessCode } from '@florin/contract/limits';
import type { SignedIn } from '@florin/contract/access/login';
import { codeNotSent, codeRefused, codeSent, newCode, type CodeState } from '../code-step.ts';
import type { FlowMessage } from '../flow-message.ts';
import { flow, type Refusal, type Request } from '../flow.ts';

/**
 * Signing in (specification, sections 2, 4 and 8).
 *
 *     password ──MFA──► delivery (several ways) ──► code ──200──► end
 *         │  ├────────MFA (one way) ─────────────────┘
 *         │  └────────MFA (enrolled factors) ──► enrolled ──200──► end, or on to delivery or code
 *         └──200 or 302, or a passkey alone──► end
 */
export interface SignInState {
  view: View;
  request: SignInRequest | null;
  /** Set by RECAPTCHA_LOCK, raised by a wrong password, and kept while the page is open. */
  captchaDifficulty: 1 | 2 | 3 | null;
  /** The username that was sent last. It is kept on the way to the code and back. The password is not. */
  username: string;
  /** The number of answered passwords, because a captcha works for one. */
  attempts: number;
  /** The last code that was sent. After going back and logging in again, it is still valid. */
  lastSent: { view: CodeView; at: number } | null;
  /** The steps that were left with the browser's Back, the nearest first, for its Forward. */
  ahead: readonly View[];
  /** A sign-in has failed, so the chat is offered (section 2). */
  hasFailed: boolean;
  end: End | null;
}

export type End = { kind: 'signedIn'; body: SignedIn } | { kind: 'startSite'; url: string };

export type View = PasswordView | DeliveryView | EnrolledFactorView | CodeView;
interface PasswordView {
  step: 'password';
  message: FlowMessage | null;
}
export interface DeliveryView {
  step: 'delivery';
  message: FlowMessage | null;
  factor: Factor;
  /** Index of a delivery. */
  chosen: number;
  fromCode?: boolean;
}
export interface EnrolledFactorView extends CodeState {
  step: 'enrolledFactor';
  message: FlowMessage | null;
  factor: Factor;
  method: EnrolledFactor;
  /** Asked for beside the code that was sent: Back leads to its field. */
  fromCode?: boolean;
}
export interface CodeView extends CodeState {
  step: 'code';
  message: FlowMessage | null;
  factor: Factor;
  /** Index of the delivery in use. */
  chosen: number;
}

/** A correct password that waits for its second factor. */
export interface Factor {
  sessionId: string;
  username: string;
  deliveries: readonly Delivery[];
  /** When the server sends a code, by any way, in milliseconds since 1970. */
  sendAt: number;
  enrolled: readonly EnrolledFactor[];
}

export interface Delivery {
  type: EntityType;
  masked: string;
}

type LetIn = { kind: 'signedIn'; body: SignedIn } | { kind: 'startSite'; StartSiteUrl: string; Message: string };

/** A passkey without a factor is the whole sign-in. */
export type SignInCalls = {
  login: { input: { username: string; password: string; recaptchaToken: string | null }; output: LetIn };
  sendCode: {
    input: { factor: Factor; type: EntityType; again: boolean };
    output: { kind: 'codeSent'; resendInSeconds: number };
  };
  authenticate: {
    input: { factor: Factor; type: EntityType | 'Authenticator' | 'BackupCode'; code: string };
    output: LetIn;
  };
  passkey: { input: { factor: Factor | null }; output: LetIn | Extract<FlowMessage, { kind: 'passkeyFailed' }> };
};
export type SignInRequest = Request<SignInCalls>;

export type SignInEvent =
  | { type: 'submitted'; username: string; password: string; recaptchaToken: string | null }
  | { type: 'chose'; index: number }
  | { type: 'deliveryConfirmed' }
  | { type: 'codeEntered'; code: string }
  | { type: 'resendAsked'; now: number }
  | { type: 'anotherWayAsked' }
  | { type: 'passkeyAsked' }
  | { type: 'wayTaken'; way: EnrolledFactor | 'Delivery' }
  /** The page was loaded again at the choice of a delivery or while a code was expected. */
  | { type: 'restored'; view: DeliveryView | CodeView; lastSent: SignInState['lastSent'] }
  /** Back to the password. */
  | { type: 'left' }
  /** The browser's Back: to the step before. */
  | { type: 'wentBack' }
  /** Its Forward: to the step that was left. */
  | { type: 'wentForward' };

export const initialSignIn: SignInState = {
  view: { step: 'password', message: null },
  request: null,
  captchaDifficulty: null,
  username: '',
  attempts: 0,
  lastSent: null,
  ahead: [],
  hasFailed: false,
  end: null,
};

export const signIn = flow<SignInCalls, SignInState, SignInEvent>({
  steps: {
    password: {
      submitted: (state, { username, password, recaptchaToken }) => ({
        ...state,
        username,
        ahead: [],
        request: { call: 'login', username, password, recaptchaToken },
      }),
      passkeyAsked: (state) => ({ ...state, request: { call: 'passkey', factor: null } }),
      restored: (state, { view, lastSent }) =>
        state.attempts > 0
          ? state
          : {
              ...state,
              view: view.step === 'code' ? view : { ...view, fromCode: lastSent !== null },
              username: view.factor.username,
              attempts: 1,
              lastSent,
            },
    },
    delivery: {
      chose: (state, { index }) => ({ ...state, view: { ...state.view, chosen: index } }),
      deliveryConfirmed(state) {
        const open = openCode(state, state.view);
        return open ? { ...state, view: open } : { ...state, request: sendCode(state.view, false) };
      },
      anotherWayAsked: (state) => toEnrolledFactor(state, state.view.factor, state.view.fromCode),
    },
    enrolledFactor: {
      codeEntered(state, { code }) {
        const { factor, method } = state.view;
        return method === 'Passkey'
          ? state
          : { ...state, request: { call: 'authenticate', factor, type: method, code } };
      },
      passkeyAsked: (state) => ({
        ...state,
        request: { call: 'passkey', factor: state.view.factor },
        view: { ...state.view, message: null },
      }),
      wayTaken: (state, { way }) =>
        way === 'Delivery'
          ? toDelivery(state, state.view.factor, state.view.fromCode)
          : { ...state, view: { ...state.view, method: way, message: null, clears: state.view.clears + 1 } },
    },
    code: {
      codeEntered: (state, { code }) => ({
        ...state,
        request: { call: 'authenticate', factor: state.view.factor, type: deliveryOf(state.view).type, code },
      }),
      resendAsked: (state, { now }) =>
        now < state.view.resendAt ? state : { ...state, request: sendCode(state.view, true) },
      anotherWayAsked: (state) => {
        const { chosen } = state.view;
        const factor = waiting(state.view);
        const fromCode = state.lastSent !== null && isSame(state.lastSent.view.factor, factor);
        return factor.deliveries.length > 1
          ? { ...state, view: { step: 'delivery', factor, chosen, fromCode, message: null } }
          : toEnrolledFactor(state, factor, fromCode);
      },
    },
  },
  always: {
    left: (state) => (state.view.step === 'password' ? state : backToPassword(state, null)),
    wentBack: (state) => {
      const ahead = [state.view, ...state.ahead];
      return state.view.step === 'password' ? state : { ...stepBefore(state, state.view), request: null, ahead };
    },
    wentForward(state) {
      const [next, ...ahead] = state.ahead;
      return next === undefined ? state : { ...state, view: { ...next, message: null }, ahead };
    },
  },
  answers: {
    login(before, answer, { username }, now) {
      const state = { ...before, attempts: before.attempts + 1 };
      return answer.kind === 'refusal' ? loginRefused(state, username, answer, now) : letIn(state, answer);
    },
    sendCode(state, answer, { type, again }, now) {
      if (answer.kind === 'network') return withMessage(state, answer);
      if (answer.kind === 'refusal')
        return isOver(answer) ? startOver(state, answer) : notSent(state, answer, again, now);
      const message: FlowMessage | null = again ? { kind: type === 'Email' ? 'resentByEmail' : 'resentByText' } : null;
      return remembered(
        atCode(state, (code) => codeSent(code, now, answer.resendInSeconds), message),
        now,
      );
    },
    authenticate(state, answer, _, now) {
      if (answer.kind !== 'refusal') return letIn(state, answer);
      return isOver(answer) ? startOver(state, answer) : refused(state, answer, now);
    },
    passkey(state, answer, { factor }, now) {
      if (answer.kind !== 'refusal') return letIn(state, answer);
      if (factor === null) return backToPassword(state, answer);
      return isOver(answer) ? startOver(state, answer) : refused(state, answer, now);
    },
  },
});

/** The chosen delivery, or email if none is offered. The server then answers MFA_EMAIL_NOT_EXISTS. */
export function deliveryOf(view: { factor: Factor; chosen: number }): Delivery {
  return view.factor.deliveries[view.chosen] ?? { type: 'Email', masked: '' };
}

/** The steps of a sign-in, as far as they are shown: a choice of one way is not. */
function stepsOf({ enrolled, deliveries }: Factor): View['step'][] {
  return [
    'password',
    ...(enrolled.length > 0 ? (['enrolledFactor'] as const) : []),
    ...(deliveries.length > 1 ? (['delivery'] as const) : []),
    'code',
  ];
}

/** How many steps are before this one. */
export function depthOf(view: View): number {
  if (view.step === 'password') return 0;
  const steps = stepsOf(view.factor);
  return isFromCode(view) ? steps.length : steps.indexOf(view.step);
}

const isFromCode = (view: View) => 'fromCode' in view && view.fromCode;

function stepBefore(state: SignInState, view: Exclude<View, PasswordView>): SignInState {
  const factor = view.step === 'code' ? waiting(view) : view.factor;
  if (isFromCode(view) && state.lastSent) return { ...state, view: { ...state.lastSent.view, message: null } };
  const before = stepsOf(factor)[depthOf(view) - 1];
  if (before === 'enrolledFactor') return toEnrolledFactor(state, factor);
  if (before !== 'delivery') return backToPassword(state, null);
  const chosen = view.step === 'code' ? view.chosen : 0;
  return { ...state, view: { step: 'delivery', factor, chosen, message: null } };
}

const sendAtAfter = ({ retryAfterSeconds }: Refusal, now: number) => now + (retryAfterSeconds ?? 0) * 1000;

/** The code that was sent delays those by other ways, too. */
const waiting = ({ factor, resendAt }: CodeView): Factor => ({ ...factor, sendAt: resendAt });

/** Whether there is another way than the one in use. */
export const hasOtherWays = ({ step, factor }: { step: 'delivery' | 'code'; factor: Factor }): boolean =>
  factor.enrolled.length > 0 || (step === 'code' && factor.deliveries.length > 1);

/** Section 5: email entities, and phone entities that are already authenticated. */
export function deliveriesOf(entities: readonly TwoFactorAuthEntity[]): Delivery[] {
  return entities
    .filter((entity) => entity.EntityType === 'Email' || entity.EntityAuthStatus === 'Authenticated')
    .map((entity) => ({ type: entity.EntityType, masked: entity.EntityMasked }));
}

/** Section 7: where a 302 answer sends the browser. */
export const startSiteRedirect = (startSiteUrl: string, message: string) =>
  `${startSiteUrl}/redirect/${encodeURIComponent(message)}`;

const sendCode = (view: { factor: Factor; chosen: number }, again: boolean): SignInRequest => ({
  call: 'sendCode',
  factor: view.factor,
  type: deliveryOf(view).type,
  again,
});

const withMessage = (state: SignInState, message: FlowMessage): SignInState => ({
  ...state,
  view: { ...state.view, message },
});

function letIn(state: SignInState, answer: LetIn | Exclude<FlowMessage, Refusal>): SignInState {
  switch (answer.kind) {
    case 'signedIn':
      return { ...state, end: answer };
    case 'startSite':
      return { ...state, end: { kind: 'startSite', url: startSiteRedirect(answer.StartSiteUrl, answer.Message) } };
    default:
      return withMessage(state, answer);
  }
}

const backToPassword = (state: SignInState, message: FlowMessage | null): SignInState => ({
  ...state,
  view: { step: 'password', message },
  request: null,
  ahead: [],
  hasFailed: state.hasFailed || message !== null,
});

/** The password has to be given again. */
const isOver = ({ body: { Code } }: Refusal) =>
  Code === 'MFA_SESSION_EXPIRED' || Code === 'UNAUTHENTICATED' || Code === 'LOCKED';
const startOver = (state: SignInState, refusal: Refusal): SignInState => ({
  ...backToPassword(state, refusal),
  lastSent: null,
});

/** Stays at the code, or goes to it from the choice of a delivery. */
function atCode(state: SignInState, change: (code: CodeState) => CodeState, message: FlowMessage | null): SignInState {
  const { view } = state;
  if (view.step === 'code') return { ...state, view: { ...view, ...change(view), message } };
  if (view.step !== 'delivery') return state;
  const { factor, chosen } = view;
  return { ...state, view: { step: 'code', factor, chosen, ...change(newCode), message } };
}

const remembered = (state: SignInState, at: number): SignInState =>
  state.view.step === 'code' ? { ...state, lastSent: { view: state.view, at } } : state;

/**
 * The code that was sent for this sign-in by the chosen way. Choosing the way again leads back to its field. A code
 * that no longer works is replaced when it is entered.
 */
function openCode({ lastSent }: SignInState, { factor, chosen }: { factor: Factor; chosen: number }): CodeView | null {
  if (lastSent === null) return null;
  const { view } = lastSent;
  return isSame(view.factor, factor) && view.chosen === chosen ? { ...view, message: null } : null;
}

const isSame = (one: Factor, other: Factor) => one.sessionId === other.sessionId && one.username === other.username;

/** The code that is already in the mailbox, if it is this person's and works for long enough to type it. */
function stillGood({ lastSent }: SignInState, username: string, now: number): CodeView | null {
  if (lastSent === null || lastSent.view.factor.username !== username) return null;
  return now - lastSent.at < (accessCode.lifetimeSeconds - 60) * 1000 ? { ...lastSent.view, message: null } : null;
}

function loginRefused(state: SignInState, username: string, refusal: Refusal, now: number): SignInState {
  const { body } = refusal;
  // A wrong password can also make the next captcha harder. The captcha shown next is for the next attempt.
  if ('Difficulty' in body && body.Difficulty !== undefined)
    return { ...backToPassword(state, refusal), captchaDifficulty: body.Difficulty };
  if (body.Code !== 'MFA') return backToPassword(state, refusal);
  const sent = stillGood(state, username, now);
  if (sent !== null) return { ...state, view: sent };
  const factor = {
    sessionId: body.TwoFactorAuthSessionId,
    username,
    deliveries: deliveriesOf(body.TwoFactorAuthEntities),
    sendAt: sendAtAfter(refusal, now),
    enrolled: body.EnrolledFactors ?? [],
  };
  return factor.enrolled.length > 0 ? toEnrolledFactor(state, factor) : toDelivery(state, factor);
}

/** The strongest factor first; without one, nothing changes. */
function toEnrolledFactor(state: SignInState, factor: Factor, fromCode = false): SignInState {
  const method = factor.enrolled[0];
  return method === undefined
    ? state
    : { ...state, view: { step: 'enrolledFactor', factor, method, message: null, ...newCode, fromCode } };
}

/** Leads to a code, which is sent by the only way or the chosen one. */
function toDelivery(state: SignInState, factor: Factor, fromCode = false): SignInState {
  const { deliveries } = factor;
  const chosen = 0;
  if (deliveries.length > 1) return { ...state, view: { step: 'delivery', factor, chosen, fromCode, message: null } };
  // With one way, leads directly to the code. Without a way, the form stays until the server answers with the error.
  const open = openCode(state, { factor, chosen });
  if (open && deliveries.length === 1) return { ...state, view: open };
  const request = sendCode({ factor, chosen }, false);
  if (deliveries.length === 1)
    return { ...state, view: { step: 'code', factor, chosen, message: null, ...newCode }, request };
  return {
    ...state,
    view: state.view.step === 'enrolledFactor' ? state.view : { step: 'password', message: null },
    request,
  };
}

function notSent(state: SignInState, refusal: Refusal, again: boolean, now: number): SignInState {
  // The field is shown for a delayed code. Any other error is shown at the current step.
  const isLate = refusal.body.Code === 'DELIVERY_DELAYED';
  if (state.view.step === 'code' || (state.view.step === 'delivery' && isLate))
    return atCode(state, (code) => codeNotSent(code, refusal, now, !again), refusal);
  // Another way failed. The code sent before still works and keeps its field.
  const sent = state.view.step === 'delivery' ? state.lastSent?.view : undefined;
  if (sent && state.view.step === 'delivery' && isSame(sent.factor, state.view.factor))
    return { ...state, view: { ...sent, ...codeNotSent(sent, refusal, now), message: refusal } };
  return refused(state, refusal, now);
}

/** The current step stays and shows the error. Support is offered if there is no other way. */
function refused(state: SignInState, refusal: Refusal, now: number): SignInState {
  const { view } = state;
  if (view.step === 'password') return { ...withMessage(state, refusal), hasFailed: true };
  if (view.step === 'enrolledFactor') return { ...state, view: { ...view, message: refusal, clears: view.clears + 1 } };
  if (view.step === 'delivery')
    return {
      ...state,
      view: {
        ...view,
        factor: { ...view.factor, sendAt: Math.max(view.factor.sendAt, sendAtAfter(refusal, now)) },
        message: refusal,
      },
    };
  const next = atCode(state, (code) => codeRefused(code, refusal, now), refusal);
  // A used-up code that was not replaced cannot be entered. A replacement is now the last code.
  switch (refusal.body.Code) {
    case 'RESEND_LIMIT_REACHED':
      return { ...next, lastSent: null };
    case 'MFA_CODE_EXPIRED':
    case 'MFA_MAX_ATTEMPT_LIMIT_REACHED':
      return remembered(next, now);
    default:
      return next;
  }
}
