import type { SignedIn } from '@florin/contract/access/login';
import { newId } from '../../../db/ids.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { eventInsert, originOf } from '../../../core/audit/events.ts';
import { requireSecondFactor } from '../../../identity/step-up/second-factor.ts';
import { signedInAnswer } from '../../../identity/sessions/complete.ts';
import { endSessions } from '../../../identity/sessions/end.ts';
import { isStillOpen } from '../../../identity/sessions/is-open.ts';
import { issueSession } from '../../../identity/sessions/issue.ts';
import { absoluteEnd, switchAllowed } from '../../../identity/sessions/rules.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import { isReachable } from '../../../core/people/accounts.ts';

/**
 * POST /api/switch-user (section 3): the current session ends and one for another account of the same person begins, in
 * one transaction (security design P26). `userId` only chooses among the person's own accounts. The new session keeps
 * the proofs of the sign-in and their times, so a switch never prolongs a sign-in. A switch to the current account
 * changes nothing, so limits counted by session do not restart.
 */
export const switchUser: Handler<'switchUser'> = async (call) => {
  const { context, caller: session, input } = call;
  const origin = originOf(call);
  const { id, personId, membershipId, deviceId, delivery, methods, authenticatedAt } = session;
  const { steppedUpAt, steppedUpBy, factorSince } = session;
  const switched = await inTransaction(context.db, async (tx) => {
    const person = await lockPerson(tx, personId);
    const target = person?.accounts.find((account) => account.id === input.body.userId);
    if (!person || !target || !isReachable(target)) return refuse('ACCOUNT_NOT_AVAILABLE');
    if (!(await isStillOpen(tx, context, session))) return refuse('UNAUTHENTICATED');
    if (target.id === membershipId) return { person };
    const unproven = switchAllowed(target, methods) ? null : await requireSecondFactor(tx, call);
    if (unproven) return unproven;
    // Administrators have to sign in again sooner than cardholders.
    if (absoluteEnd(target.role, authenticatedAt) <= context.clock.now()) return refuse('UNAUTHENTICATED');
    await endSessions(tx, context, origin, [{ id, personId, reason: 'switch' }]);

    const sessionId = newId(context.clock.now().getTime());
    const event = eventInsert(tx, context, origin, [
      {
        type: 'session_account_switched',
        details: { fromSession: id, fromMembership: membershipId },
        personId,
        membershipId: target.id,
        businessId: target.businessId,
        sessionId,
      },
    ]);
    const restrictedReason = person.riskFlagOpen ? 'malicious_site' : null;
    const grant = {
      id: sessionId,
      personId,
      account: target,
      deviceId,
      methods,
      delivery,
      restrictedReason,
      authenticatedAt,
      steppedUpAt,
      steppedUpBy,
      factorSince,
    };
    return { person, issued: await issueSession(tx, context, origin, grant, [event]) };
  });
  if (isRefused(switched)) return switched;
  const { issued, person } = switched;
  if (!issued) return { status: 200, body: unchanged(session, person.hasUnverifiedPhone) };
  return signedInAnswer(call, { session: issued, hasUnverifiedPhone: person.hasUnverifiedPhone }, [id]);
};

/** Cookie and tokens stay the same. */
const unchanged = ({ epoch }: CurrentSession, hasUnverifiedPhone: boolean): SignedIn => ({
  epoch,
  hasUnverifiedPhone,
  access_token: null,
  refresh_token: null,
  device_credential: null,
  expiresInSeconds: null,
});
