import type { RegistrationMode, RegistrationStep } from '@florin/contract/registration';
import { codeNotSent, codeSent, newCode, type CodeState } from '../../../flows/code-step.ts';
import { flow, type Failure, type Refusal, type Request, type RequestOf } from '../../../flows/flow.ts';
import type { Begun } from './begun.ts';
import type { AccountEntry, Country, Details, Profile, Proof, Registered, RegisteredAnswer, Step } from './data.ts';
import type { KeptInEntry } from './kept-in-entry.ts';

/**
 * The registration wizard (specification, sections 2, 4 and 8, reading 10).
 *
 *     default    card ──► code ──► details ──► account ──► done
 *     link-user  card ──► code ──► details ──────────────► done
 *     invite     opening ────────► details ──► account ──► done
 *     login      details or account ──► login ──► details ─► done
 *
 * A person who is signed in joins the card or the invite to their login, in every mode: nobody is led to a second username.
 *
 * Each page advances only after the server's check. The server keeps the details until the registration is over, so that
 * a person who comes back finds the account page, and the details as they were typed behind it. ALREADY_REGISTERED,
 * CARD_CLOSED_OR_CANCELLED, another login of the browser and an expired registration lead back to the beginning, with
 * everything forgotten; a username that is taken leads back to its field. An invite that was accepted since, in another
 * tab of this browser perhaps, ends the wizard and says so (`used`).
 */
export interface RegistrationState {
  view: { step: Step; message: RegistrationMessage | null };
  request: RegistrationRequest | null;
  /** The invite is worthless: the page leads to the login. */
  end: { kind: 'inviteRefused' } | null;
  /** What the wizard was entered with: a card or an invite. */
  entry: Extract<RegistrationMode, 'default' | 'invite'>;
  /** Somebody is signed in, from the beginning or within the wizard: the card or the invite is joined to that person. */
  joins: boolean;
  /** Set by RECAPTCHA_LOCK for the page at hand. */
  captchaDifficulty: 1 | 2 | 3 | null;
  /** Answers to card and code so far: a captcha is good for one. */
  attempts: number;
  /** In memory only, for the second page; after a reload it is asked for again. */
  cardNumber: string;
  cardLast4: string | null;
  code: CodeState;
  /** Coming back, the embedded login page is the one that was left. */
  returnsToLogin: boolean;
  /** Another person has logged in in this browser since the page was loaded last: what was begun there is gone. */
  loginChanged: boolean;
  /** Kept in memory for an invite that has to be opened again. */
  inviteCode: string | null;
  proof: Proof | null;
  profile: Profile | null;
  countries: readonly Country[];
  details: Details | null;
  username: string;
  registered: Registered | null;
  /** Of an invite that was accepted meanwhile, where this page knew of it. */
  usedFor: string | null;
}

export type RegistrationMessage =
  | Refusal
  /** No answer to a request that can be repeated. */
  | { kind: 'network'; request: RegistrationRequest }
  /** A code was sent again, or was not because one was sent a moment ago. */
  | { kind: 'resent' | 'heldBack' }
  /** The number that was typed again is not the one the registration was begun with. */
  | { kind: 'otherCard' };

