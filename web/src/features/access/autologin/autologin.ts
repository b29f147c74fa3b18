import type { SignedIn } from '@florin/contract/access/login';
import { flow, refusalCode, type Failure, type Request } from '../../../flows/flow.ts';

/**
 * Signing in with a ticket (reading 8).
 *
 *     looking ──nobody is signed in──► redeeming ──200──► end
 *        └──signed in────► asking ──yes──┘  └──────► failed
 *
 * A ticket replaces another session only after its person has agreed (security design P31).
 */
export interface AutologinState {
  view: { step: 'looking' | 'redeeming'; message: null } | AskingView | FailedView;
  request: Request<AutologinCalls> | null;
  end: { body: SignedIn } | null;
}
interface AskingView {
  step: 'asking';
  message: null;
  /** The signed-in person. */
  name: string;
}
interface FailedView {
  step: 'failed';
  message: Failure;
}

export type AutologinCalls = {
  find: { input: object; output: { kind: 'found'; name: string | null } };
  redeem: { input: object; output: { kind: 'signedIn'; body: SignedIn } };
};

export type AutologinEvent = { type: 'agreed' } | { type: 'retried' };

export const openAutologin = (): AutologinState => ({
  view: { step: 'looking', message: null },
  request: { call: 'find' },
  end: null,
});

const redeem = (state: AutologinState): AutologinState => ({
  ...state,
  view: { step: 'redeeming', message: null },
  request: { call: 'redeem' },
});
const failed = (state: AutologinState, message: Failure): AutologinState => ({
  ...state,
  view: { step: 'failed', message },
});

export const autologin = flow<AutologinCalls, AutologinState, AutologinEvent>({
  steps: {
    looking: {},
    redeeming: {},
    asking: { agreed: redeem },
    // From the beginning: another tab may have signed in meanwhile.
    failed: { retried: (state) => (refusalCode(state.view.message) === null ? openAutologin() : state) },
  },
  answers: {
    find(state, answer) {
      if (answer.kind !== 'found') return failed(state, answer);
      const { name } = answer;
      return name === null ? redeem(state) : { ...state, view: { step: 'asking', message: null, name } };
    },
    redeem: (state, answer) =>
      answer.kind === 'signedIn' ? { ...state, end: { body: answer.body } } : failed(state, answer),
  },
});
