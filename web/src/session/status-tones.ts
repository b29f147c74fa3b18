import type { InviteStatus } from '@florin/contract/access/invites';
import type { VendorLinkStatus } from '@florin/contract/cards/vendor-links';

/** The color of each status of an invite or a vendor link: one word has one color on every screen. */
export const statusTones = {
  AWAITS_APPROVAL: 'warn',
  PENDING: 'info',
  CREATED: 'info',
  VIEWED: 'warn',
  ACCEPTED: 'ok',
  USED: 'ok',
  EXPIRED: 'neutral',
  REVOKED: 'neutral',
} as const satisfies Record<InviteStatus | VendorLinkStatus, string>;