interface Fine {
  kind: 'fine';
}
interface Proven {
  kind: 'proven';
  proof: Proof;
}
export type RegistrationCalls = {
  resume: {
    input: object;
    output: {
      kind: 'resumed';
      step: RegistrationStep;
      mode: RegistrationMode;
      cardLast4: string | null;
      proof: Proof | null;
      resendInSeconds: number;
    };
  };
  finished: { input: object; output: { kind: 'finished'; registered: RegisteredAnswer } };
  verifyInvite: { input: { inviteCode: string }; output: Proven };
  verifyCard: {
    input: { cardNumber: string; recaptchaToken: string | null };
    output: { kind: 'cardFound'; heldBackSeconds: number };
  };
  verifyCode: { input: { cardNumber: string; code: string; recaptchaToken: string | null }; output: Proven };
  resendCode: { input: object; output: Fine };
  loadProfile: {
    input: { token: string };
    output: { kind: 'profile'; profile: Profile; countries: readonly Country[]; details: Details | null };
  };
  keepDetails: { input: { token: string; details: Details }; output: Fine };
  leave: { input: { token: string }; output: Fine };
  checkUsername: { input: { token: string; entry: AccountEntry }; output: Fine };
  register: {
    input: { token: string; details: Details; entry: AccountEntry };
    output: { kind: 'registered'; registered: RegisteredAnswer };
  };
  link: {
    input: { token: string; details: Details };
    output: { kind: 'registered'; registered: RegisteredAnswer };
  };
};
type Call = keyof RegistrationCalls;
type Output<K extends Call> = RegistrationCalls[K]['output'];
export type RegistrationRequest = Request<RegistrationCalls>;

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
  | { type: 'retried' };

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
  captchaDifficulty: null,
  cardNumber: '',
  cardLast4: null,
  code: newCode,
  proof: null,
  profile: null,
  countries: [],
  details: null,
  username: '',
  registered: null,
  usedFor: null,
} as const;

const at = (step: Step, message: RegistrationMessage | null = null) => ({ step, message });

export function openRegistration({ inviteCode, begun, kept, isSignedIn }: Opening): RegistrationState {
  const opening: RegistrationState = {
    ...blank,
    view: at('opening'),
    request: null,
    end: null,
    entry: 'default',
    joins: isSignedIn,
    returnsToLogin: begun?.atLogin ?? false,
    attempts: 0,
    inviteCode,
  };
  if (inviteCode !== null) return { ...opening, entry: 'invite', request: { call: 'verifyInvite', inviteCode } };
  if (kept.finished) {
    const { entry, ...rest } = kept.finished;
    const registered = { ...rest, firstName: null, email: null };
    return { ...opening, entry, request: { call: 'finished' }, registered };
  }
  if (begun) return { ...opening, loginChanged: kept.loginChanged ?? false, request: { call: 'resume' } };
  return { ...opening, view: at('card'), captchaDifficulty: kept.captcha ?? null };
}

export function modeOf({ entry, joins, view }: RegistrationState): RegistrationMode {
  if (view.step === 'login') return 'login';
  if (!joins) return entry;
  return entry === 'invite' ? 'login' : 'link-user';
}

/** The pages there are, for the step indicator: a person who is signed in has logged in already, also after a reload. */
export function stepsOf(state: RegistrationState): readonly Step[] {
  const proof: Step[] = state.entry === 'invite' ? [] : ['card', 'code'];
  if (state.view.step === 'login') return [...proof, 'login', 'details', 'done'];
  const joins = state.registered?.joined ?? state.joins;
  return joins ? [...proof, 'details', 'done'] : [...proof, 'details', 'account', 'done'];
}

/** Section 4: from the login page there is a way back to the card, not in invite mode. */
export const mayRestart = ({ entry, view: { step } }: RegistrationState): boolean =>
  entry !== 'invite' && (step === 'code' || step === 'details' || step === 'login');

/** Section 2: not offered in invite mode. */
export const mayRegisterAnother = ({ entry, view: { step } }: RegistrationState): boolean =>
  step === 'done' && entry !== 'invite';

/** Section 4: only where the business leaves it to the person, and the person does not have it on already. */
export const offersEnhancedSecurity = ({ MFAModeBusiness, MFAEnabled }: Proof): boolean =>
  MFAModeBusiness === 'Enabled' && !MFAEnabled;

const ask = (state: RegistrationState, request: RegistrationRequest): RegistrationState => ({ ...state, request });
const go = (state: RegistrationState, step: Step): RegistrationState => ({ ...state, view: at(step) });
const say = (state: RegistrationState, message: RegistrationMessage | null): RegistrationState => ({
  ...state,
  view: at(state.view.step, message),
});

