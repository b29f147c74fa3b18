import { passkeyWords } from '../../../messages/en/passkey.ts';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import type { Message } from '../../../kit/forms/FormMessage.tsx';
import { errorMessage } from '../../../session/error-message.ts';
import type { ChoiceSaid } from './reset.ts';

/** The sentence for what a view has to tell (specification, section 8). */
export function saidWords(said: ChoiceSaid | { kind: 'resent' }): Message {
  switch (said.kind) {
    case 'network':
      return { severity: 'error', text: recoveryWords.network, correlationId: null };
    case 'passkeyFailed':
      return { severity: 'error', text: passkeyWords[said.reason], correlationId: null };
    case 'resent':
      return { severity: 'success', text: recoveryWords.reset.verification.resent, correlationId: null };
    case 'refusal': {
      const words = errorMessage({ body: said.error, correlationId: said.correlationId });
      switch (said.error.Code) {
        case 'RECAPTCHA_LOCK':
          return { ...words, text: recoveryWords.captcha };
        case 'RESET_NOT_VERIFIED':
          return { ...words, severity: 'warning', text: recoveryWords.reset.password.notVerified };
        case 'CONFIRMATION_PENDING':
          return { ...words, severity: 'info' };
        default:
          return words;
      }
    }
  }
}
