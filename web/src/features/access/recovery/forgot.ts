import type { ErrorBody } from '@florin/contract/errors';

/**
 * The two forgot pages as one pure function of state and event (specification, sections 2, 4 and 8).
 *
 *     form ──200──► sent            form ──code 8──► sorry ──► form
 *
 * Forgot password tells what was sent; forgot username leads to the login page then. The captcha is always asked for.
 * A call to the server is part of the state (`request`): whoever renders the state makes it and reports the answer.
 */
export interface ForgotState {
  view: 'form' | 'sorry' | 'sent';
  said: Said | null;
  request: ForgotRequest | null;
  captchaDifficulty: 1 | 2 | 3;
  /** Answers so far: a captcha is good for one. */
  attempts: number;
  /** As sent last. */
  value: string;
}

/** The e-mail address or the username, and the solved captcha. */
export interface ForgotRequest {
  value: string;
  recaptchaToken: string;
}

/** What went wrong: the server's refusal, or no answer at all. */
export type Said =
  | { kind: 'refusal'; error: ErrorBody; correlationId: string | null; retryAfterSeconds?: number | null }
  | { kind: 'network' };

export type ForgotEvent =
  | { type: 'submitted'; value: string; recaptchaToken: string }
  | { type: 'wentBack' }
  | { type: 'answered'; request: ForgotRequest; answer: { kind: 'sent' } | Said };

export const initialForgot: ForgotState = {
  view: 'form',
  said: null,
  request: null,
  captchaDifficulty: 1,
  attempts: 0,
  value: '',
};

export function forgot(state: ForgotState, event: ForgotEvent): ForgotState {
  switch (event.type) {
    case 'submitted': {
      if (state.view !== 'form' || state.request !== null) return state;
      const { value, recaptchaToken } = event;
      return { ...state, value, request: { value, recaptchaToken } };
    }
    case 'wentBack':
      return state.view === 'form' ? state : { ...state, view: 'form', said: null };
    case 'answered':
      return event.request === state.request ? answered(state, event.answer) : state;
  }
}

function answered(state: ForgotState, answer: { kind: 'sent' } | Said): ForgotState {
  const settled: ForgotState = { ...state, request: null, attempts: state.attempts + 1, said: null };
  if (answer.kind === 'sent') return { ...settled, view: 'sent' };
  if (answer.kind === 'refusal') {
    const { error } = answer;
    if (error.Code === '8') return { ...settled, view: 'sorry' };
    // The apology that takes the form's place says so.
    if (error.Code === 'OUT_OF_SERVICE') return settled;
    if (error.Code === 'RECAPTCHA_LOCK') return { ...settled, said: answer, captchaDifficulty: error.Difficulty };
  }
  return { ...settled, said: answer };
}
