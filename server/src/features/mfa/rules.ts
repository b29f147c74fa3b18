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
 * How many seconds a person has to wait before a further code can be sent; 0 is now.
 * @param sentAt when codes were sent to the person during the last day, in any order
 */
export function secondsUntilSend(sentAt: readonly Date[], now: Date): number {
  const newestFirst = sentAt.map(Number).toSorted((a, b) => b - a);
  const waits = sendQuota.map(({ windowSeconds, sends }) => {
    // The window has room again once its oldest send that still counts has left it.
    const blocking = newestFirst[sends - 1];
    return blocking === undefined ? 0 : blocking + windowSeconds * 1000 - now.getTime();
  });
  return Math.ceil(Math.max(0, ...waits) / 1000);
}
