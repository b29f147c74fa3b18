import { isEligible } from '@florin/contract/eligibility';
import { HOUR, registration as limits } from '@florin/contract/limits';
import { count, readCount } from '../../../../core/throttle/counter.ts';
import { newId } from '../../../../db/ids.ts';
import { inTransaction } from '../../../../db/transaction.ts';
import { refuse, type Handler } from '../../../../http/call.ts';
import { originOf, recordEvent } from '../../../../core/audit/events.ts';
import { inviteByCode } from '../../../../core/invites/queries.ts';
import { inviteStatus } from '../../../../core/invites/rules.ts';
import { hashToken, isToken } from '../../../../core/tokens.ts';
import {
  flowTokenOf,
  hashBrowserSecret,
  newBrowserSecret,
  registrationCookieChange,
} from '../../../../identity/registrations/browser.ts';
import { registrationOfBrowser } from '../../../../identity/registrations/find-registration.ts';
import { flowToken } from './prove.ts';
import { visitorOf } from '../../../../identity/registrations/visitor.ts';
import { afterSeconds, secondsUntil } from '../../../../core/time.ts';

/**
 * POST Invite/Verify: the link of an invite replaces card number and code. Opening it uses nothing up (security design
 * P12); the last step of the registration accepts the invite.
 */
export const verifyInvite: Handler<'verifyInvite'> = async (call) => {
  const { context, input } = call;
  const { inviteCode } = input.body;
  const invite = isToken('inv', inviteCode) ? await inviteByCode(context.db, hashToken(inviteCode)) : undefined;
  const now = context.clock.now();
  if (!invite || inviteStatus(invite, now) !== 'PENDING') return refuse('INVITE_INVALID');
  if (!isEligible('invite.accept', { business: { status: invite.businessStatus } })) return refuse('INVITE_INVALID');

  const known = call.client.registrationSecret;
  const visitor = await visitorOf(context, call.client);
  const current = await registrationOfBrowser(context.db, visitor, now);
  // Opening the link again in the same browser continues the same registration, with its counts.
  if (known !== null && current?.step === 'DETAILS' && current.inviteId === invite.id) {
    const expiresAt = afterSeconds(now, limits.lifetimeSeconds);
    await context.db
      .updateTable('registration')
      .set({ expires_at: expiresAt })
      .where('id', '=', current.id)
      .where('step', '=', 'DETAILS')
      .execute();
    call.setCookie(registrationCookieChange(known));
    return { status: 200, body: flowToken(context, known, { ...current, expiresAt }) };
  }
  const begun = {
    key: context.keys.mac('begun-with-invite', invite.id),
    windowSeconds: HOUR,
    cap: limits.begunPerInvitePerHour,
  };
  if ((await count(context.db, begun, now)) === null) {
    const { until } = await readCount(context.db, begun, now);
    return refuse('TOO_MANY_REQUESTS', {}, { retryAfterSeconds: secondsUntil(until, now) + 1 });
  }
  const browserSecret = newBrowserSecret();
  const id = newId(now.getTime());
  const expiresAt = afterSeconds(now, limits.lifetimeSeconds);
  await inTransaction(context.db, async (tx) => {
    await tx
      .insertInto('registration')
      .values({
        id,
        browser_hash: hashBrowserSecret(browserSecret)!,
        token_hash: hashToken(flowTokenOf(browserSecret, id)),
        card_id: null,
        invite_id: invite.id,
        invite_code_hash: hashToken(inviteCode),
        person_id: visitor.personId,
        step: 'DETAILS',
        proven_by: 'INVITE',
        created_at: now,
        expires_at: expiresAt,
      })
      .execute();
    const details = { by: 'INVITE', card: null, invite: invite.id } as const;
    const { businessId } = invite;
    await recordEvent(tx, context, originOf(call), { type: 'registration_proven', details, businessId });
  });
  call.setCookie(registrationCookieChange(browserSecret));
  return { status: 200, body: flowToken(context, browserSecret, { id, mfaMode: invite.mfaMode, expiresAt }) };
};
