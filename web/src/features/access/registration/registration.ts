import { sendQuota } from '@florin/contract/limits';
import type { RegistrationMode } from '@florin/contract/registration';
import type { Begun } from './begun.ts';
import type { KeptInEntry } from './kept-in-entry.ts';
import type {
  AccountEntry,
  Answer,
  Country,
  Details,
  Flow,
  Profile,
  Refusal,
  Registered,
  Request,
  Said,
  Step,
} from './flow.ts';

/**
 * The registration wizard as one pure function of state and event (specification sections 2, 4 and 8, reading 10).
 *
 *     default    card ──► code ──► details ──► account ──► done
 *     link-user  card ──► code ──► details ──────────────► done
 *     invite     opening ────────► details ──► account ──► done
 *     login      details or account ──► login ──► details ─► done
 *
 * Who is signed in joins the card or the invite to their login, in every mode: nobody is led to a second username.
 *
 * Each page advances only after the server's check. The details are kept there until the registration is over, so that
 * whoever comes back finds the account page, and the details as they were typed behind it. ALREADY_REGISTERED, CARD_CLOSED_OR_CANCELLED, another
 * login of the browser and an expired registration lead back to the beginning, with everything forgotten; a username that is taken leads back to its field.
 * An invite that was accepted since, in another tab of this browser perhaps, ends the wizard and says so (`used`).
 * A call to the server is part of the state (`request`): whoever renders the state makes it and reports the answer.
 * An answer to any other request is stale and changes nothing.
 */
export interface RegistrationState {
  step: Step;
  /** What the wizard was entered with: a card or an invite. */
  entry: Extract<RegistrationMode, 'default' | 'invite'>;
  /** Somebody is signed in, from the beginning or within the wizard: the card or the invite is joined to that person. */
  joins: boolean;
  said: Said | null;
  request: Request | null;
  /** Set by RECAPTCHA_LOCK for the page at hand. */
  captchaDifficulty: 1 | 2 | 3 | null;
  /** Answers to card and code so far: a captcha is good for one. */
  attempts: number;
  /** In memory only, for the second page; after a reload it is asked for again. */
  cardNumber: string;
  cardLast4: string | null;
  /** When the next code may be asked for, in milliseconds since 1970. */
  resendAt: number;
  /** Coming back, the embedded login page is the one that was left. */
  returnsToLogin: boolean;
  /** Another person has logged in in this browser since the page was loaded last: what was begun there is gone. */
  loginChanged: boolean;
  /** Kept in memory for an invite that has to be opened again. */
  inviteCode: string | null;
  flow: Flow | null;
  profile: Profile | null;
  countries: readonly Country[];
  details: Details | null;
  username: string;
  registered: Registered | null;
  /** Of an invite that was accepted meanwhile, where this page knew of it. */
  usedFor: string | null;
  /** The invite is worthless: the wizard is over, and whoever renders it leads to the login page. */
  inviteRefused: boolean;
}

export type RegistrationEvent =
  | { type: 'cardEntered'; cardNumber: string; recaptchaToken: string | null }
  | { type: 'codeEntered'; cardNumber: string; code: string; recaptchaToken: string | null }
  | { type: 'resendAsked'; now: number }
  | { type: 'detailsEntered'; details: Details }
  | { type: 'accountEntered'; entry: AccountEntry }
  | { type: 'loginOpened' }
  | { type: 'registeringChosen' }
  | { type: 'signedIn' }
  | { type: 'visitorFound'; isSignedIn: boolean }
  | { type: 'wentBack' }
  | { type: 'restarted' }
  | { type: 'retried' }
  | { type: 'answered'; request: Request; answer: Answer; now: number };

/** How the wizard opens: with an invite, with a registration to come back to, or at its first page. */
export interface Opening {
  inviteCode: string | null;
  begun: Begun | null;
  /** What a reload brings back. */
  kept: KeptInEntry;
  isSignedIn: boolean;
}

const blank = {
  returnsToLogin: false,
  loginChanged: false,
  said: null,
  captchaDifficulty: null,
  cardNumber: '',
  cardLast4: null,
  resendAt: 0,
  flow: null,
  profile: null,
  countries: [],
  details: null,
  username: '',
  registered: null,
  usedFor: null,
} as const;

