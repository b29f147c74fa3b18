import type { ErrorBody, ErrorCode } from '@florin/contract/errors';
import { CallFailure, NetworkFailure } from '../../api.ts';
import type { Message } from '../../kit/forms/FormMessage.tsx';
import { codeWords } from '../../messages/en/access/one-time-code.ts';
import { en } from '../../messages/en.ts';
import { refusalText } from '../../messages/refusal-text.ts';
import { easternTime } from '@florin/contract/dates/eastern-time';

/** The text, tone or Error ID that replaces the usual one of a code. */
export type MessageOverrides = Readonly<Partial<Record<ErrorCode, string | Partial<Message>>>>;

/** A refusal of the server. */
interface Refusal {
  body: ErrorBody;
  correlationId: string | null;
}

/** A call that failed: the server refused it, did not answer, or answered outside the contract. */
type FailedCall = Refusal | { kind: 'network' } | CallFailure;

interface ErrorMessage extends Message {
  /** Neither another try nor support can change the answer. */
  isFinal: boolean;
}

/** Failures that the person has not caused and after which they can continue. */
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

/**
 * The message for a failure (specification, section 8). Only this function creates such messages.
 *
 * A form passes the failed call and shows the Error ID if support can help. A page or an action passes the thrown error
 * and `task`, a sentence about what failed ("The list could not be loaded."), which is used for every error without its
 * own message. The Error ID is shown unless the refusal is final.
 */
export function errorMessage(failed: FailedCall, overrides?: MessageOverrides): ErrorMessage;
export function errorMessage(thrown: unknown, task: string): ErrorMessage;
export function errorMessage(failed: unknown, context: MessageOverrides | string = {}): ErrorMessage {
  const task = typeof context === 'string' ? context : null;
  if (isRefusal(failed)) {
    const { Code } = failed.body;
    const isFinal = Code === 'RESTRICTED';
    const hasErrorId = forSupport.has(Code) || (task !== null && !isFinal);
    const usual: ErrorMessage = {
      severity: warnings.has(Code) ? 'warning' : 'error',
      text: withDetails(refusalText(Code), failed.body),
      correlationId: hasErrorId ? failed.correlationId : null,
      isFinal,
    };
    const own = typeof context === 'string' ? undefined : context[Code];
    return typeof own === 'string' ? { ...usual, text: own } : { ...usual, ...own };
  }
  const correlationId = failed instanceof CallFailure ? failed.correlationId : null;
  const text = isNetworkFailure(failed) ? en.failure.network : (task ?? en.errors.UNEXPECTED);
  return { severity: 'error', text, correlationId, isFinal: false };
}

export const isRefusal = (failed: unknown): failed is Refusal =>
  typeof failed === 'object' && failed !== null && 'body' in failed;

const isNetworkFailure = (failed: unknown) =>
  failed instanceof NetworkFailure ||
  (typeof failed === 'object' && failed !== null && 'kind' in failed && failed.kind === 'network');

function withDetails(text: string, error: ErrorBody): string {
  if (error.Code === 'STOP_LIST_REQUESTED') return text.replace('{phone}', error.PhoneNumber);
  if (error.Code === 'HELD_AFTER_CHANGE') return text.replace('{until}', easternTime(error.Until));
  if (error.Code === 'RESEND_LIMIT_REACHED' && error.Because) return `${codeWords.spent[error.Because]} ${text}`;
  return text;
}
