import type { FlowMessage } from '../../../flows/flow-message.ts';
import { flow, type Request } from '../../../flows/flow.ts';

/**
 * The two forgot pages (specification, sections 2, 4 and 8).
 *
 *     form ──200──► sent            form ──code 8──► sorry ──► form
 *
 * Forgot password shows what was sent; forgot username leads to the login page then. The captcha is always asked for.
 */
export interface ForgotState {
  view: { step: 'form' | 'sorry' | 'sent'; message: FlowMessage | null };
  request: Request<ForgotCalls> | null;
  end: null;
  captchaDifficulty: 1 | 2 | 3;
  /** Answers so far: each captcha works for one. */
  attempts: number;
  /** As sent last. */
  value: string;
}

/** `value` is the email address or the username. */
export type ForgotCalls = {
  send: { input: { value: string; recaptchaToken: string }; output: { kind: 'sent' } };
};

export type ForgotEvent = { type: 'submitted'; value: string; recaptchaToken: string } | { type: 'wentBack' };

export const initialForgot: ForgotState = {
  view: { step: 'form', message: null },
  request: null,
  end: null,
  captchaDifficulty: 1,
  attempts: 0,
  value: '',
};

const toForm = (state: ForgotState): ForgotState => ({ ...state, view: { step: 'form', message: null } });

export const forgot = flow<ForgotCalls, ForgotState, ForgotEvent>({
  steps: {
    form: {
      submitted: (state, { value, recaptchaToken }) => ({
        ...state,
        value,
        request: { call: 'send', value, recaptchaToken },
      }),
    },
    sorry: { wentBack: toForm },
    sent: { wentBack: toForm },
  },
  answers: {
    send(before, answer) {
      const state: ForgotState = { ...before, attempts: before.attempts + 1 };
      if (answer.kind === 'sent') return { ...state, view: { step: 'sent', message: null } };
      const body = answer.kind === 'refusal' ? answer.body : null;
      if (body?.Code === '8') return { ...state, view: { step: 'sorry', message: null } };
      // The apology that replaces the form says so.
      if (body?.Code === 'OUT_OF_SERVICE') return toForm(state);
      const { captchaDifficulty } = state;
      return {
        ...state,
        view: { step: 'form', message: answer },
        captchaDifficulty: body?.Code === 'RECAPTCHA_LOCK' ? body.Difficulty : captchaDifficulty,
      };
    },
  },
});
