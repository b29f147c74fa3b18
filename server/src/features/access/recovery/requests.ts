import { recoveryConfirmation } from '@florin/contract/limits';
import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import { makeChange, underLock } from '../../../identity/step-up/make-change.ts';
import { letterOf } from '../../../core/notices/letter.ts';
import { requestNumber } from './open-request.ts';
import { notifyEveryAddress } from '../../../core/notices/notify-every-address.ts';
import { confirmedMail, declinedMail, takenBackMail } from '../../../identity/recovery/mails.ts';
import { afterSeconds } from '../../../core/time.ts';

/**
 * The calls of administrators for people without a second proof (reading 11). Requests of other businesses are not
 * found.
 */
export const recoveryRequests: Handler<'recoveryRequests'> = async ({ context, caller: session }) => {
  const rows = await context.db
    .selectFrom('recovery_request')
    .innerJoin('person', 'person.id', 'recovery_request.person_id')
    .select(['recovery_request.id', 'person_id', 'person.first_name', 'person.last_name', 'asked_at', 'confirmed_at'])
    .where('business_id', '=', session.businessId)
    .where('recovery_request.person_id', '!=', session.personId)
    .where('closed_at', 'is', null)
    .where('expires_at', '>', context.clock.now())
    .orderBy('asked_at')
    .execute();
  return {
    status: 200,
    body: rows.map(
      ({ id, person_id: personId, first_name: firstName, last_name: lastName, asked_at, confirmed_at }) => ({
        id,
        personId,
        firstName,
        lastName,
        askedAt: asked_at.toISOString(),
        requestNumber: requestNumber(id),
        confirmed: confirmed_at !== null,
      }),
    ),
  };
};

export const confirmRecovery: Handler<'confirmRecovery'> = async (call) => {
  const { context, caller: session, input } = call;
  const now = context.clock.now();
  const done = await makeChange(call, async (tx) => {
    const confirmed = await tx
      .updateTable('recovery_request')
      .set({
        confirmed_at: now,
        confirmed_by: session.membershipId,
        expires_at: afterSeconds(now, recoveryConfirmation.confirmedForSeconds),
      })
      .where('id', '=', input.params.id)
      .where('business_id', '=', session.businessId)
      .where('person_id', '!=', session.personId)
      .where('closed_at', 'is', null)
      .where('confirmed_at', 'is', null)
      .where('expires_at', '>', now)
      .returning('person_id')
      .executeTakeFirst();
    if (!confirmed) return refuse('NOT_FOUND');
    const personId = confirmed.person_id;
    const details = { byMembership: session.membershipId };
    const { businessId } = session;
    await recordEvent(tx, context, originOf(call), { type: 'authn_reset_confirmed', details, personId, businessId });
    const letter = await letterOf(tx, context, personId);
    const address = (await contactsOf(tx, context, personId)).find((each) => each.kind === 'Email' && each.verified);
    if (address)
      await enqueueMessage(tx, context, {
        channel: 'email',
        programId: letter.programId,
        to: address.address,
        content: confirmedMail(letter),
      });
    return { done: true };
  });
  return isRefused(done) ? done : { status: 200, body: {} };
};

export const endRecovery: Handler<'endRecovery'> = async (call) => {
  const { context, caller: session, input } = call;
  const now = context.clock.now();
  const done = await underLock(call, async (tx) => {
    const ended = await tx
      .updateTable('recovery_request')
      .set({ closed_at: now })
      .where('id', '=', input.params.id)
      .where('business_id', '=', session.businessId)
      .where('person_id', '!=', session.personId)
      .where('closed_at', 'is', null)
      .where('expires_at', '>', now)
      .where('confirmed_at', input.query.confirmed === 'true' ? 'is not' : 'is', null)
      .returning(['person_id', 'confirmed_at'])
      .executeTakeFirst();
    if (!ended) return refuse('NOT_FOUND');
    const { person_id: personId } = ended;
    const confirmed = ended.confirmed_at !== null;
    const details = { byMembership: session.membershipId, confirmed };
    const about = { personId, businessId: session.businessId };
    await recordEvent(tx, context, originOf(call), { type: 'authn_reset_confirmation_ended', details, ...about });
    const letter = await letterOf(tx, context, personId);
    // The requester reads one of the mailboxes, and hardly all.
    const notice = confirmed
      ? ({ kind: 'resetTakenBack', mail: takenBackMail(letter) } as const)
      : ({ kind: 'resetDeclined', mail: declinedMail(letter) } as const);
    await notifyEveryAddress(tx, context, personId, { ...notice, text: null });
    return { done: true };
  });
  return isRefused(done) ? done : { status: 204, body: null };
};