/** The same request, made anew. */
const retried = (state: RegistrationState): RegistrationState => {
  const { message } = state.view;
  return message?.kind === 'network' ? ask(state, { ...message.request }) : state;
};
const loginOpened = (state: RegistrationState): RegistrationState => (state.joins ? state : go(state, 'login'));

/** A call whose failures mean what they always do; `accepted` is what its answer does. */
const handled =
  <K extends Call>(
    accepted: (
      state: RegistrationState,
      answer: Output<K>,
      request: RequestOf<RegistrationCalls, K>,
      now: number,
    ) => RegistrationState,
  ) =>
  (
    before: RegistrationState,
    answer: Output<K> | Failure,
    request: RequestOf<RegistrationCalls, K>,
    now: number,
  ): RegistrationState => {
    // Every answer to a card or a code uses up a captcha.
    const isTry = (request.call === 'verifyCard' || request.call === 'verifyCode') && answer.kind !== 'network';
    const state = { ...say(before, null), attempts: before.attempts + Number(isTry) };
    if (answer.kind === 'network') return say(state, { kind: 'network', request: request as RegistrationRequest });
    return answer.kind === 'refusal'
      ? refused(state, request as RegistrationRequest, answer, now)
      : accepted(state, answer, request, now);
  };
/** The account was made, or the card was joined to one. */
const done = (
  state: RegistrationState,
  { registered }: Output<'register'>,
  { call }: { call: 'register' | 'link' },
): RegistrationState => ({
  ...state,
  ...blank,
  view: at('done'),
  registered: { ...registered, hasCard: state.profile?.role !== 'ADMIN', joined: call === 'link' },
  inviteCode: null,
});

export const registration = flow<RegistrationCalls, RegistrationState, RegistrationEvent>({
  steps: {
    opening: { retried: (state) => ask(say(state, null), openingRequest(state)) },
    card: {
      cardEntered: (state, { cardNumber, recaptchaToken }) =>
        ask(state, { call: 'verifyCard', cardNumber, recaptchaToken }),
      retried,
    },
    code: {
      codeEntered: (state, { cardNumber, code, recaptchaToken }) =>
        // Said here, and not by the server, which would say it to a guesser as well.
        state.cardLast4 !== null && !cardNumber.endsWith(state.cardLast4)
          ? say(state, { kind: 'otherCard' })
          : ask(state, { call: 'verifyCode', cardNumber, code, recaptchaToken }),
      resendAsked: (state, { now }) => (now < state.code.resendAt ? state : ask(state, { call: 'resendCode' })),
      wentBack: (state) => ({ ...go(state, 'card'), captchaDifficulty: null }),
      retried,
    },
    details: {
      detailsEntered: (state, { details }) => afterDetails({ ...state, details }),
      loginOpened,
      retried,
    },
    account: {
      accountEntered: (state, { entry }) =>
        withToken({ ...state, username: entry.username }, (token) => ({ call: 'checkUsername', token, entry })),
      loginOpened,
      wentBack: (state) => go(state, 'details'),
      retried,
    },
    login: {
      registeringChosen: (state) => go(state, 'details'),
      signedIn: (state) => afterLogin({ ...state, joins: true }),
      retried,
    },
    done: { retried },
    used: { retried },
  },
  always: {
    restarted: (state) => (mayRestart(state) || mayRegisterAnother(state) ? left(state) : state),
    visitorFound: (state, { isSignedIn }) => ({ ...state, joins: isSignedIn }),
  },
  answers: {
    resume: handled<'resume'>(resumed),
    // Where the server says nothing more, the page stands without a name.
    finished: (state, answer) => ({
      ...go(state, 'done'),
      registered: state.registered && {
        ...state.registered,
        ...(answer.kind === 'finished' ? answer.registered : {}),
      },
    }),
    verifyInvite: handled<'verifyInvite'>(proven),
    verifyCard: handled<'verifyCard'>(found),
    verifyCode: handled<'verifyCode'>(proven),
    resendCode: handled<'resendCode'>((state, _answer, _request, now) => ({
      ...say(state, { kind: 'resent' }),
      code: codeSent(state.code, now),
    })),
    loadProfile: handled<'loadProfile'>((state, { profile, countries, details }) =>
      opened({ ...state, profile, countries, details }),
    ),
    keepDetails: handled<'keepDetails'>((state) => go(state, 'account')),
    // What is left behind ends by itself, too.
    leave: (state) => say(state, null),
    checkUsername: handled<'checkUsername'>((state, _, { token, entry }) =>
      state.details === null ? state : ask(state, { call: 'register', token, details: state.details, entry }),
    ),
    register: handled<'register'>(done),
    link: handled<'link'>(done),
  },
});

