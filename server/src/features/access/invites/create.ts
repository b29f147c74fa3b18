import { isEligible } from '@florin/contract/eligibility';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Call, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { hashToken } from '../../../core/tokens.ts';
import { requireStepUp, underLock } from '../../../identity/step-up/make-change.ts';
import {
  emailContext,
  inviteEmailIndex,
  inviteOf,
  invitesOfBusiness,
  normalEmail,
  isInvited,
  lockBusiness,
} from '../../../core/invites/queries.ts';
import { admitInviteMail } from './quota.ts';
import { inviteEnd, newInviteCode, sendInvite } from './send.ts';

type CreateCall = Call<'createInvite'>;

/** POST /api/invites: invites a person to the administrator's current business. */
export const createInvite: Handler<'createInvite'> = async (call) => {
  const { context, caller: session, input } = call;
  // Before the step-up: nobody proves anything for nothing. It is checked again under the lock.
  if (!isEligible('invite.send', { business: { status: session.businessStatus } })) return refuse('BUSINESS_NOT_OPEN');
  // A person who may invite administrators may hand over the business.
  const stale = input.body.role === 'ADMIN' ? requireStepUp(context, session) : null;
  if (stale) return stale;
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
  const tooMany = await admitInviteMail(tx, context, { businessId, email });
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
    })
    .execute();
  const inviter = await tx
    .selectFrom('person')
    .select(['first_name', 'last_name'])
    .where('id', '=', session.personId)
    .executeTakeFirstOrThrow();
  const invitedBy = `${inviter.first_name} ${inviter.last_name}`;
  await sendInvite(tx, context, { businessId, firstName: firstName, email, invitedBy, code });
  await recordEvent(tx, context, originOf(call), {
    type: 'invite_created',
    details: { invite: id, role },
    ...session,
    sessionId: session.id,
  });
  return { id };
}
