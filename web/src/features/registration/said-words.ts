import type { ErrorCode } from '@florin/contract/errors';
import type { Severity } from '../../kit/Notice.tsx';
import { en } from '../../messages/en.ts';
import { registrationWords } from '../../messages/en/registration.ts';
import type { Said } from './flow.ts';

interface Words {
  severity: Severity;
  text: string;
  /** Shown as 'Error ID' where only support can help. */
  correlationId: string | null;
}

/** Not the person's doing, and the person can go on. */
const warnings: ReadonlySet<ErrorCode> = new Set([
  'ALREADY_REGISTERED',
  'CARD_CLOSED_OR_CANCELLED',
  'REGISTRATION_EXPIRED',
  'RECAPTCHA_LOCK',
  'DELIVERY_DELAYED',
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
export function saidWords(said: Said | null): Words | null {
  if (said === null) return null;
  if (said.kind === 'network') return { severity: 'error', text: registrationWords.network, correlationId: null };
  if (said.kind === 'resent') return { severity: 'success', text: registrationWords.code.resent, correlationId: null };
  if (said.kind === 'heldBack')
    return { severity: 'warning', text: registrationWords.code.heldBack, correlationId: null };
  const { Code } = said.error;
  if (atField.has(Code)) return null;
  return {
    severity: warnings.has(Code) ? 'warning' : 'error',
    text: Code === 'RECAPTCHA_LOCK' ? registrationWords.captcha : en.errors[Code],
    correlationId: Code === 'UNEXPECTED' ? said.correlationId : null,
  };
}

export const isRefusal = (said: Said | null, code: ErrorCode): boolean =>
  said?.kind === 'refusal' && said.error.Code === code;
