import { whyNotGrantable } from '@florin/contract/team-permissions';
import type { Context } from '../../context.ts';
import { emailOf, lockInvite, type InviteRow } from '../../core/invites/queries.ts';
import { inviteEnd, newInviteCode, sendInvite } from '../../core/invites/send.ts';
import { hashToken } from '../../core/tokens.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import type { AdministratorRow } from './permissions.ts';

/**
 * Locks an invite that waits for a second administrator, and returns why it cannot be approved, because the approver is
 * responsible for it.
 */
export async function lockAwaitingInvite(
  tx: Database,
  inviteId: string,
  businessId: string,
  actor: AdministratorRow,
): Promise<InviteRow | Refused<'REQUEST_NOT_PENDING' | 'PERMISSIONS_NOT_CHANGEABLE'>> {
  const invite = await lockInvite(tx, inviteId, businessId);
  if (!invite?.awaitsApproval || invite.revokedAt || !invite.hasSender) return refuse('REQUEST_NOT_PENDING');
  const Reason = whyNotGrantable(actor, invite.preset ?? 'ADMINISTRATOR');
  return Reason ? refuse('PERMISSIONS_NOT_CHANGEABLE', { Reason }) : invite;
}

/** Sends an invite that a second administrator has approved; its time begins now. */
export async function sendApprovedInvite(tx: Database, context: Context, invite: InviteRow): Promise<void> {
  const now = context.clock.now();
  const code = newInviteCode();
  await tx
    .updateTable('invite')
    .set({ awaits_approval: false, code_hash: hashToken(code), sends: [now], expires_at: inviteEnd(now) })
    .where('id', '=', invite.id)
    .execute();
  const { businessId, firstName, invitedBy } = invite;
  await sendInvite(tx, context, { businessId, firstName, email: emailOf(context, invite), invitedBy, code });
}

/** Ends an invite that was not approved. */
export const dropInvite = (tx: Database, { clock }: Pick<Context, 'clock'>, inviteId: string) =>
  tx
    .updateTable('invite')
    .set({ revoked_at: clock.now() })
    .where('id', '=', inviteId)
    .where('awaits_approval', '=', true)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