export function openRegistration({ inviteCode, begun, kept, isSignedIn }: Opening): RegistrationState {
  const returnsToLogin = begun?.atLogin ?? false;
  const begin = { ...blank, joins: isSignedIn, returnsToLogin, attempts: 0, inviteCode, inviteRefused: false };
  const loginChanged = kept.loginChanged ?? false;
  if (inviteCode !== null)
    return { ...begin, step: 'opening', entry: 'invite', request: { call: 'verifyInvite', inviteCode } };
  if (kept.finished) {
    const { entry, ...rest } = kept.finished;
    const registered = { ...rest, firstName: null, email: null };
    return { ...begin, step: 'opening', entry, request: { call: 'finished' }, registered };
  }
  const entry = 'default';
  if (begun) return { ...begin, loginChanged, step: 'opening', entry, request: { call: 'resume' } };
  return { ...begin, captchaDifficulty: kept.captcha ?? null, step: 'card', entry, request: null };
}

export function modeOf({ entry, joins, step }: RegistrationState): RegistrationMode {
  if (step === 'login') return 'login';
  if (!joins) return entry;
  return entry === 'invite' ? 'login' : 'link-user';
}

/** The pages there are, for the step indicator: who is signed in has logged in already, also after a reload. */
export function stepsOf(state: RegistrationState): readonly Step[] {
  const proof: Step[] = state.entry === 'invite' ? [] : ['card', 'code'];
  if (state.step === 'login') return [...proof, 'login', 'details', 'done'];
  const joins = state.registered?.joined ?? state.joins;
  return joins ? [...proof, 'details', 'done'] : [...proof, 'details', 'account', 'done'];
}

/** Section 4: from the login page there is a way back to the card, not in invite mode. */
export const mayRestart = ({ entry, step }: RegistrationState): boolean =>
  entry !== 'invite' && (step === 'code' || step === 'details' || step === 'login');

const resendPauseMs = sendQuota[0].windowSeconds * 1000;

export function registration(state: RegistrationState, event: RegistrationEvent): RegistrationState {
  if (state.inviteRefused) return state;
  if (event.type === 'answered') return event.request === state.request ? answered(state, event) : state;
  if (event.type === 'restarted') return mayRestart(state) || mayRegisterAnother(state) ? left(state) : state;
  if (event.type === 'visitorFound') return { ...state, joins: event.isSignedIn };
  if (state.request !== null) return state;
  const { step, flow } = state;
  switch (event.type) {
    case 'cardEntered': {
      const { cardNumber, recaptchaToken } = event;
      return step === 'card' ? ask(state, { call: 'verifyCard', cardNumber, recaptchaToken }) : state;
    }
    case 'codeEntered': {
      const { cardNumber, code, recaptchaToken } = event;
      if (step !== 'code') return state;
      // Told here, and not by the server, which would tell a guesser as well.
      if (state.cardLast4 !== null && !cardNumber.endsWith(state.cardLast4))
        return { ...state, said: { kind: 'otherCard' } };
      return ask(state, { call: 'verifyCode', cardNumber, code, recaptchaToken });
    }
    case 'resendAsked':
      return step === 'code' && event.now >= state.resendAt ? ask(state, { call: 'resendCode' }) : state;
    case 'detailsEntered':
      if (step !== 'details' || flow === null) return state;
      return afterDetails({ ...state, said: null, details: event.details }, flow);
    case 'accountEntered': {
      if (step !== 'account' || flow === null) return state;
      const { entry } = event;
      const request: Request = { call: 'checkUsername', token: flow.access_token, entry };
      return ask({ ...state, username: entry.username }, request);
    }
    case 'loginOpened':
      return !state.joins && (step === 'details' || step === 'account')
        ? { ...state, step: 'login', said: null }
        : state;
    case 'registeringChosen':
      return step === 'login' ? { ...state, step: 'details', said: null } : state;
    case 'signedIn':
      if (step !== 'login' || flow === null) return state;
      return afterLogin({ ...state, joins: true }, flow);
    case 'wentBack':
      if (step === 'code') return { ...state, step: 'card', said: null, captchaDifficulty: null };
      return step === 'account' ? { ...state, step: 'details', said: null } : state;
    case 'retried':
      if (step === 'opening') return ask({ ...state, said: null }, openingRequest(state));
      // Another object: the same request is asked anew.
      return state.said?.kind === 'network' ? ask(state, { ...state.said.request }) : state;
  }
}