/** Makes a request for the registration that is proven; without one there is nothing to ask. */
const withToken = (state: RegistrationState, request: (token: string) => RegistrationRequest): RegistrationState =>
  state.proof === null ? state : ask(state, request(state.proof.access_token));

/** What the opening page waits for. */
function openingRequest({ proof, inviteCode }: RegistrationState): RegistrationRequest {
  if (proof !== null) return { call: 'loadProfile', token: proof.access_token };
  return inviteCode === null ? { call: 'resume' } : { call: 'verifyInvite', inviteCode };
}

/** For a person who is signed in the details are the last page; else the account page follows, once they are kept. */
function afterDetails(state: RegistrationState): RegistrationState {
  const { details } = state;
  const page = go(state, 'details');
  if (details === null) return page;
  return withToken(page, (token) => ({ call: state.joins ? 'link' : 'keepDetails', token, details }));
}

/** A person who has filled in the details before logging in is not asked for them twice (WCAG 3.3.7). */
function afterLogin(state: RegistrationState): RegistrationState {
  if (state.details !== null) return afterDetails(state);
  // With this the registration is theirs, also after a reload.
  return withToken(say(state, null), (token) => ({ call: 'loadProfile', token }));
}

/** Begins anew with another card; the server forgets what was proven and entered for this one. */
function left(state: RegistrationState): RegistrationState {
  const fresh = restarted(state, null);
  return state.proof === null ? fresh : ask(fresh, { call: 'leave', token: state.proof.access_token });
}

/** Forgets everything that was entered and proven, and starts over. A person who has signed in meanwhile stays signed in. */
const restarted = (state: RegistrationState, message: RegistrationMessage | null): RegistrationState => ({
  ...state,
  ...blank,
  view: at('card', message),
  entry: 'default',
  request: null,
});

function atCode(
  state: RegistrationState,
  cardNumber: string,
  code: CodeState,
  message: RegistrationMessage | null,
): RegistrationState {
  const cardLast4 = cardNumber.slice(-4);
  return { ...state, view: at('code', message), cardNumber, cardLast4, code, captchaDifficulty: null };
}

/** A code that could not be sent now can be asked for once the quota of the card has room. */
function found(
  state: RegistrationState,
  { heldBackSeconds }: Output<'verifyCard'>,
  { cardNumber }: { cardNumber: string },
  now: number,
): RegistrationState {
  const code = codeSent(newCode, now);
  if (heldBackSeconds === 0) return atCode(state, cardNumber, code, null);
  return atCode(state, cardNumber, { ...code, resendAt: now + heldBackSeconds * 1000 }, { kind: 'heldBack' });
}

/** The page at hand stays until the details that stand on the next one are there. */
function proven(state: RegistrationState, { proof }: { proof: Proof }): RegistrationState {
  const request = { call: 'loadProfile', token: proof.access_token } as const;
  return ask({ ...state, proof, captchaDifficulty: null, cardNumber: '' }, request);
}

