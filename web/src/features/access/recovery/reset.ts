import type { ErrorBody } from '@florin/contract/errors';
import { sendQuota } from '@florin/contract/limits';
import type { SignedIn } from '@florin/contract/login';
import type { ResetEntityType } from '@florin/contract/recovery';
import type { passkeyWords } from '../../../messages/en/passkey.ts';
import { newPasswordProblems, type NewPasswordProblem } from '../../../flows/password/judge.ts';
import type { Said } from './forgot.ts';

/**
 * Resetting a password as one pure function of state and event (specification, sections 2, 4, 5 and 8; reading 11).
 *
 *     opening ──► confirmation ──► verification ──► reset ──► end: signed in
 *                  │    ▲  └─send fails─► resend ──► verification
 *                  │    └──another way──────┘
 *                  └──an administrator──► waiting ──► reset
 *
 * Who opens a link in a browser that has asked an administrator already is waiting at once, or at the password (decision
 * 012); who has proven the second thing there is at the password (decision 026).
 *
 * The page is inert until a button is pressed: what reads mail and follows its links proves nothing (security design P12).
 * An address without a code, or with one that no mail has had, is told at once: there is nothing to open. A worthless link ends it wherever that shows. A call to the server is part of the state (`request`): whoever renders the
 * state makes it and reports the answer; an answer to any other request is stale and changes nothing.
 */
export interface ResetState {
  view: ResetView;
  request: ResetRequest | null;
  /** What the link has been exchanged for; in memory only. */
  flow: Flow | null;
  end: { kind: 'signedIn'; answer: SignedIn } | { kind: 'linkFailed' } | null;
}

export interface Flow {
  token: string;
  methods: readonly Method[];
}

export interface Method {
  entityType: ResetEntityType;
  entityMasked: string;
  /** Of the question to the administrators that this browser has asked already. */
  requestNumber?: string | undefined;
}

export type ResetView =
  | { step: 'opening'; requestCode: string; said: Said | null }
  | { step: 'confirmation'; chosen: number; said: ChoiceSaid | null }
  | { step: 'resend'; failed: Method; chosen: number; said: Said }
  | VerificationView
  | { step: 'waiting'; method: Method; said: Said | null }
  | { step: 'reset'; method: Method; code: string | null; said: Said | null; problems: readonly NewPasswordProblem[] };

/** What the choice has to tell: also what a passkey's browser has said. */
export type ChoiceSaid = Said | PasskeyFailed;
export interface PasskeyFailed {
  kind: 'passkeyFailed';
  reason: keyof typeof passkeyWords;
}

export interface VerificationView {
  step: 'verification';
  method: Method;
  said: Said | { kind: 'resent' } | null;
  isSent: boolean;
  /** There is no code that could be entered: the last is spent, and no other could be sent. */
  hasNone: boolean;
  /** When the next code may be asked for, in milliseconds since 1970. */
  resendAt: number;
  /** Counts up when what was typed has to go. */
  clears: number;
}

export type ResetRequest =
  | { call: 'open'; requestCode: string }
  | { call: 'sendCode'; token: string; method: Method; again: boolean }
  | { call: 'passkey'; token: string; method: Method }
  | { call: 'verify'; token: string; method: Method; code: string | null }
  | { call: 'reset'; token: string; method: Method; code: string | null; password: string; confirmation: string };

export type ResetAnswer =
  /** With the second proof that this browser has given for this link before. */
  | { kind: 'opened'; flow: Flow; provenBy: ResetEntityType | null }
  | { kind: 'sent'; requestNumber?: string | undefined }
  /** With the ways there are now; null where that is not known. */
  | { kind: 'notSent'; said: Said; methods: readonly Method[] | null }
  | { kind: 'verified' }
  | PasskeyFailed
  | { kind: 'signedIn'; body: SignedIn }
  | Said;

export type ResetEvent =
  | { type: 'opened' }
  | { type: 'chose'; index: number }
  | { type: 'methodConfirmed' }
  | { type: 'codeEntered'; code: string }
  | { type: 'resendAsked'; now: number }
  | { type: 'anotherWayAsked' }
  | { type: 'checkAsked' }
  | { type: 'passwordEntered'; password: string; confirmation: string }
  | { type: 'answered'; request: ResetRequest; answer: ResetAnswer; now: number };

/** The link's code as mails have it (`rsl_` and 256 bits). */
const isCode = (text: string) => /^rsl_[\w-]{43}$/.test(text);

/** @param requestCode what stood behind the path; null where nothing did */
export const beginReset = (requestCode: string | null): ResetState => ({
  view: { step: 'opening', requestCode: requestCode ?? '', said: null },
  request: null,
  flow: null,
  end: requestCode !== null && isCode(requestCode) ? null : { kind: 'linkFailed' },
});

const resendPauseMs = sendQuota[0].windowSeconds * 1000;

