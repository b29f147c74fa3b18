import { codeSent, newCode, type CodeState } from '../../../../flows/code-step.ts';
import type { Proof } from '../data.ts';
import {
  ask,
  at,
  go,
  mayGoForward,
  retried,
  say,
  type Output,
  type RegistrationMessage,
  type RegistrationState,
  type StepHandlers,
} from './state.ts';

/** The page of the card number. */
export const cardStep: StepHandlers<'card'> = {
  cardEntered: (state, { cardNumber, recaptchaToken }) =>
    ask(state, { call: 'verifyCard', cardNumber, recaptchaToken }),
  // A card that is proven already has no code to enter.
  wentForward: (state) => (mayGoForward(state) ? go(state, state.proof === null ? 'code' : 'details') : state),
  retried,
};

/** The page of the verification code that was sent to the card's holder. */
export const codeStep: StepHandlers<'code'> = {
  codeEntered: (state, { cardNumber, code, recaptchaToken }) =>
    // Checked here: the server would disclose it to a guesser.
    state.cardLast4 !== null && !cardNumber.endsWith(state.cardLast4)
      ? say(state, { kind: 'otherCard' })
      : ask(state, { call: 'verifyCode', cardNumber, code, recaptchaToken }),
  resendAsked: (state, { now }) => (now < state.code.resendAt ? state : ask(state, { call: 'resendCode' })),
  wentBack: (state) => ({ ...go(state, 'card'), captchaDifficulty: null, ahead: 'code' }),
  retried,
};

export function atCode(
  state: RegistrationState,
  cardNumber: string,
  code: CodeState,
  message: RegistrationMessage | null,
): RegistrationState {
  const cardLast4 = cardNumber.slice(-4);
  return { ...state, view: at('code', message), cardNumber, cardLast4, code, captchaDifficulty: null };
}

/** A code that could not be sent now can be requested once the card's quota has room. */
export function found(
  state: RegistrationState,
  { heldBackSeconds, resendInSeconds }: Output<'verifyCard'>,
  { cardNumber }: { cardNumber: string },
  now: number,
): RegistrationState {
  const code = codeSent(newCode, now, resendInSeconds);
  return atCode(state, cardNumber, code, heldBackSeconds === 0 ? null : { kind: 'heldBack' });
}

/** The current page stays until the details of the next one are loaded. */
export function proven(state: RegistrationState, { proof }: { proof: Proof }): RegistrationState {
  const request = { call: 'loadProfile', token: proof.access_token } as const;
  return ask({ ...state, proof, captchaDifficulty: null, cardNumber: '' }, request);
}

export function resumed(
  state: RegistrationState,
  { mode, cardLast4, proof, resendInSeconds }: Output<'resume'>,
  _: unknown,
  now: number,
): RegistrationState {
  const entry = mode === 'invite' ? 'invite' : state.entry;
  if (proof !== null) return proven({ ...state, entry, cardLast4, asksWho: !state.joins }, { proof });
  const code: CodeState = { ...newCode, isSent: true, resendAt: now + resendInSeconds * 1000 };
  return { ...go(state, 'code'), entry, cardLast4, code };
}
