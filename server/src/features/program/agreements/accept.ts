import { refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { findOwnAgreement } from './own.ts';
import { insertAcceptance, acceptanceOf } from './queries.ts';

/**
 * POST /api/agreement/acceptance. What the person names has to be the present version of their own agreement: nobody accepts
 * what they have not been shown. Accepting twice keeps the first time.
 */
export const acceptAgreement: Handler<'acceptAgreement'> = async (call) => {
  const { context, caller: session, input } = call;
  const { agreement, rendered } = await findOwnAgreement(context, session.membershipId);
  const { version } = rendered.text;
  if (input.body.agreement !== agreement || input.body.version !== version) return refuse('AGREEMENT_CHANGED');
  return underLock(call, async (tx) => {
    const { personId, membershipId, businessId, id: sessionId } = session;
    if (await insertAcceptance(tx, session, agreement, rendered, context.clock.now()))
      await recordEvent(tx, context, originOf(call), {
        type: 'agreement_accepted',
        details: { agreement, version },
        personId,
        membershipId,
        businessId,
        sessionId,
      });
    const kept = await acceptanceOf(tx, personId, agreement, version);
    return { status: 200 as const, body: { version, at: kept!.accepted_at.toISOString() } };
  });
};
