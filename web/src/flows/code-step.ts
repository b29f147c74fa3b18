import type { ErrorCode } from '@florin/contract/errors';
import { accessCode, sendQuota } from '@florin/contract/limits';
import { refusalCode, type Failure } from './flow.ts';

/** A flow's state of a one-time code to be entered. */
export interface CodeState {
  /** The code was sent. Otherwise it is queued, or nothing has to be sent. */
  isSent: boolean;
  /** There is no valid code: the last one is used up, or the first one could not be sent. */
  hasNone: boolean;
  /** When the next code may be requested, in milliseconds since 1970. */
  resendAt: number;
  /** Increases when the text in the field has to be cleared. */
  clears: number;
}

export const newCode: CodeState = { isSent: false, hasNone: false, resendAt: 0, clears: 0 };

/** If the answer does not contain a time. */
const resendPauseMs = sendQuota[0].windowSeconds * 1000;

/** The server's wait, otherwise the usual pause. */
const resendAfter = (failure: Failure, now: number): number =>
  now + ((failure.kind === 'refusal' && failure.retryAfterSeconds) || resendPauseMs / 1000) * 1000;

/** A code was sent and can be entered. @param resendInSeconds seconds until the server sends another */
export const codeSent = (code: CodeState, now: number, resendInSeconds: number): CodeState => ({
  ...code,
  isSent: true,
  hasNone: false,
  resendAt: now + resendInSeconds * 1000,
});

/**
 * A code could not be sent.
 * @param isFirst there is no earlier code to enter instead
 */
export function codeNotSent(code: CodeState, failure: Failure, now: number, isFirst = false): CodeState {
  const resendAt = resendAfter(failure, now);
  const hasNone = code.hasNone || isFirst;
  switch (refusalCode(failure)) {
    case 'DELIVERY_DELAYED':
      // The message is queued and will arrive, so the field is shown.
      return { ...code, isSent: false, hasNone: false, resendAt };
    case 'RESEND_LIMIT_REACHED':
      return { ...code, hasNone, resendAt };
    default:
      return { ...code, hasNone };
  }
}

/** The server has not accepted a code. A used-up code is replaced at once, if another can be sent. */
export function codeRefused(code: CodeState, failure: Failure, now: number): CodeState {
  const spent = { resendAt: resendAfter(failure, now), clears: code.clears + 1 };
  switch (refusalCode(failure)) {
    case 'MFA_CODE_EXPIRED':
    case 'MFA_MAX_ATTEMPT_LIMIT_REACHED':
      return { ...spent, isSent: true, hasNone: false };
    case 'DELIVERY_DELAYED':
      return { ...spent, isSent: false, hasNone: false };
    case 'RESEND_LIMIT_REACHED':
      return { ...spent, isSent: false, hasNone: true };
    default:
      return code;
  }
}

const refusals: ReadonlySet<ErrorCode> = new Set([
  'InvalidCodeFormat',
  'MFA_INVALID_CODE',
  'VERIFICATION_CODE_INVALID',
  'VALIDATION',
]);

/** Whether the text itself was refused. The error is then shown at the field. */
export const isCodeRefusal = (message: object | null): boolean => {
  const code = refusalCode(message);
  return code !== null && refusals.has(code);
};

/** The kinds of codes: six digits, the last of which sends them; a backup code; the code of a registration. */
export type CodeKind = 'digits' | 'backup' | 'verification';

/** Why a text is not a code of its kind (specification, section 5); null if it may be one. */
export function codeProblem(kind: CodeKind, text: string): 'required' | 'incomplete' | 'tooLong' | null {
  if (text.trim() === '') return 'required';
  if (kind === 'digits' && text.length < accessCode.digits) return 'incomplete';
  return kind === 'verification' && text.trim().length > verificationCodeLength ? 'tooLong' : null;
}
const verificationCodeLength = 6;

/** The text in the field, and its state. */
export interface CodeEntry {
  text: string;
  /** The text that was sent last. */
  sent: string | null;
  problem: ReturnType<typeof codeProblem>;
  /** `clears` of the code that this belongs to. */
  clears: number;
}

export const emptyEntry = (clears: number): CodeEntry => ({ text: '', sent: null, problem: null, clears });

/**
 * The text has changed, so a shown problem is checked again. The field of a verification code takes at most six
 * characters.
 */
export function typed(kind: CodeKind, entry: CodeEntry, given: string): CodeEntry {
  const text = kind === 'verification' ? verificationText(given) : given;
  return { ...entry, text, problem: entry.problem === null ? null : codeProblem(kind, text) };
}

/** Of a longer text, such as a pasted '123 456' or a whole message, the code; otherwise its first characters. */
function verificationText(text: string): string {
  if (text.length <= verificationCodeLength) return text;
  const code = /(?<!\d)\d(?:[\s-]?\d){5}(?!\d)/.exec(text)?.[0] ?? text;
  return code.replaceAll(/[\s-]/g, '').slice(0, verificationCodeLength);
}

/** The text is sent, unless it has a problem. */
export function submitted(kind: CodeKind, entry: CodeEntry): CodeEntry {
  const problem = codeProblem(kind, entry.text);
  return { ...entry, problem, sent: problem === null ? entry.text : null };
}

/** Whether a text is sent automatically: all digits are there, and they have not been sent. */
export const isWhole = (kind: CodeKind, { text, sent }: CodeEntry): boolean =>
  kind === 'digits' && text.length === accessCode.digits && text !== sent;

/** Whether the refused text is still in the field, or was cleared and nothing typed since. */
export const isStillRefused = (message: object | null, kept: CodeEntry, clears: number): boolean =>
  isCodeRefusal(message) && (kept.clears !== clears || kept.text === kept.sent);
