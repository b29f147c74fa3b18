import type { RegistrationMode } from '@florin/contract/access/registration';
import { networkOf } from '../../../flows/card-face/format.ts';
import { codeSent } from '../../../flows/code-step.ts';
import { flow, type Failure, type RequestOf } from '../../../flows/flow.ts';
import type { OpenRegistration } from './open-registration.ts';
import type { Proof, Step } from './data.ts';
import type { KeptInEntry } from './kept-in-entry.ts';
import { accountStep, detailsStep, done, loginStep, opened } from './steps/details.ts';
import { cardStep, codeStep, found, proven, resumed } from './steps/proof.ts';
import { refused } from './steps/refusals.ts';
import {
  ask,
  at,
  blank,
  go,
  restarted,
  retried,
  say,
  type Call,
  type Output,
  type RegistrationCalls,
  type RegistrationEvent,
  type RegistrationRequest,
  type RegistrationState,
} from './steps/state.ts';

/** How the wizard opens: with an invite, with a registration to resume, or at its first page. */
export interface Opening {
  inviteCode: string | null;
  begun: OpenRegistration | null;
  /** State that a reload restores. */
  kept: KeptInEntry;
  isSignedIn: boolean;
}

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
    const registered = { ...rest, firstName: null, email: null, card: null };
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

/** The pages of the step indicator: a signed-in person has no login page, even after a reload. */
export function stepsOf(state: RegistrationState): readonly Step[] {
  const proof: Step[] = state.entry === 'invite' ? [] : ['card', 'code'];
  if (state.view.step === 'login') return [...proof, 'login', 'details', 'done'];
  const joins = state.registered?.joined ?? state.joins;
  return joins ? [...proof, 'details', 'done'] : [...proof, 'details', 'account', 'done'];
}

/** Section 4: the login page links back to the card, except in invite mode. */
export const mayRestart = ({ entry, view: { step }, proof }: RegistrationState): boolean =>
  entry !== 'invite' &&
  (step === 'code' || step === 'details' || step === 'login' || (step === 'card' && proof !== null));

/** Section 2: not offered in invite mode. */
export const mayRegisterAnother = ({ entry, view: { step } }: RegistrationState): boolean =>
  step === 'done' && entry !== 'invite';

/** Section 4: only if the business leaves it to the person, and the person does not have it on already. */
export const offersEnhancedSecurity = ({ MFAModeBusiness, MFAEnabled }: Proof): boolean =>
  MFAModeBusiness === 'Enabled' && !MFAEnabled;

/** A call whose failures have their usual meaning; `accepted` handles its answer. */
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
 * A reload in the middle asks "Are you …?" (`confirm`) before the details on file are shown.
 *
 * Each page advances only after the server's check. The server keeps the details until the registration is over, so that
 * a person who comes back finds the account page, and the details as they were typed behind it. ALREADY_REGISTERED,
 * CARD_CLOSED_OR_CANCELLED, another login of the browser and an expired registration lead back to the beginning, with
 * everything forgotten; a username that is taken leads back to its field. An invite that was accepted since, in another
 * tab of this browser perhaps, ends the wizard and says so (`used`).
 */
export const registration = flow<RegistrationCalls, RegistrationState, RegistrationEvent>({
  steps: {
    opening: { retried: (state) => ask(say(state, null), openingRequest(state)) },
    card: cardStep,
    code: codeStep,
    confirm: {
      confirmed: (state) => opened({ ...state, asksWho: false }),
      denied: left,
    },
    details: detailsStep,
    account: accountStep,
    login: loginStep,
    done: { retried },
    used: { retried },
  },
  always: {
    restarted: (state) => (mayRestart(state) || mayRegisterAnother(state) ? left(state) : state),
    visitorFound: (state, { isSignedIn }) => ({ ...state, joins: isSignedIn }),
  },
  answers: {
    resume: handled<'resume'>(resumed),
    // If the server returns nothing more, the page has no name.
    finished: (state, answer) => ({
      ...go(state, 'done'),
      registered: state.registered && {
        ...state.registered,
        ...(answer.kind === 'finished' ? answer.registered : {}),
      },
    }),
    verifyInvite: handled<'verifyInvite'>(proven),
    verifyCard: handled<'verifyCard'>(found),
    verifyCode: handled<'verifyCode'>((state, answer, { cardNumber }) =>
      proven({ ...state, cardNetwork: networkOf(cardNumber) }, answer),
    ),
    resendCode: handled<'resendCode'>((state, { resendInSeconds }, _request, now) => ({
      ...say(state, { kind: 'resent' }),
      code: codeSent(state.code, now, resendInSeconds),
    })),
    loadProfile: handled<'loadProfile'>((state, { profile, countries, details }) =>
      opened({ ...state, profile, countries, details }),
    ),
    keepDetails: handled<'keepDetails'>((state) => go(state, 'account')),
    // An abandoned registration ends by itself, too.
    leave: (state) => say(state, null),
    checkUsername: handled<'checkUsername'>((state, _, { token, entry }) =>
      state.details === null ? state : ask(state, { call: 'register', token, details: state.details, entry }),
    ),
    register: handled<'register'>(done),
    link: handled<'link'>(done),
  },
});

/** The call of the opening page. */
function openingRequest({ proof, inviteCode }: RegistrationState): RegistrationRequest {
  if (proof !== null) return { call: 'loadProfile', token: proof.access_token };
  return inviteCode === null ? { call: 'resume' } : { call: 'verifyInvite', inviteCode };
}

/** Starts again with another card; the server erases this one's proofs and details. */
function left(state: RegistrationState): RegistrationState {
  const fresh = restarted(state, null);
  return state.proof === null ? fresh : ask(fresh, { call: 'leave', token: state.proof.access_token });
}