/** Whether something has to be sent before there is something to prove. */
const isSent = ({ entityType }: Method) => entityType === 'PhoneNumber' || entityType === 'AdminConfirmation';

export function reset(state: ResetState, event: ResetEvent): ResetState {
  const { view, flow } = state;
  if (state.end !== null) return state;
  if (event.type === 'answered') return event.request === state.request ? answered(state, event) : state;
  if (state.request !== null) return state;
  if (event.type === 'opened')
    return view.step === 'opening' ? ask(state, { call: 'open', requestCode: view.requestCode }) : state;
  if (flow === null) return state;
  switch (event.type) {
    case 'chose':
      return isChoice(view) ? { ...state, view: { ...view, chosen: event.index } } : state;
    case 'methodConfirmed':
      return isChoice(view) ? begin(state, flow, flow.methods[view.chosen]) : state;
    case 'codeEntered':
      if (view.step !== 'verification') return state;
      return ask(state, { call: 'verify', token: flow.token, method: view.method, code: event.code });
    case 'resendAsked':
      if (view.step !== 'verification' || !isSent(view.method) || event.now < view.resendAt) return state;
      return ask(state, { call: 'sendCode', token: flow.token, method: view.method, again: true });
    case 'anotherWayAsked':
      if (view.step !== 'verification' && view.step !== 'waiting') return state;
      return flow.methods.length < 2 ? state : toConfirmation(state, flow, view.method, null);
    case 'checkAsked':
      if (view.step !== 'waiting') return state;
      return ask(state, { call: 'verify', token: flow.token, method: view.method, code: null });
    case 'passwordEntered': {
      if (view.step !== 'reset') return state;
      const { method, code } = view;
      const { password, confirmation } = event;
      return ask(state, { call: 'reset', token: flow.token, method, code, password, confirmation });
    }
  }
}

const isChoice = (view: ResetView) => view.step === 'confirmation' || view.step === 'resend';
const ask = (state: ResetState, request: ResetRequest): ResetState => ({ ...state, request });
const linkFailed = (state: ResetState): ResetState => ({ ...state, request: null, end: { kind: 'linkFailed' } });

const indexOf = ({ methods }: Flow, { entityType }: Method) =>
  methods.findIndex((method) => method.entityType === entityType);

function toConfirmation(state: ResetState, flow: Flow, method: Method, said: ChoiceSaid | null): ResetState {
  return { ...state, view: { step: 'confirmation', chosen: Math.max(0, indexOf(flow, method)), said } };
}

/** Sends what the method needs, or goes straight to its proof. */
function begin(state: ResetState, flow: Flow, method: Method | undefined): ResetState {
  if (method === undefined) return state;
  if (method.entityType === 'Passkey') return ask(state, { call: 'passkey', token: flow.token, method });
  if (isSent(method)) return ask(state, { call: 'sendCode', token: flow.token, method, again: false });
  return { ...state, view: verification(method, { isSent: false }) };
}

const verification = (method: Method, change: Partial<VerificationView>): VerificationView => ({
  step: 'verification',
  method,
  said: null,
  isSent: true,
  hasNone: false,
  resendAt: 0,
  clears: 0,
  ...change,
});

const atPassword = (method: Method, code: string | null): ResetView => ({
  step: 'reset',
  method,
  code,
  said: null,
  problems: [],
});

type Answered = Extract<ResetEvent, { type: 'answered' }>;

function answered(state: ResetState, { request, answer, now }: Answered): ResetState {
  const settled = { ...state, request: null };
  switch (answer.kind) {
    case 'opened':
      return opened(settled, answer);
    case 'sent':
      return request.call === 'sendCode' ? sent(settled, request, answer.requestNumber, now) : settled;
    case 'notSent': {
      const { said, methods } = answer;
      const known =
        methods === null || settled.flow === null ? settled : { ...settled, flow: { ...settled.flow, methods } };
      return refused(known, request, said, said.kind === 'refusal' ? said.error : null, now);
    }
    case 'verified': {
      if (request.call !== 'verify' && request.call !== 'passkey') return settled;
      const { method } = request;
      const code = request.call === 'verify' ? request.code : null;
      return { ...settled, view: atPassword(method, code) };
    }
    case 'passkeyFailed':
      return request.call === 'passkey' && settled.flow !== null
        ? toConfirmation(settled, settled.flow, request.method, answer)
        : settled;
    case 'signedIn':
      return { ...settled, end: { kind: 'signedIn', answer: answer.body } };
    case 'network':
      return refused(settled, request, answer, null, now);
    case 'refusal':
      return refused(settled, request, answer, answer.error, now);
  }
}

/**
 * Who has proven the second thing in this browser goes on to the password, and who has asked an administrator goes on
 * from there: to the password once there is a word.
 */
