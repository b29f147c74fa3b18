import type { ErrorBody, ErrorCode } from '@florin/contract/errors';
import { CallFailure, NetworkFailure, StaleAnswer } from '../api.ts';
import type { Severity } from '../kit/feedback/Notice.tsx';
import { en } from '../messages/en.ts';
import { easternTime } from './eastern-time.ts';

/** A sentence above a form's button. */
export interface SaidWords {
  severity: Severity;
  text: string;
  /** Shown as 'Error ID' where only support can help. */
  correlationId: string | null;
}

/** Not the person's doing, and the person can go on. */
const warnings: ReadonlySet<ErrorCode> = new Set([
  'MFA_SESSION_EXPIRED',
  'MFA_CODE_EXPIRED',
  'MFA_MAX_ATTEMPT_LIMIT_REACHED',
  'DELIVERY_DELAYED',
  'RECAPTCHA_LOCK',
  'HELD_AFTER_CHANGE',
  'UNAUTHENTICATED',
]);
const forSupport: ReadonlySet<ErrorCode> = new Set(['UNEXPECTED', 'MFA_EMAIL_NOT_EXISTS', 'MALFORMED_BODY']);

/** The sentence for a refusal, with what its body carries (specification, section 8). */
export function refusalWords(error: ErrorBody, correlationId: string | null): SaidWords {
  const { Code } = error;
  return {
    severity: warnings.has(Code) ? 'warning' : 'error',
    text: withDetails(en.errors[Code], error),
    correlationId: forSupport.has(Code) ? correlationId : null,
  };
}

function withDetails(text: string, error: ErrorBody): string {
  if (error.Code === 'STOP_LIST_REQUESTED') return text.replace('{phone}', error.PhoneNumber);
  if (error.Code === 'HELD_AFTER_CHANGE') return text.replace('{until}', easternTime(error.Until));
  if (error.Code === 'RESEND_LIMIT_REACHED' && error.Because) return `${en.login.code.spent[error.Because]} ${text}`;
  return text;
}

/** The sentence for a call that brought no answer; null where the page is about to be left anyway. Throws what is no such failure. */
export function failureWords(error: unknown): SaidWords | null {
  if (error instanceof StaleAnswer) return null;
  if (error instanceof NetworkFailure) return { severity: 'error', text: en.failure.network, correlationId: null };
  if (error instanceof CallFailure)
    return { severity: 'error', text: en.errors.UNEXPECTED, correlationId: error.correlationId };
  throw error;
}
