import type { StepUpMethod, stepUpMethods } from '@florin/contract/access/step-up';
import type { Success } from '@florin/contract/endpoint';
import type { InferOutput } from 'valibot';
import { codeNotSent, codeRefused, codeSent, newCode, type CodeKind, type CodeState } from '../code-step.ts';
import type { FlowMessage } from '../flow-message.ts';
import { flow, refusalCode, type Failure, type Request } from '../flow.ts';

export type Method = InferOutput<typeof StepUpMethod>;
/** A way to prove oneself beside the password. */
export type Way = Success<typeof stepUpMethods>['body']['methods'][number];
type CodeTarget = 'Email' | 'PhoneNumber';

/** A fresh proof: the password and one other way. A code is sent only when the person requests it. */
export interface StepUpState {
  view: {
    step: 'proof';
    message: FlowMessage | CodeSent | null;
    /** The strongest first. */
    ways: readonly Way[];
    chosen: number;
    code: CodeState;
    /** A code was requested, so its field is shown. */
    isAsked: boolean;
    /** The code that was requested by another way than the chosen one. Choosing that way again leads back to it. */
    asked: { chosen: number; code: CodeState } | null;
  };
  request: StepUpRequest | null;
  end: { epoch: string } | null;
}
interface CodeSent {
  kind: 'codeSent';
  masked: string;
  resendInSeconds: number;
}

export type StepUpCalls = {
  sendCode: { input: { entityType: CodeTarget }; output: CodeSent };
  prove: {
    /** `code` as typed; empty for a passkey and for the password alone. */
    input: { method: Method; password: string; code: string };
    output: { kind: 'proven'; epoch: string } | Extract<FlowMessage, { kind: 'passkeyFailed' }>;
  };
};
export type StepUpRequest = Request<StepUpCalls>;

export type StepUpEvent =
  | { type: 'chose'; index: number }
  | { type: 'codeAsked'; now: number }
  | { type: 'submitted'; password: string; code: string };

export const beginStepUp = (ways: readonly Way[]): StepUpState => ({
  view: { step: 'proof', message: null, ways, chosen: 0, code: newCode, isAsked: false, asked: null },
  request: null,
  end: null,
});

/** Without any other way, the password is the whole proof. */
export const wayOf = ({ view: { ways, chosen } }: StepUpState): Way =>
  ways[chosen] ?? { method: 'Password', entityMasked: null };

/** The text that is typed for a way; null if nothing is typed. */
export function codeKindOf(method: Method): CodeKind | null {
  if (method === 'Password' || method === 'Passkey') return null;
  return method === 'BackupCode' ? 'backup' : 'digits';
}

const change = (state: StepUpState, view: Partial<StepUpState['view']>): StepUpState => ({
  ...state,
  view: { ...state.view, ...view },
});

export const stepUp = flow<StepUpCalls, StepUpState, StepUpEvent>({
  steps: {
    proof: {
      chose(state, { index }) {
        const { ways, chosen, code, isAsked } = state.view;
        const asked = isAsked ? { chosen, code } : state.view.asked;
        const back = asked?.chosen === index ? { code: asked.code, isAsked: true } : {};
        return change(beginStepUp(ways), { chosen: index, asked, ...back });
      },
      codeAsked(state, { now }) {
        const { method } = wayOf(state);
        const isSent = method === 'Email' || method === 'PhoneNumber';
        if (!isSent || now < state.view.code.resendAt) return state;
        return { ...state, request: { call: 'sendCode', entityType: method } };
      },
      submitted: (state, { password, code }) => ({
        ...change(state, { message: null }),
        request: { call: 'prove', method: wayOf(state).method, password, code },
      }),
    },
  },
  answers: {
    sendCode(state, answer, _, now) {
      const { code, isAsked } = state.view;
      if (answer.kind === 'codeSent')
        return change(state, { message: answer, code: codeSent(code, now, answer.resendInSeconds), isAsked: true });
      const next = codeNotSent(code, answer, now);
      return change(state, { message: answer, code: next, isAsked: isAsked || isOnItsWay(answer) });
    },
    prove(state, answer, _, now) {
      if (answer.kind === 'proven') return { ...state, end: { epoch: answer.epoch } };
      if (answer.kind === 'passkeyFailed' || !isAboutCode(answer)) return change(state, { message: answer });
      // Each code works once and has to be typed again.
      const code = codeRefused(state.view.code, answer, now);
      return change(state, { message: answer, code: { ...code, clears: state.view.code.clears + 1 } });
    },
  },
});

/** The field is also shown for a delayed code, and for a code sent a moment ago. */
const isOnItsWay = (failure: Failure) =>
  ['DELIVERY_DELAYED', 'RESEND_LIMIT_REACHED'].includes(refusalCode(failure) ?? '');

const isAboutCode = (failure: Failure) =>
  ['InvalidCodeFormat', 'MFA_INVALID_CODE', 'MFA_CODE_EXPIRED', 'MFA_MAX_ATTEMPT_LIMIT_REACHED'].includes(
    refusalCode(failure) ?? '',
  );
