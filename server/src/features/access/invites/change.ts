import { isEligible } from '@florin/contract/eligibility';
import { DAY } from '@florin/contract/limits';
import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { secondsUntilSend } from '../../../core/throttle/send-quota.ts';
import { asksForFourEyes } from '../../../identity/four-eyes/changes.ts';
import { holdInvite, isApprovedInvite } from '../../../identity/four-eyes/invites.ts';
import { eraseDrafts } from '../../../identity/registrations/erase-drafts.ts';
import { hashToken } from '../../../core/tokens.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import {
  emailOf,
  inviteEmailIndex,
  inviteOf,
  isInvited,
  lockBusiness,
  lockInvite,
} from '../../../core/invites/queries.ts';
import { countInviteMail } from './quota.ts';
import { refuseAdministrator } from './rules.ts';
import { inviteStatus } from '../../../core/invites/rules.ts';
import { inviteEnd, newInviteCode, sendInvite } from '../../../core/invites/send.ts';

/**
 * POST resend, for a pending or expired invite: a new link with new time; the old link stops working. Under four eyes, an
 * administrator's that nobody else has approved waits for a second administrator first.
 */
export const resendInvite: Handler<'resendInvite'> = async (call) => {
  const { context, caller: session, input } = call;
  const now = context.clock.now();
  const result = await underLock(call, async (tx) => {
    const business = await lockBusiness(tx, session.businessId);
    if (!isEligible('invite.send', { business })) return refuse('BUSINESS_NOT_OPEN');
    const invite = await lockInvite(tx, input.params.id, session.businessId);
    if (!invite) return refuse('NOT_FOUND');
    // As for a new one: a person who may invite administrators may hand over the business.
    const refused = invite.role === 'ADMIN' ? refuseAdministrator(call, invite.preset) : null;
    if (refused) return refused;
    const status = inviteStatus(invite, now);
    const maySend = (status === 'PENDING' || status === 'EXPIRED') && !invite.awaitsApproval;
    if (!maySend) return refuse('INVITE_NOT_PENDING');
    const needsSecond = invite.role === 'ADMIN' && (await asksForFourEyes(tx, session.businessId));
    const sends = invite.sends.filter((at) => at.getTime() > now.getTime() - DAY * 1000);
    const retryAfterSeconds = secondsUntilSend(sends, now);
    if (retryAfterSeconds > 0) return refuse('RESEND_LIMIT_REACHED', {}, { retryAfterSeconds });
    const { firstName, role, businessId } = invite;
    const email = emailOf(context, invite);
    const index = inviteEmailIndex(context, email);
    if (status === 'EXPIRED' && (await isInvited(tx, { businessId, index, now })))
      return refuse('INVITE_ALREADY_PENDING');
    const details = { invite: invite.id };
    const resent = { type: 'invite_resent', details, ...session, sessionId: session.id } as const;
    if (needsSecond && !(await isApprovedInvite(tx, invite))) {
      await holdInvite(tx, call, invite);
      await recordEvent(tx, context, originOf(call), resent);
      return (await lockInvite(tx, invite.id, businessId))!;
    }
    const tooMany = await countInviteMail(tx, context, { businessId, email });
    if (tooMany) return tooMany;
    const code = newInviteCode();
    const changed = {
      sends: [...sends, now],
      expires_at: inviteEnd(now),
      code_hash: hashToken(code),
      // From now on it depends on the account of this sender.
      invited_by: session.membershipId,
    };
    await tx.updateTable('invite').set(changed).where('id', '=', invite.id).execute();
    await eraseDrafts(tx, 'invite_id', invite.id);
    const sent = (await lockInvite(tx, invite.id, businessId))!;
    await sendInvite(tx, context, { businessId, role, firstName, email, invitedBy: sent.invitedBy, code });
    await recordEvent(tx, context, originOf(call), resent);
    return sent;
  });
  return isRefused(result) ? result : { status: 200, body: inviteOf(context, result) };
};

/** POST revoke: the link stops working, and so do registrations begun with it. */
export const revokeInvite: Handler<'revokeInvite'> = async (call) => {
  const { context, caller: session, input } = call;
  const now = context.clock.now();
  const result = await underLock(call, async (tx) => {
    const invite = await lockInvite(tx, input.params.id, session.businessId);
    if (!invite) return refuse('NOT_FOUND');
    // An invite that expired with its sender could become valid again with them.
    if (invite.acceptedAt || invite.revokedAt) return refuse('INVITE_NOT_PENDING');
    await tx.updateTable('invite').set({ revoked_at: now }).where('id', '=', invite.id).execute();
    await eraseDrafts(tx, 'invite_id', invite.id);
    const details = { invite: invite.id };
    await recordEvent(tx, context, originOf(call), {
      type: 'invite_revoked',
      details,
      ...session,
      sessionId: session.id,
    });
    return { ...invite, revokedAt: now };
  });
  return isRefused(result) ? result : { status: 200, body: inviteOf(context, result) };
};
