import { whyNotGrantable } from '@florin/contract/access/team-permissions';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { emailOf, lockInvite, type InviteRow } from '../../core/invites/queries.ts';
import { inviteEnd, newInviteCode, sendInvite } from '../../core/invites/send.ts';
import { maskAddress } from '../../core/people/masks.ts';
import { hashToken } from '../../core/tokens.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { eraseDrafts } from '../registrations/erase-drafts.ts';
import { requestChange, type ChangingCall } from './changes.ts';
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
  const { businessId, role, firstName, invitedBy } = invite;
  await sendInvite(tx, context, { businessId, role, firstName, email: emailOf(context, invite), invitedBy, code });
}

/** Whether a second administrator has approved an invite: the same address needs no other approval. */
export async function isApprovedInvite(tx: Database, { id, businessId }: InviteRow): Promise<boolean> {
  const approved = await tx
    .selectFrom('pending_change')
    .select('id')
    .where('business_id', '=', businessId)
    .where('kind', '=', 'INVITE')
    .where('status', '=', 'APPROVED')
    .where(sql<string>`details->>'inviteId'`, '=', id)
    .executeTakeFirst();
  return approved !== undefined;
}

/**
 * Has an invite that is sent again wait for a second administrator: its link, and what was begun with it, stop working.
 */
export async function holdInvite(tx: Database, call: ChangingCall, invite: InviteRow): Promise<void> {
  const { context, caller } = call;
  await tx
    .updateTable('invite')
    .set({
      awaits_approval: true,
      code_hash: hashToken(newInviteCode()),
      expires_at: inviteEnd(context.clock.now()),
      invited_by: caller.membershipId,
    })
    .where('id', '=', invite.id)
    .execute();
  await eraseDrafts(tx, 'invite_id', invite.id);
  const email = maskAddress({ kind: 'Email', address: emailOf(context, invite) });
  const name = `${invite.firstName} ${invite.lastName}`;
  const preset = invite.preset ?? 'ADMINISTRATOR';
  const details = { kind: 'INVITE', inviteId: invite.id, name, email, preset } as const;
  await requestChange(tx, call, { subject: invite.id, details });
}

/**
 * Ends the invites of administrators that are on their way when a business begins to ask for four eyes: one administrator
 * alone has sent them, perhaps to themselves. Sent again, they wait for a second one.
 */
export async function endInvitesOfAdministrators(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  businessId: string,
): Promise<void> {
  const now = clock.now();
  const sent = await tx
    .selectFrom('invite')
    .select('id')
    .where('business_id', '=', businessId)
    .where('role', '=', 'ADMIN')
    .where('awaits_approval', '=', false)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  for (const { id } of sent) {
    // A registration that was begun with the link is bound to its code, and could be finished after the invite's end.
    await tx
      .updateTable('invite')
      .set({ expires_at: now, code_hash: hashToken(newInviteCode()) })
      .where('id', '=', id)
      .execute();
    await eraseDrafts(tx, 'invite_id', id);
  }
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
