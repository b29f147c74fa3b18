import type { SignedIn } from '@florin/contract/access/login';
import type { ResetEntityType } from '@florin/contract/access/recovery';
import { codeNotSent, codeRefused, codeSent, newCode, type CodeState } from '../../../flows/code-step.ts';
import type { FlowMessage } from '../../../flows/flow-message.ts';
import { flow, refusalCode, type Failure, type Request, type RequestOf } from '../../../flows/flow.ts';
import { newPasswordProblems, type NewPasswordProblem } from '../../../flows/password/rules-met.ts';

/**
 * Resetting a password (specification, sections 2, 4, 5 and 8; reading 11).
 *
 *     opening ──► confirmation ──► verification ──► reset ──► end: signed in
 *                  │    ▲  └─send fails─► resend ──► verification
 *                  │    └──another way──────┘
 *                  └──an administrator──► waiting ──► reset
 *
 * A browser that has asked an administrator before is waiting as soon as it opens a link, or at the password (decision
 * 012); one that has proven a second factor is at the password (decision 026).
 *
 * A reload at the code of a text returns there (kept-reset.ts). Nothing changes until a button is pressed: programs that
 * read mail and follow its links prove nothing (security design P12). An address without a code, or with one that does not
 * work, is refused at once. A worthless link ends the flow wherever that shows.
 */
export interface ResetState {
  view: ResetView;
  request: ResetRequest | null;
  end: { kind: 'signedIn'; body: SignedIn } | { kind: 'linkFailed' } | null;
  /** The code that was sent last: choosing its way again leads back to its field. */
  lastSent: VerificationView | null;
}

/** The token of a link; in memory only. */
export interface OpenedLink {
  token: string;
  methods: readonly Method[];
}

export interface Method {
  entityType: ResetEntityType;
  entityMasked: string;
  /** Of this browser's earlier request to the administrators. */
  requestNumber?: string | undefined;
}

interface OpeningView {
  step: 'opening';
  message: FlowMessage | null;
  requestCode: string;
}
export interface ConfirmationView {
  step: 'confirmation';
  message: FlowMessage | null;
  link: OpenedLink;
  chosen: number;
}
export interface ResendView {
  step: 'resend';
  message: Failure;
  link: OpenedLink;
  chosen: number;
  failed: Method;
}
export interface VerificationView extends CodeState {
  step: 'verification';
  message: FlowMessage | null;
  link: OpenedLink;
  method: Method;
}
export interface WaitingView {
  step: 'waiting';
  message: FlowMessage | null;
  link: OpenedLink;
  method: Method;
}
export interface PasswordView {
  step: 'reset';
  message: FlowMessage | null;
  link: OpenedLink;
  method: Method;
  code: string | null;
  problems: readonly NewPasswordProblem[];
}
type ResetView = OpeningView | ConfirmationView | ResendView | VerificationView | WaitingView | PasswordView;
type At<V extends ResetView> = ResetState & { view: V };

export type ResetCalls = {
  open: {
    input: { requestCode: string };
    /** `provenBy`: this browser's earlier second proof for this link. */
    output: { kind: 'opened'; link: OpenedLink; provenBy: ResetEntityType | null };
  };
  sendCode: {
    input: { token: string; method: Method; again: boolean };
    output:
      | { kind: 'sent'; requestNumber?: string | undefined; resendInSeconds?: number | undefined }
      /** With the current methods; null if unknown. */
      | { kind: 'notSent'; failure: Failure; methods: readonly Method[] | null };
  };
  passkey: {
    input: { token: string; method: Method };
    output: { kind: 'verified' } | Extract<FlowMessage, { kind: 'passkeyFailed' }>;
  };
  verify: { input: { token: string; method: Method; code: string | null }; output: { kind: 'verified' } };
  reset: {
    input: { token: string; method: Method; code: string | null; password: string; confirmation: string };
    output: { kind: 'signedIn'; body: SignedIn };
  };
};
export type ResetRequest = Request<ResetCalls>;

export type ResetEvent =
  /** The server does not know the link of the mail, or it has ended. */
  | { type: 'linkRefused' }
  | { type: 'opened' }
  | { type: 'chose'; index: number }
  | { type: 'methodConfirmed' }
  | { type: 'codeEntered'; code: string }
  | { type: 'resendAsked'; now: number }
  | { type: 'anotherWayAsked' }
  | { type: 'wentBack' }
  | { type: 'checkAsked' }
  | { type: 'passwordEntered'; password: string; confirmation: string };

/** The form of a link's code (`rsl_` and 256 bits). */
const isCode = (text: string) => /^rsl_[\w-]{43}$/.test(text);

/** @param requestCode the part after the path; null if there is none */
export const beginReset = (requestCode: string | null): ResetState => ({
  view: { step: 'opening', requestCode: requestCode ?? '', message: null },
  request: null,
  lastSent: null,
  end: requestCode !== null && isCode(requestCode) ? null : { kind: 'linkFailed' },
});