/** What the opening page waits for. */
function openingRequest({ flow, inviteCode }: RegistrationState): Request {
  if (flow !== null) return { call: 'loadProfile', token: flow.access_token };
  return inviteCode === null ? { call: 'resume' } : { call: 'verifyInvite', inviteCode };
}

const ask = (state: RegistrationState, request: Request): RegistrationState => ({ ...state, request });

/** Section 2: not offered in invite mode. */
export const mayRegisterAnother = ({ entry, step }: RegistrationState): boolean =>
  step === 'done' && entry !== 'invite';

/** Section 4: only where the business leaves it to the person, and the person does not have it on already. */
export const offersEnhancedSecurity = ({ MFAModeBusiness, MFAEnabled }: Flow): boolean =>
  MFAModeBusiness === 'Enabled' && !MFAEnabled;

/** Signed in, the details are the last page; else the account page follows, once they are kept. */
function afterDetails(state: RegistrationState, { access_token: token }: Flow): RegistrationState {
  const { details } = state;
  if (details === null) return { ...state, step: 'details', said: null };
  const call = state.joins ? 'link' : 'keepDetails';
  return ask({ ...state, step: 'details', said: null }, { call, token, details });
}

/** Whoever has filled in the details before logging in is not asked for them twice (WCAG 3.3.7). */
function afterLogin(state: RegistrationState, flow: Flow): RegistrationState {
  if (state.details !== null) return afterDetails(state, flow);
  // With this the registration is theirs, also after a reload.
  return ask({ ...state, said: null }, { call: 'loadProfile', token: flow.access_token });
}

/** Begins anew with another card; the server forgets what was proven and entered for this one. */
function left(state: RegistrationState): RegistrationState {
  const fresh = restarted(state, null);
  return state.flow === null ? fresh : ask(fresh, { call: 'leave', token: state.flow.access_token });
}

/** Forgets everything that was entered and proven, and starts over. Who has signed in meanwhile stays signed in. */
function restarted(state: RegistrationState, said: Said | null): RegistrationState {
  return { ...state, ...blank, said, step: 'card', entry: 'default', request: null };
}

type Answered = Extract<RegistrationEvent, { type: 'answered' }>;

function answered(state: RegistrationState, { request, answer, now }: Answered): RegistrationState {
  const isProof = request.call === 'verifyCard' || request.call === 'verifyCode';
  const attempts = state.attempts + (isProof && answer.kind !== 'network' ? 1 : 0);
  const settled = { ...state, request: null, said: null, attempts };
  // What is left behind ends by itself, too.
  if (request.call === 'leave') return settled;
  // Where the server says nothing more, the page stands without a name.
  if (request.call === 'finished') {
    const said = answer.kind === 'finished' ? answer.registered : {};
    return { ...settled, step: 'done', registered: settled.registered && { ...settled.registered, ...said } };
  }
  switch (answer.kind) {
    case 'fine':
      return allowed(settled, request, now);
    case 'resumed':
      return resumed(settled, answer, now);
    case 'cardFound':
      return request.call === 'verifyCard' ? found(settled, request.cardNumber, answer.heldBackSeconds, now) : settled;
    case 'flow':
      return proven(settled, answer.flow);
    case 'profile':
      return opened({ ...settled, profile: answer.profile, countries: answer.countries, details: answer.details });
    case 'registered':
      return {
        ...settled,
        ...blank,
        step: 'done',
        registered: { ...answer.registered, hasCard: state.profile?.role !== 'ADMIN', joined: request.call === 'link' },
        inviteCode: null,
      };
    case 'finished':
      return settled;
    case 'network':
      return { ...settled, said: { kind: 'network', request } };
    case 'refusal':
      return refused(settled, request, answer, now);
  }
}

function allowed(state: RegistrationState, request: Request, now: number): RegistrationState {
  switch (request.call) {
    case 'resendCode':
      return { ...state, said: { kind: 'resent' }, resendAt: now + resendPauseMs };
    case 'keepDetails':
      return { ...state, step: 'account' };
    case 'checkUsername': {
      const { token, entry } = request;
      return state.details === null ? state : ask(state, { call: 'register', token, details: state.details, entry });
    }
    default:
      return state;
  }
}

function atCode(state: RegistrationState, cardNumber: string, now: number, said: Said | null): RegistrationState {
  const cardLast4 = cardNumber.slice(-4);
  const resendAt = now + resendPauseMs;
  return { ...state, step: 'code', cardNumber, cardLast4, said, resendAt, captchaDifficulty: null };
}

