import type { RegistrationMode, RegistrationStep } from '@florin/contract/access/registration';
import { newCode, type CodeState } from '../../../../flows/code-step.ts';
import type { CardNetwork } from '../../../../flows/card-face/format.ts';
import type { FlowTable, Refusal, Request } from '../../../../flows/flow.ts';
import type {
  AccountEntry,
  Country,
  Details,
  EntersAt,
  Profile,
  Proof,
  Registered,
  RegisteredAnswer,
  Step,
} from '../data.ts';

export interface RegistrationState {
  view: { step: Step; message: RegistrationMessage | null };
  request: RegistrationRequest | null;
  /** The invite is invalid: the page leads to the login. */
  end: { kind: 'inviteRefused' } | null;
  /** The entrance of the wizard: a card or an invite. */
  entry: Extract<RegistrationMode, 'default' | 'invite'>;
  /** A person is signed in, from the beginning or within the wizard: the card or the invite is added to their login. */
  joins: boolean;
  /** Set by RECAPTCHA_LOCK for the current page. */
  captchaDifficulty: 1 | 2 | 3 | null;
  /** Answers to card and code so far: each captcha works for one. */
  attempts: number;
  /** In memory only, for the second page; after a reload it is typed again. */
  cardNumber: string;
  cardLast4: string | null;
  /** Of the number that was typed last. */
  cardNetwork: CardNetwork | null;
  code: CodeState;
  /** The registration was resumed by nobody who is signed in: the page asks who is there before it shows details on file. */
  asksWho: boolean;
  /** Resuming at the embedded login page. */
  returnsToLogin: boolean;
  /** Another person has logged in in this browser since the page was last loaded: the registration is gone. */
  loginChanged: boolean;
  /** The page that was left by going back, for the browser's Forward. */
  ahead: 'code' | 'account' | 'login' | null;
  /** Kept in memory for an invite that has to be opened again. */
  inviteCode: string | null;
  proof: Proof | null;
  profile: Profile | null;
  countries: readonly Country[];
  details: Details | null;
  username: string;
  registered: Registered | null;
  /** Of an invite that was accepted meanwhile, if this page knew it. */
  usedFor: string | null;
}

export type RegistrationMessage =
  | Refusal
  /** No answer to a request that can be repeated. */
  | { kind: 'network'; request: RegistrationRequest }
  /** A code was sent again, or not, because one was sent a moment ago. */
  | { kind: 'resent' | 'heldBack' }
  /** The number typed again differs from the registration's. */
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
    output: { kind: 'cardFound'; heldBackSeconds: number; resendInSeconds: number };
  };
  verifyCode: { input: { cardNumber: string; code: string; recaptchaToken: string | null }; output: Proven };
  resendCode: { input: object; output: { kind: 'resent'; resendInSeconds: number } };
  loadProfile: {
    input: { token: string };
    output: { kind: 'profile'; profile: Profile; countries: readonly Country[]; details: Details | null };
  };
  keepDetails: { input: { token: string; details: Details }; output: Fine };
  leave: { input: { token: string }; output: Fine };
  checkUsername: { input: { token: string; entry: AccountEntry }; output: Fine };
  register: {
    input: { token: string; details: Details; entry: AccountEntry };
    output: { kind: 'registered'; registered: RegisteredAnswer; entersAt?: EntersAt | null };
  };
  link: {
    input: { token: string; details: Details };
    output: { kind: 'registered'; registered: RegisteredAnswer };
  };
};
export type Call = keyof RegistrationCalls;
export type Output<K extends Call> = RegistrationCalls[K]['output'];
export type RegistrationRequest = Request<RegistrationCalls>;

export type RegistrationEvent =
  | { type: 'cardEntered'; cardNumber: string; recaptchaToken: string | null }
  | { type: 'codeEntered'; cardNumber: string; code: string; recaptchaToken: string | null }
  | { type: 'resendAsked'; now: number }
  | { type: 'detailsEntered'; details: Details }
  | { type: 'accountEntered'; entry: AccountEntry }
  /** The person at a resumed registration is, or is not, the one it belongs to. */
  | { type: 'confirmed' }
  | { type: 'denied' }
  | { type: 'loginOpened' }
  | { type: 'registeringChosen' }
  | { type: 'signedIn' }
  | { type: 'visitorFound'; isSignedIn: boolean }
  | { type: 'wentBack' }
  /** To the page that was left by going back. */
  | { type: 'wentForward' }
  | { type: 'restarted' }
  | { type: 'retried' };

/** What each event does at a page of the wizard. */
export type StepHandlers<K extends Step> = FlowTable<
  RegistrationCalls,
  RegistrationState,
  RegistrationEvent
>['steps'][K];

/** Nothing is entered or proven. */
export const blank = {
  asksWho: false,
  returnsToLogin: false,
  loginChanged: false,
  ahead: null,
  captchaDifficulty: null,
  cardNumber: '',
  cardLast4: null,
  cardNetwork: null,
  code: newCode,
  proof: null,
  profile: null,
  countries: [],
  details: null,
  username: '',
  registered: null,
  usedFor: null,
} as const;

export const at = (step: Step, message: RegistrationMessage | null = null) => ({ step, message });

export const ask = (state: RegistrationState, request: RegistrationRequest): RegistrationState => ({
  ...state,
  request,
});
export const go = (state: RegistrationState, step: Step): RegistrationState => ({ ...state, view: at(step) });
export const say = (state: RegistrationState, message: RegistrationMessage | null): RegistrationState => ({
  ...state,
  view: at(state.view.step, message),
});

/** The same request again. */
export const retried = (state: RegistrationState): RegistrationState => {
  const { message } = state.view;
  return message?.kind === 'network' ? ask(state, { ...message.request }) : state;
};
/** Makes a request for the proven registration; without one there is none. */
export const withToken = (
  state: RegistrationState,
  request: (token: string) => RegistrationRequest,
): RegistrationState => (state.proof === null ? state : ask(state, request(state.proof.access_token)));

/** Forgets everything that was entered and proven, and starts over. A person who has signed in meanwhile stays signed in. */
export const restarted = (state: RegistrationState, message: RegistrationMessage | null): RegistrationState => ({
  ...state,
  ...blank,
  view: at('card', message),
  entry: 'default',
  request: null,
});

/** Whether the browser's Forward leads from this page to the one that was left by going back. */
export function mayGoForward({ view: { step }, ahead, joins, proof }: RegistrationState): boolean {
  if (step === 'card') return proof !== null || ahead === 'code';
  return step === 'details' && proof !== null && !joins && (ahead === 'account' || ahead === 'login');
}
