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
 * is for one that is asked for again, so it goes by fewer of them (decision 021).
 * @param sentAt when codes were sent to the person during the last day, in any order
 * @param paused those of them that the pause goes by
 */
export function secondsUntilSend(sentAt: readonly Date[], now: Date, paused = sentAt): number {
  const [pause, ...quotas] = sendQuota;
  const waits = [waitFor(paused, pause, now), ...quotas.map((quota) => waitFor(sentAt, quota, now))];
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