/** A code that could not be sent now can be asked for once the quota of the card has room. */
function found(state: RegistrationState, cardNumber: string, heldBackSeconds: number, now: number): RegistrationState {
  if (heldBackSeconds === 0) return atCode(state, cardNumber, now, null);
  return { ...atCode(state, cardNumber, now, { kind: 'heldBack' }), resendAt: now + heldBackSeconds * 1000 };
}

/** The page at hand stays until the details that stand on the next one are there. */
function proven(state: RegistrationState, flow: Flow): RegistrationState {
  const request: Request = { call: 'loadProfile', token: flow.access_token };
  return ask({ ...state, flow, captchaDifficulty: null, cardNumber: '' }, request);
}

/** The details page, or the one after it that this browser had come to before. */
function opened(state: RegistrationState): RegistrationState {
  const next = state.returnsToLogin ? 'login' : state.details === null ? 'details' : 'account';
  return { ...state, returnsToLogin: false, step: state.joins ? 'details' : next };
}

function resumed(
  state: RegistrationState,
  answer: Extract<Answer, { kind: 'resumed' }>,
  now: number,
): RegistrationState {
  const { cardLast4, flow, resendInSeconds } = answer;
  const entry = answer.mode === 'invite' ? 'invite' : state.entry;
  if (flow !== null) return proven({ ...state, entry, cardLast4 }, flow);
  return { ...state, step: 'code', entry, cardLast4, resendAt: now + resendInSeconds * 1000 };
}

function refused(state: RegistrationState, request: Request, said: Refusal, now: number): RegistrationState {
  const { error } = said;
  switch (error.Code) {
    case 'INVITE_INVALID':
      return { ...state, inviteRefused: true };
    case 'RECAPTCHA_LOCK':
      return { ...state, said, captchaDifficulty: error.Difficulty };
    case 'DELIVERY_DELAYED':
      // The message stays queued and will arrive, so the field for its code is there.
      return request.call === 'verifyCard'
        ? atCode(state, request.cardNumber, now, said)
        : { ...state, said, resendAt: now + resendPauseMs };
    case 'RESEND_LIMIT_REACHED':
      return { ...state, said, resendAt: now + Math.max(resendPauseMs, (said.retryAfterSeconds ?? 0) * 1000) };
    case 'ALREADY_REGISTERED':
      return state.entry === 'invite'
        ? { ...state, ...blank, step: 'used', usedFor: state.profile?.businessName ?? null, inviteCode: null }
        : restarted(state, said);
    case 'CARD_CLOSED_OR_CANCELLED':
      return restarted(state, said);
    // The page names somebody who is not signed in any more.
    case 'SESSION_CHANGED':
    case 'UNAUTHENTICATED':
      return openedAnew(state, said);
    case 'REGISTRATION_EXPIRED':
      // Section 5: whatever is the matter with a code, it is incorrect. Asking for another one tells of the expiry.
      return request.call === 'verifyCode'
        ? { ...state, said: { ...said, error: { ...error, Code: 'VERIFICATION_CODE_INVALID' } } }
        : openedAnew(state, request.call !== 'resume' ? said : state.loginChanged ? loginChangedSaid : null);
    case 'USERNAME_NOT_AVAILABLE':
    case 'PASSWORD_REJECTED':
      return { ...state, step: 'account', said };
    case 'VALIDATION':
      // The details are sent with the account: what is wrong with them is shown where they are.
      return { ...state, said, step: isAboutDetails(said) ? 'details' : state.step };
    default:
      return { ...state, said };
  }
}

const loginChangedSaid: Refusal = {
  kind: 'refusal',
  error: { Code: 'SESSION_CHANGED', Message: '' },
  correlationId: null,
};

/** An invite can be opened again as long as it is good; a card starts at its first page. What nobody waits for is not told. */
function openedAnew(state: RegistrationState, said: Refusal | null): RegistrationState {
  const fresh = restarted(state, said);
  const { inviteCode } = state;
  if (state.entry !== 'invite' || inviteCode === null) return fresh;
  return { ...fresh, step: 'opening', entry: 'invite', request: { call: 'verifyInvite', inviteCode } };
}

const accountFields: ReadonlySet<string> = new Set(['username', 'password', 'passwordConfirmation', 'mfaEnable']);
const isAboutDetails = ({ error }: Refusal) =>
  error.Code === 'VALIDATION' && error.Fields.some(({ Field }) => !accountFields.has(Field));
