import type { InviteStatus } from '@florin/contract/invites';

interface InviteState {
  acceptedAt: Date | null;
  revokedAt: Date | null;
  expiresAt: Date;
}

/** What an invite is worth now. One that was accepted or revoked does not expire any more. */
export function inviteStatus({ acceptedAt, revokedAt, expiresAt }: InviteState, now: Date): InviteStatus {
  if (acceptedAt !== null) return 'ACCEPTED';
  if (revokedAt !== null) return 'REVOKED';
  return expiresAt <= now ? 'EXPIRED' : 'PENDING';
}
