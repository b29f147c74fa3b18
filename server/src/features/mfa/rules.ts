import { accessCode, sendQuota } from '@florin/contract/limits';

/**
 * The six digits of a code as typed: spaces and dashes are how people group them, and full-width digits what some
 * keyboards give. Null where it is anything else.
 */
export function digitsOf(typed: string): string | null {
  const digits = typed.normalize('NFKC').replace(/[\s\p{Dash}]/gu, '');
  return /^[0-9]+$/.test(digits) && digits.length === accessCode.digits ? digits : null;
}

/**
 * How many seconds a person has to wait before a further code can be sent; 0 is now. The quotas count every code; the pause
 * after a code is only for the next one of its purpose, because one act can need two: to sign in, and to confirm a phone.
 * @param sentAt when codes were sent to the person during the last day, in any order
 * @param ofPurpose those of them that were for the same purpose
 */
export function secondsUntilSend(sentAt: readonly Date[], now: Date, ofPurpose = sentAt): number {
  const [pause, ...quotas] = sendQuota;
  const waits = [waitFor(ofPurpose, pause, now), ...quotas.map((quota) => waitFor(sentAt, quota, now))];
  return Math.ceil(Math.max(0, ...waits) / 1000);
}

/** Whether a quota of its own has room for another send. */
export const hasRoom = (
  sentAt: readonly Date[],
  quotas: readonly { windowSeconds: number; sends: number }[],
  now: Date,
): boolean => quotas.every((quota) => waitFor(sentAt, quota, now) <= 0);

/** Milliseconds until the window has room again, once its oldest send that still counts has left it. */
function waitFor(
  sentAt: readonly Date[],
  { windowSeconds, sends }: { windowSeconds: number; sends: number },
  now: Date,
): number {
  const blocking = sentAt.map(Number).toSorted((a, b) => b - a)[sends - 1];
  return blocking === undefined ? 0 : blocking + windowSeconds * 1000 - now.getTime();
}
