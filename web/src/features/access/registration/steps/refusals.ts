import { codeNotSent, newCode } from '../../../../flows/code-step.ts';
import type { Refusal } from '../../../../flows/flow.ts';
import { isAboutDetails } from './details.ts';
import { atCode } from './proof.ts';
import { at, blank, restarted, say, type RegistrationRequest, type RegistrationState } from './state.ts';

export function refused(
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
    case 'CARD_NOT_FOUND':
      return { ...say(state, refusal), captchaDifficulty: body.Difficulty ?? state.captchaDifficulty };
    case 'DELIVERY_DELAYED':
      // The message is queued and will arrive, so the field for its code is shown.
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
      // Section 5: every problem of a code is "incorrect". Requesting another one reveals the expiry.
      if (request.call === 'verifyCode')
        return say(state, { ...refusal, body: { ...body, Code: 'VERIFICATION_CODE_INVALID' } });
      return openedAnew(state, request.call !== 'resume' ? refusal : state.loginChanged ? loginChanged : null);
    case 'USERNAME_NOT_AVAILABLE':
    case 'PASSWORD_REJECTED':
      return { ...state, view: at('account', refusal) };
    case 'VALIDATION':
      // The details are sent with the account: their problems are shown at their page.
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

/** An invite can be opened again while it is valid; a card starts at its first page. */
function openedAnew(state: RegistrationState, message: Refusal | null): RegistrationState {
  const fresh = restarted(state, message);
  const { inviteCode } = state;
  if (state.entry !== 'invite' || inviteCode === null) return fresh;
  return { ...fresh, view: at('opening', message), entry: 'invite', request: { call: 'verifyInvite', inviteCode } };
}