function opened(state: ResetState, { flow, provenBy }: Extract<ResetAnswer, { kind: 'opened' }>): ResetState {
  if (provenBy !== null) {
    const proven = flow.methods.find(({ entityType }) => entityType === provenBy);
    return { ...state, flow, view: atPassword(proven ?? { entityType: provenBy, entityMasked: '' }, null) };
  }
  const method = flow.methods.find(({ requestNumber }) => requestNumber !== undefined);
  if (method === undefined) return { ...state, flow, view: { step: 'confirmation', chosen: 0, said: null } };
  const view: ResetView = { step: 'waiting', method, said: null };
  return ask({ ...state, flow, view }, { call: 'verify', token: flow.token, method, code: null });
}

type SendRequest = Extract<ResetRequest, { call: 'sendCode' }>;

function sent(
  state: ResetState,
  { method, again }: SendRequest,
  requestNumber: string | undefined,
  now: number,
): ResetState {
  if (method.entityType === 'AdminConfirmation')
    return { ...state, view: { step: 'waiting', method: { ...method, requestNumber }, said: null } };
  const clears = state.view.step === 'verification' ? state.view.clears : 0;
  const resendAt = now + resendPauseMs;
  return { ...state, view: verification(method, { said: again ? { kind: 'resent' } : null, resendAt, clears }) };
}

/** What a refusal, or no answer at all (`error` is null then), does to the view. */
function refused(
  state: ResetState,
  request: ResetRequest,
  said: Said,
  error: ErrorBody | null,
  now: number,
): ResetState {
  if (error?.Code === 'RESET_LINK_INVALID' || error?.Code === 'UNAUTHENTICATED') return linkFailed(state);
  // The apology that takes the form's place says so; where it makes way again, the person goes on.
  if (error?.Code === 'OUT_OF_SERVICE') return state;
  switch (request.call) {
    case 'open':
      return state.view.step === 'opening' ? { ...state, view: { ...state.view, said } } : state;
    case 'sendCode':
      return sendFailed(state, request, said, error, now);
    case 'passkey':
      return state.flow === null ? state : toConfirmation(state, state.flow, request.method, said);
    case 'verify':
      // Another browser has asked since, or a day has passed: it can be asked again.
      if (error?.Code === 'RESET_NOT_VERIFIED' && state.flow !== null)
        return toConfirmation(state, state.flow, request.method, said);
      return verifyFailed(state, said, error, now);
    case 'reset':
      return resetFailed(state, request, said, error);
  }
}

/** When the next code may be asked for: the server says so where a quota is full. */
const resendAfter = (said: Said, now: number): number =>
  now + ((said.kind === 'refusal' && said.retryAfterSeconds) || resendPauseMs / 1000) * 1000;

function sendFailed(
  state: ResetState,
  request: SendRequest,
  said: Said,
  error: ErrorBody | null,
  now: number,
): ResetState {
  const { view, flow } = state;
  // The code before is still good: the person waits, or types it.
  if (error?.Code === 'RESEND_LIMIT_REACHED' && view.step === 'verification')
    return { ...state, view: { ...view, said, resendAt: resendAfter(said, now) } };
  const others = (flow?.methods ?? []).findIndex(({ entityType }) => entityType !== request.method.entityType);
  return { ...state, view: { step: 'resend', failed: request.method, chosen: Math.max(0, others), said } };
}

function verifyFailed(state: ResetState, said: Said, error: ErrorBody | null, now: number): ResetState {
  const { view } = state;
  if (view.step === 'waiting') return { ...state, view: { ...view, said } };
  if (view.step !== 'verification') return state;
  const clears = view.clears + 1;
  const resendAt = resendAfter(said, now);
  switch (error?.Code) {
    case 'MFA_CODE_EXPIRED':
    case 'MFA_MAX_ATTEMPT_LIMIT_REACHED':
      return { ...state, view: { ...view, said, isSent: true, resendAt, clears } };
    case 'RESEND_LIMIT_REACHED':
      return { ...state, view: { ...view, said, isSent: false, hasNone: true, resendAt, clears } };
    case 'DELIVERY_DELAYED':
      // The message stays queued and will arrive, so the field for its code is there.
      return { ...state, view: { ...view, said, isSent: false, resendAt, clears } };
    case 'MFA_INVALID_CODE':
      // As at the login: a code that is shown or kept somewhere is typed anew, one that was sent is put right.
      return { ...state, view: { ...view, said, clears: isSent(view.method) ? view.clears : clears } };
    default:
      return { ...state, view: { ...view, said } };
  }
}

function resetFailed(
  state: ResetState,
  request: Extract<ResetRequest, { call: 'reset' }>,
  said: Said,
  error: ErrorBody | null,
): ResetState {
  const { view, flow } = state;
  if (view.step !== 'reset' || flow === null) return state;
  if (error?.Code === 'RESET_NOT_VERIFIED') return toConfirmation(state, flow, request.method, said);
  const problems = newPasswordProblems(error);
  return { ...state, view: { ...view, said: problems.length > 0 ? null : said, problems } };
}
