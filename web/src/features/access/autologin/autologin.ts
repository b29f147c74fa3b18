import type { ErrorBody } from '@florin/contract/errors';
import type { SignedIn } from '@florin/contract/login';

/**
 * Signing in with a ticket as one pure function of state and event (reading 8).
 *
 *     looking ──nobody is signed in──► redeeming ──200──► end
 *        └──somebody is──► asking ──yes──┘  └──────► failed
 *
 * Nothing is redeemed over another session before its person has said so (security design P31). A call is part of the state
 * (`request`): whoever renders the state makes it and reports the answer.
 */
export interface AutologinState {
  view:
    | { step: 'looking' | 'redeeming' }
    /** `name`: who is signed in. */
    | { step: 'asking'; name: string }
    | { step: 'failed'; said: Said };
  request: AutologinRequest | null;
  end: SignedIn | null;
}

export type Said = { kind: 'refusal'; error: ErrorBody; correlationId: string | null } | { kind: 'network' };

/** Requests are told apart by identity. */
export type AutologinRequest = { call: 'find' } | { call: 'redeem' };

export type AutologinAnswer = { kind: 'found'; name: string | null } | { kind: 'signedIn'; body: SignedIn } | Said;

export type AutologinEvent =
  | { type: 'agreed' }
  | { type: 'retried' }
  | { type: 'answered'; request: AutologinRequest; answer: AutologinAnswer };

export const openAutologin = (): AutologinState => ({
  view: { step: 'looking' },
  request: { call: 'find' },
  end: null,
});

export function autologin(state: AutologinState, event: AutologinEvent): AutologinState {
  const { view } = state;
  switch (event.type) {
    case 'agreed':
      return view.step === 'asking' ? redeem(state) : state;
    case 'retried':
      // From the beginning: somebody may have signed in meanwhile.
      return view.step === 'failed' && view.said.kind === 'network' ? openAutologin() : state;
    case 'answered':
      return event.request === state.request ? answered(state, event.answer) : state;
  }
}

const redeem = (state: AutologinState): AutologinState => ({
  ...state,
  view: { step: 'redeeming' },
  request: { call: 'redeem' },
});

function answered(state: AutologinState, answer: AutologinAnswer): AutologinState {
  const settled = { ...state, request: null };
  switch (answer.kind) {
    case 'found':
      return answer.name === null ? redeem(state) : { ...settled, view: { step: 'asking', name: answer.name } };
    case 'signedIn':
      return { ...settled, end: answer.body };
    default:
      return { ...settled, view: { step: 'failed', said: answer } };
  }
}