/** The details page, or the one after it that this browser had come to before. */
function opened(state: RegistrationState): RegistrationState {
  const next = state.returnsToLogin ? 'login' : state.details === null ? 'details' : 'account';
  return { ...go(state, state.joins ? 'details' : next), returnsToLogin: false };
}

function resumed(
  state: RegistrationState,
  { mode, cardLast4, proof, resendInSeconds }: Output<'resume'>,
  _: unknown,
  now: number,
): RegistrationState {
  const entry = mode === 'invite' ? 'invite' : state.entry;
  if (proof !== null) return proven({ ...state, entry, cardLast4 }, { proof });
  const code: CodeState = { ...newCode, isSent: true, resendAt: now + resendInSeconds * 1000 };
  return { ...go(state, 'code'), entry, cardLast4, code };
}

function refused(
  state: RegistrationState,
  request: RegistrationRequest,
  refusal: Refusal,
  now: number,
): RegistrationState {
  const { body } = refusal;
  switch (body.Code) {
    case 'INVITE_INVALID':
      return { ...state, end: { kind: 'inviteRefused' } };
    case 'RECAPTCHA_LOCK':
      return { ...say(state, refusal), captchaDifficulty: body.Difficulty };
    case 'DELIVERY_DELAYED':
      // The message stays queued and will arrive, so the field for its code is there.
      if (request.call === 'verifyCard')
        return atCode(state, request.cardNumber, codeNotSent(newCode, refusal, now), refusal);
      return { ...say(state, refusal), code: codeNotSent(state.code, refusal, now) };
    case 'RESEND_LIMIT_REACHED':
      return { ...say(state, refusal), code: codeNotSent(state.code, refusal, now) };
    case 'ALREADY_REGISTERED':
      return state.entry === 'invite'
        ? { ...state, ...blank, view: at('used'), usedFor: state.profile?.businessName ?? null, inviteCode: null }
        : restarted(state, refusal);
    case 'CARD_CLOSED_OR_CANCELLED':
      return restarted(state, refusal);
    // The page names a person who is not signed in any more.
    case 'SESSION_CHANGED':
    case 'UNAUTHENTICATED':
      return openedAnew(state, refusal);
    case 'REGISTRATION_EXPIRED':
      // Section 5: whatever is the matter with a code, it is incorrect. Asking for another one tells of the expiry.
      if (request.call === 'verifyCode')
        return say(state, { ...refusal, body: { ...body, Code: 'VERIFICATION_CODE_INVALID' } });
      return openedAnew(state, request.call !== 'resume' ? refusal : state.loginChanged ? loginChanged : null);
    case 'USERNAME_NOT_AVAILABLE':
    case 'PASSWORD_REJECTED':
      return { ...state, view: at('account', refusal) };
    case 'VALIDATION':
      // The details are sent with the account: what is wrong with them is shown where they are.
      return { ...state, view: at(isAboutDetails(refusal) ? 'details' : state.view.step, refusal) };
    default:
      return say(state, refusal);
  }
}

const loginChanged: Refusal = {
  kind: 'refusal',
  body: { Code: 'SESSION_CHANGED', Message: '' },
  correlationId: null,
};

/** An invite can be opened again as long as it is good; a card starts at its first page. */
function openedAnew(state: RegistrationState, message: Refusal | null): RegistrationState {
  const fresh = restarted(state, message);
  const { inviteCode } = state;
  if (state.entry !== 'invite' || inviteCode === null) return fresh;
  return { ...fresh, view: at('opening', message), entry: 'invite', request: { call: 'verifyInvite', inviteCode } };
}

const accountFields: ReadonlySet<string> = new Set(['username', 'password', 'passwordConfirmation', 'mfaEnable']);
const isAboutDetails = ({ body }: Refusal) =>
  body.Code === 'VALIDATION' && body.Fields.some(({ Field }) => !accountFields.has(Field));
