import type { ErrorCode } from '@florin/contract/errors';
import { registrationWords } from '../../../messages/en/registration.ts';
import type { Message } from '../../../kit/forms/FormMessage.tsx';
import { errorMessage } from '../../../session/error-message.ts';
import type { Said } from './flow.ts';

/** Not the person's doing, and the person can go on; beyond what every page takes for a warning. */
const warnings: ReadonlySet<ErrorCode> = new Set([
  'ALREADY_REGISTERED',
  'CARD_CLOSED_OR_CANCELLED',
  'REGISTRATION_EXPIRED',
  'SESSION_CHANGED',
  'RESEND_LIMIT_REACHED',
]);
/** Refusals of one field: they stand there. */
const atField: ReadonlySet<ErrorCode> = new Set([
  'CARD_NOT_FOUND',
  'VERIFICATION_CODE_INVALID',
  'USERNAME_NOT_AVAILABLE',
  'PASSWORD_REJECTED',
]);

/** The sentence above the button (specification, section 8); null where there is none, or where it stands at a field. */
export function saidWords(said: Said | null): Message | null {
  if (said === null || said.kind === 'otherCard') return null;
  if (said.kind === 'network') return { severity: 'error', text: registrationWords.network, correlationId: null };
  if (said.kind === 'resent') return { severity: 'success', text: registrationWords.code.resent, correlationId: null };
  if (said.kind === 'heldBack')
    return { severity: 'warning', text: registrationWords.code.heldBack, correlationId: null };
  const { Code } = said.error;
  if (atField.has(Code)) return null;
  const words = errorMessage({ body: said.error, correlationId: said.correlationId });
  if (Code === 'RECAPTCHA_LOCK') return { ...words, text: registrationWords.captcha };
  return warnings.has(Code) ? { ...words, severity: 'warning' } : words;
}

export const isRefusal = (said: Said | null, code: ErrorCode): boolean =>
  said?.kind === 'refusal' && said.error.Code === code;
