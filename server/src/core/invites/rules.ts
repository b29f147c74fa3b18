import type { InviteStatus } from '@florin/contract/access/invites';

interface InviteState {
  acceptedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date;
  /** Whether the sender still administers the business. */
  hasSender: boolean;
  /** The invite is not sent before a second administrator has approved it. */
  awaitsApproval: boolean;
}

/**
 * The status of an invite. An accepted or revoked invite does not expire. An invite also expires when its sender
 * leaves, until another administrator sends it again.
 */
export function inviteStatus(
  { acceptedAt, revokedAt, expiresAt, hasSender, awaitsApproval }: InviteState,
  now: Date,
): InviteStatus {
  if (acceptedAt !== null) return 'ACCEPTED';
  if (revokedAt !== null) return 'REVOKED';
  if (expiresAt <= now || !hasSender) return 'EXPIRED';
  return awaitsApproval ? 'AWAITS_APPROVAL' : 'PENDING';
}
