import type { ErrorCode } from '@florin/contract/errors';
import { registrationWords } from '../../../messages/en/access/registration.ts';
import type { Message } from '../../../kit/forms/FormMessage.tsx';
import { spelledWait } from '../../../kit/text/wait-text.ts';
import { errorMessage, type MessageOverrides } from '../../../session/failures/error-message.ts';
import type { RegistrationMessage } from './steps/state.ts';

const warning = { severity: 'warning' } as const;
/** Failures that the person has not caused and can go on from, besides the usual ones. */
const overrides: MessageOverrides = {
  ALREADY_REGISTERED: warning,
  CARD_CLOSED_OR_CANCELLED: warning,
  REGISTRATION_EXPIRED: warning,
  SESSION_CHANGED: warning,
  RESEND_LIMIT_REACHED: warning,
  RECAPTCHA_LOCK: registrationWords.captcha,
};
/** Refusals of one field, shown there. */
const atField: ReadonlySet<ErrorCode> = new Set([
  'CARD_NOT_FOUND',
  'VERIFICATION_CODE_INVALID',
  'USERNAME_NOT_AVAILABLE',
  'PASSWORD_REJECTED',
]);

/** The sentence above the button (specification, section 8); null if it is shown at a field. */
export function registrationMessage(message: RegistrationMessage): Message | null {
  switch (message.kind) {
    case 'otherCard':
      return null;
    case 'resent':
      return { severity: 'success', text: registrationWords.code.resent, correlationId: null };
    case 'heldBack':
      return { severity: 'warning', text: registrationWords.code.heldBack, correlationId: null };
    case 'network':
      return errorMessage(message);
    case 'refusal':
      if (message.body.Code === 'TOO_MANY_REQUESTS' && message.retryAfterSeconds)
        return errorMessage(message, {
          TOO_MANY_REQUESTS: registrationWords.tooMany(spelledWait(message.retryAfterSeconds)),
        });
      return atField.has(message.body.Code) ? null : errorMessage(message, overrides);
  }
}