const choice = {
  chose: (state: At<ConfirmationView | ResendView>, { index }: { index: number }): ResetState => ({
    ...state,
    view: { ...state.view, chosen: index },
  }),
  methodConfirmed: (state: At<ConfirmationView | ResendView>): ResetState =>
    begin(state, state.view.link, state.view.link.methods[state.view.chosen]),
};
const anotherWayAsked = (state: At<VerificationView | WaitingView>): ResetState =>
  state.view.link.methods.length < 2 ? state : toConfirmation(state, state.view.link, state.view.method, null);
const wentBack = (state: At<VerificationView>): ResetState =>
  toConfirmation(state, state.view.link, state.view.method, null);
const verify = ({ link: { token }, method }: VerificationView | WaitingView, code: string | null): ResetRequest => ({
  call: 'verify',
  token,
  method,
  code,
});

export const reset = flow<ResetCalls, ResetState, ResetEvent>({
  steps: {
    opening: {
      linkRefused: (state) => ({ ...state, end: { kind: 'linkFailed' } }),
      opened: (state) => ({ ...state, request: { call: 'open', requestCode: state.view.requestCode } }),
    },
    confirmation: choice,
    resend: choice,
    verification: {
      codeEntered: (state, { code }) => ({ ...state, request: verify(state.view, code) }),
      resendAsked(state, { now }) {
        const { link, method, resendAt } = state.view;
        if (!isSent(method) || now < resendAt) return state;
        return { ...state, request: { call: 'sendCode', token: link.token, method, again: true } };
      },
      anotherWayAsked,
      wentBack,
    },
    waiting: {
      checkAsked: (state) => ({ ...state, request: verify(state.view, null) }),
      anotherWayAsked,
    },
    reset: {
      passwordEntered(state, { password, confirmation }) {
        const { link, method, code } = state.view;
        return { ...state, request: { call: 'reset', token: link.token, method, code, password, confirmation } };
      },
    },
  },
  answers: {
    open: (state, answer) => (isFailure(answer) ? failed(state, answer, withMessage) : opened(state, answer)),
    sendCode(before, answer, request, now) {
      if (answer.kind === 'sent') return sent(before, request, answer, now);
      if (isFailure(answer)) return failed(before, answer, (state) => sendFailed(state, request, answer, now));
      const { failure, methods } = answer;
      const known = methods === null ? before : withMethods(before, methods);
      return failed(known, failure, (state) => sendFailed(state, request, failure, now));
    },
    passkey(before, answer, { method }) {
      if (answer.kind === 'verified') return toPassword(before, method, null);
      if (answer.kind === 'passkeyFailed') return proofFailed(before, method, answer);
      return failed(before, answer, (state) => proofFailed(state, method, answer));
    },
    verify(before, answer, { method, code }, now) {
      if (answer.kind === 'verified') return toPassword(before, method, code);
      return failed(before, answer, (state) =>
        // Another browser has sent a request since, or a day has passed: the administrators can be asked again.
        refusalCode(answer) === 'RESET_NOT_VERIFIED'
          ? proofFailed(state, method, answer)
          : verifyFailed(state, answer, now),
      );
    },
    reset(before, answer, { method }) {
      if (answer.kind === 'signedIn') return { ...before, end: answer };
      return failed(before, answer, (state) =>
        refusalCode(answer) === 'RESET_NOT_VERIFIED'
          ? proofFailed(state, method, answer)
          : passwordRefused(state, answer),
      );
    },
  },
});

const isFailure = (answer: { kind: string }): answer is Failure =>
  answer.kind === 'refusal' || answer.kind === 'network';

/** Whether something has to be sent before the proof. */
const isSent = ({ entityType }: Method) => entityType === 'PhoneNumber' || entityType === 'AdminConfirmation';

const withMessage = (state: ResetState, message: Failure): ResetState => ({
  ...state,
  view: { ...state.view, message },
});

/** The general meaning of a failure, otherwise its meaning for the current call. */
function failed(
  state: ResetState,
  failure: Failure,
  otherwise: (state: ResetState, failure: Failure) => ResetState,
): ResetState {
  switch (refusalCode(failure)) {
    case 'RESET_LINK_INVALID':
    case 'UNAUTHENTICATED':
      return { ...state, end: { kind: 'linkFailed' } };
    case 'OUT_OF_SERVICE':
      // The apology that replaces the form says so; afterwards the person goes on.
      return state;
    default:
      return otherwise(state, failure);
  }
}

const linkOf = ({ view }: ResetState): OpenedLink | null => ('link' in view ? view.link : null);

