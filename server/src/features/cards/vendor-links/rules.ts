import { easternZone } from '@florin/contract/dates/eastern-time';
import type { VendorLinkStatus } from '@florin/contract/cards/vendor-links';
import { hash } from 'node:crypto';

interface LinkState {
  openedAt: Date | null;
  usedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date;
}

/**
 * The status of a link. `VIEWED`: the vendor pressed "Show card details", which uses the link up; `USED`: the details
 * were sent to them. An opened link does not expire, because nobody can open it again.
 */
export function linkStatus({ openedAt, usedAt, revokedAt, expiresAt }: LinkState, now: Date): VendorLinkStatus {
  if (revokedAt !== null) return 'REVOKED';
  if (usedAt !== null) return 'USED';
  if (openedAt !== null) return 'VIEWED';
  return expiresAt <= now ? 'EXPIRED' : 'CREATED';
}

const easternDays = new Intl.DateTimeFormat('en-CA', { timeZone: easternZone });

/** Today in Eastern Time (section 9), yyyy-mm-dd. */
export const easternDay = (now: Date): string => easternDays.format(now);

/**
 * The token of an opened link that a page gets for its attempt, however often it asks: it follows from the code and the
 * attempt, which only that page has.
 */
export const tokenOfAttempt = (codeHash: Buffer, attempt: string): string =>
  `vnd_${hash('sha256', `${codeHash.toString('hex')}.${attempt}`, 'base64url')}`;
