import { isEligible } from '@florin/contract/eligibility';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { maskAddress } from '../../../core/people/masks.ts';
import { hashToken } from '../../../core/tokens.ts';
import { asksForFourEyes, requestChange } from '../../../identity/four-eyes/changes.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import {
  emailContext,
  inviteEmailIndex,
  inviteOf,
  invitesOfBusiness,
  normalEmail,
  isInvited,
  lockBusiness,
} from '../../../core/invites/queries.ts';
import { countInviteMail } from './quota.ts';
import { refuseAdministrator } from './rules.ts';
import { inviteEnd, newInviteCode, sendInvite } from '../../../core/invites/send.ts';

type CreateCall = Call<'createInvite'>;

/** POST /api/invites: invites a person to the administrator's current business. */
export const createInvite: Handler<'createInvite'> = async (call) => {
  const { context, caller: session, input } = call;
  // Before the step-up: nobody proves anything for nothing. It is checked again under the lock.
  if (!isEligible('invite.send', { business: { status: session.businessStatus } })) return refuse('BUSINESS_NOT_OPEN');
  const { role, preset = null } = input.body;
  const refused = role === 'ADMIN' ? refuseAdministrator(call, preset) : null;
  if (refused) return refused;
  const id = await underLock(call, (tx) => write(tx, call));
  if (isRefused(id)) return id;
  const all = await invitesOfBusiness(context.db, session.businessId);
  return {
    status: 201,
    body: inviteOf(
      context,
      all.find((invite) => invite.id === id.id)!,
    ),
  };
};

async function write(tx: Database, call: CreateCall) {
  const { context, caller: session, input } = call;
  const { businessId } = session;
  const now = context.clock.now();
  const business = await lockBusiness(tx, businessId);
  if (!isEligible('invite.send', { business })) return refuse('BUSINESS_NOT_OPEN');
  const { firstName, middleName, lastName, role } = input.body;
  const email = normalEmail(input.body.email);
  const index = inviteEmailIndex(context, email);
  if (await isInvited(tx, { businessId, index, now })) return refuse('INVITE_ALREADY_PENDING');
  const isAdministrator = role === 'ADMIN';
  const preset = isAdministrator ? (input.body.preset ?? 'ADMINISTRATOR') : null;
  const needsSecond = isAdministrator && (await asksForFourEyes(tx, businessId));
  const tooMany = await countInviteMail(tx, context, { businessId, email });
  if (tooMany) return tooMany;

  const id = newId(now.getTime());
  const code = newInviteCode();
  await tx
    .insertInto('invite')
    .values({
      id,
      business_id: businessId,
      role,
      first_name: firstName,
      middle_name: middleName || null,
      last_name: lastName,
      email_sealed: context.keys.seal(email, emailContext({ inviteId: id, programId: business.programId })),
      email_index: index,
      code_hash: hashToken(code),
      invited_by: session.membershipId,
      created_at: now,
      sends: [now],
      expires_at: inviteEnd(now),
      accepted_at: null,
      accepted_by: null,
      revoked_at: null,
      preset,
      awaits_approval: needsSecond,
    })
    .execute();
  const inviter = await tx
    .selectFrom('person')
    .select(['first_name', 'last_name'])
    .where('id', '=', session.personId)
    .executeTakeFirstOrThrow();
  const invitedBy = `${inviter.first_name} ${inviter.last_name}`;
  if (!needsSecond) await sendInvite(tx, context, { businessId, role, firstName, email, invitedBy, code });
  await recordEvent(tx, context, originOf(call), {
    type: 'invite_created',
    details: { invite: id, role, preset },
    ...session,
    sessionId: session.id,
  });
  if (needsSecond) {
    const masked = maskAddress({ kind: 'Email', address: email });
    const name = `${firstName} ${lastName}`;
    const details = { kind: 'INVITE', inviteId: id, name, email: masked, preset: preset! } as const;
    await requestChange(tx, call, { subject: id, details });
  }
  return { id };
}