function withMethods(state: ResetState, methods: readonly Method[]): ResetState {
  const { view } = state;
  return 'link' in view ? { ...state, view: { ...view, link: { ...view.link, methods } } } : state;
}

function toConfirmation(
  state: ResetState,
  link: OpenedLink,
  { entityType }: Method,
  message: FlowMessage | null,
): ResetState {
  const index = link.methods.findIndex((method) => method.entityType === entityType);
  return { ...state, view: { step: 'confirmation', link, chosen: Math.max(0, index), message } };
}

/** Back to the choice, with the current method chosen. */
function proofFailed(state: ResetState, method: Method, message: FlowMessage): ResetState {
  const link = linkOf(state);
  return link === null ? state : toConfirmation(state, link, method, message);
}

/** Sends the method's code, or goes straight to its proof. */
function begin(state: ResetState, link: OpenedLink, method: Method | undefined): ResetState {
  if (method === undefined) return state;
  const { token } = link;
  if (method.entityType === 'Passkey') return { ...state, request: { call: 'passkey', token, method } };
  const { lastSent } = state;
  if (method.entityType === 'PhoneNumber' && lastSent?.link.token === token)
    return { ...state, view: { ...lastSent, link, message: null } };
  if (isSent(method)) return { ...state, request: { call: 'sendCode', token, method, again: false } };
  return { ...state, view: { step: 'verification', link, method, message: null, ...newCode } };
}

function toPassword(state: ResetState, method: Method, code: string | null): ResetState {
  const link = linkOf(state);
  if (link === null) return state;
  return { ...state, view: { step: 'reset', link, method, code, message: null, problems: [] } };
}

/** To the choice, or to this browser's earlier step. */
function opened(state: ResetState, { link, provenBy }: ResetCalls['open']['output']): ResetState {
  const view: ConfirmationView = { step: 'confirmation', link, chosen: 0, message: null };
  if (provenBy !== null) {
    const proven = link.methods.find(({ entityType }) => entityType === provenBy);
    return toPassword({ ...state, view }, proven ?? { entityType: provenBy, entityMasked: '' }, null);
  }
  const method = link.methods.find(({ requestNumber }) => requestNumber !== undefined);
  if (method === undefined) return { ...state, view };
  // The administrators were asked already: they may have approved meanwhile.
  const waiting: WaitingView = { step: 'waiting', link, method, message: null };
  return { ...state, view: waiting, request: verify(waiting, null) };
}

type SendRequest = RequestOf<ResetCalls, 'sendCode'>;

function sent(
  state: ResetState,
  { method, again }: SendRequest,
  { requestNumber, resendInSeconds = 0 }: { requestNumber?: string | undefined; resendInSeconds?: number | undefined },
  now: number,
): ResetState {
  const link = linkOf(state);
  if (link === null) return state;
  if (method.entityType === 'AdminConfirmation')
    return { ...state, view: { step: 'waiting', link, method: { ...method, requestNumber }, message: null } };
  const code = codeSent(state.view.step === 'verification' ? state.view : newCode, now, resendInSeconds);
  return atCode(state, {
    step: 'verification',
    link,
    method,
    ...code,
    message: again ? { kind: 'resentByText' } : null,
  });
}

function sendFailed(state: ResetState, { method }: SendRequest, failure: Failure, now: number): ResetState {
  const { view } = state;
  // The code before still works: the person waits, or types it.
  if (refusalCode(failure) === 'RESEND_LIMIT_REACHED' && view.step === 'verification')
    return atCode(state, { ...view, ...codeNotSent(view, failure, now), message: failure });
  const link = linkOf(state);
  if (link === null) return state;
  const other = link.methods.findIndex(({ entityType }) => entityType !== method.entityType);
  return { ...state, view: { step: 'resend', link, failed: method, chosen: Math.max(0, other), message: failure } };
}

function verifyFailed(state: ResetState, failure: Failure, now: number): ResetState {
  const { view } = state;
  if (view.step !== 'verification') return withMessage(state, failure);
  const code = codeRefused(view, failure, now);
  // As at the login: a code from an app or a list is typed again, a sent one is corrected.
  const isTypedAnew = refusalCode(failure) === 'MFA_INVALID_CODE' && !isSent(view.method);
  return atCode(state, { ...view, ...code, clears: code.clears + Number(isTypedAnew), message: failure });
}

/** Another way and a reload lead back to this state of the code that was sent, with the countdown of its resend. */
const atCode = (state: ResetState, view: VerificationView): ResetState => ({
  ...state,
  view,
  lastSent: isSent(view.method) ? view : state.lastSent,
});

function passwordRefused(state: ResetState, failure: Failure): ResetState {
  if (state.view.step !== 'reset') return state;
  const problems = newPasswordProblems(failure.kind === 'refusal' ? failure.body : null);
  return { ...state, view: { ...state.view, message: problems.length > 0 ? null : failure, problems } };
}
