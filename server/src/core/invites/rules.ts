import type { InviteStatus } from '@florin/contract/invites';

interface InviteState {
  acceptedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date;
  /** Who has sent it still administers the business. */
  hasSender: boolean;
}

/**
 * What an invite is worth now. One that was accepted or revoked does not expire any more; one whose sender was let go of has
 * expired with that, until another administrator sends it again.
 */
export function inviteStatus({ acceptedAt, revokedAt, expiresAt, hasSender }: InviteState, now: Date): InviteStatus {
  if (acceptedAt !== null) return 'ACCEPTED';
  if (revokedAt !== null) return 'REVOKED';
  return expiresAt <= now || !hasSender ? 'EXPIRED' : 'PENDING';
}
