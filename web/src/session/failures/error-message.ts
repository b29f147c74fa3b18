import type { ErrorBody, ErrorCode } from '@florin/contract/errors';
import { CallFailure, NetworkFailure } from '../../api.ts';
import type { Message } from '../../kit/forms/FormMessage.tsx';
import { codeWords } from '../../messages/en/one-time-code.ts';
import { en } from '../../messages/en.ts';
import { easternTime } from '../../kit/text/eastern-time.ts';

/** What is said in place of the usual sentence, tone or Error ID of a code. */
export type MessageOverrides = Readonly<Partial<Record<ErrorCode, string | Partial<Message>>>>;

/** A call that failed: a refusal of the server, no answer at all, or what was thrown instead of an answer. */
type Failed = { body: ErrorBody; correlationId: string | null } | { kind: 'network' } | CallFailure;

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

/** The sentence for a failed call, with what a refusal's body carries (specification, section 8). */
export function errorMessage(failed: Failed, overrides: MessageOverrides = {}): Message {
  if ('body' in failed) {
    const { Code } = failed.body;
    const usual: Message = {
      severity: warnings.has(Code) ? 'warning' : 'error',
      text: withDetails(en.errors[Code], failed.body),
      correlationId: forSupport.has(Code) ? failed.correlationId : null,
    };
    const own = overrides[Code];
    return typeof own === 'string' ? { ...usual, text: own } : { ...usual, ...own };
  }
  if (!(failed instanceof CallFailure) || failed instanceof NetworkFailure)
    return { severity: 'error', text: en.failure.network, correlationId: null };
  return { severity: 'error', text: en.errors.UNEXPECTED, correlationId: failed.correlationId };
}

function withDetails(text: string, error: ErrorBody): string {
  if (error.Code === 'STOP_LIST_REQUESTED') return text.replace('{phone}', error.PhoneNumber);
  if (error.Code === 'HELD_AFTER_CHANGE') return text.replace('{until}', easternTime(error.Until));
  if (error.Code === 'RESEND_LIMIT_REACHED' && error.Because) return `${codeWords.spent[error.Because]} ${text}`;
  return text;
}
