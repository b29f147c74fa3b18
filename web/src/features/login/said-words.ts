import type { ErrorBody, ErrorCode } from '@florin/contract/errors';
import type { Severity } from '../../kit/Notice.tsx';
import { en } from '../../messages/en.ts';
import type { Said } from './sign-in.ts';

interface Words {
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
  'UNAUTHENTICATED',
]);
const forSupport: ReadonlySet<ErrorCode> = new Set(['UNEXPECTED', 'MFA_EMAIL_NOT_EXISTS', 'MALFORMED_BODY']);

/** The sentence for what a view has to tell (specification, section 8). */
export function saidWords(said: Said): Words {
  switch (said.kind) {
    case 'network':
      return { severity: 'error', text: en.login.network, correlationId: null };
    case 'resent': {
      const { resentByEmail, resentByText } = en.login.code;
      return { severity: 'success', text: said.type === 'Email' ? resentByEmail : resentByText, correlationId: null };
    }
    case 'refusal': {
      const { Code } = said.error;
      return {
        severity: warnings.has(Code) ? 'warning' : 'error',
        text: refusalText(said.error),
        correlationId: forSupport.has(Code) ? said.correlationId : null,
      };
    }
  }
}

/** The words for a code, with what its body carries. */
function refusalText(error: ErrorBody): string {
  const text: string = en.errors[error.Code];
  return error.Code === 'STOP_LIST_REQUESTED' ? text.replace('{phone}', error.PhoneNumber) : text;
}

/** The sentence for one field of a VALIDATION answer; null when it does not name the field. */
export function fieldRefusal(said: Said | null, field: string): string | null {
  if (said?.kind !== 'refusal' || said.error.Code !== 'VALIDATION') return null;
  const problem = said.error.Fields.find(({ Field }) => Field === field)?.Problem;
  return problem === undefined ? null : en.fieldProblems[problem];
}
