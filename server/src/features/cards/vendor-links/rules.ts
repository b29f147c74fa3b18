import type { VendorLinkStatus } from '@florin/contract/vendor-links';

interface LinkState {
  openedAt: Date | null;
  usedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date;
}

/**
 * What has become of a link. `VIEWED`: somebody pressed "Show card details", which uses the link up; `USED`: the details
 * went out to them. A link that was opened does not expire any more, because nobody can open it again.
 */
export function linkStatus({ openedAt, usedAt, revokedAt, expiresAt }: LinkState, now: Date): VendorLinkStatus {
  if (revokedAt !== null) return 'REVOKED';
  if (usedAt !== null) return 'USED';
  if (openedAt !== null) return 'VIEWED';
  return expiresAt <= now ? 'EXPIRED' : 'CREATED';
}

const easternDays = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' });

/** The day it is in Eastern Time (section 9), yyyy-mm-dd. */
export const easternDay = (now: Date): string => easternDays.format(now);
