import type * as contract from '@florin/contract/program/agreements';
import type { Context } from '../../../context.ts';
import { type HandlersOf, refuse, type Handler } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { findOwnAgreement } from './own.ts';
import { acceptanceOf, insertAcceptance } from './queries.ts';
import { requestStatusOf } from './rules.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';

/**
 * POST /api/agreement/acceptance. The named version must be the current one of the person's own agreement: nobody
 * accepts a text they have not been shown. A repeated acceptance keeps the first time.
 */
const acceptAgreement: Handler<'acceptAgreement'> = async (call) => {
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

export const agreementsRoutes: HandlersOf<typeof contract> = {
  ownAgreement: async ({ context, caller: session }) => ({ status: 200, body: await read(context, session) }),
  agreementStatus: async ({ context, caller: session }) => ({
    status: 200,
    body: (await read(context, session)).status,
  }),
  acceptAgreement,
};

async function read(context: Context, { membershipId, personId }: CurrentSession) {
  const { agreement, rendered, account } = await findOwnAgreement(context, membershipId);
  const accepted = await acceptanceOf(context.db, personId, agreement, rendered.text.version);
  return { text: rendered.text, status: requestStatusOf(agreement, rendered.text.version, account, accepted) };
}
