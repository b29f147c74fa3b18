import type { ErrorCode } from '@florin/contract/errors';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isRefused, refuse, type Refused } from '../../http/call.ts';
import { recordEvent, type Origin } from '../../core/audit/events.ts';
import { deliveryOutcome } from '../../core/messages/messages.ts';
import { noteStop } from '../../core/people/stop-list.ts';
import { stopListRequested, type SentCode } from './send-code.ts';

/** Long enough for a working provider, short enough for a waiting person. */
const waitMilliseconds = 1500;

/**
 * The outcome of a code's message, to be called after the commit; null is success. After a temporary refusal the queue
 * retries; after a STOP the phone is put on the STOP list, so that no other text is tried.
 */
export async function deliveryProblem(
  context: Context,
  origin: Origin,
  { messageId, addressIndex, owner, resendInSeconds }: SentCode,
): Promise<Refused<'DELIVERY_DELAYED' | 'STOP_LIST_REQUESTED'> | null> {
  const outcome = await deliveryOutcome(context, messageId, waitMilliseconds);
  if (outcome === 'refused') return refuse('DELIVERY_DELAYED', {}, { retryAfterSeconds: resendInSeconds });
  if (outcome !== 'stopped') return null;
  const about = 'personId' in owner ? { personId: owner.personId } : { businessId: owner.businessId };
  await inTransaction(context.db, async (tx) => {
    await noteStop(tx, addressIndex, context.clock.now());
    await recordEvent(tx, context, origin, { type: 'authn_stop_noted', details: {}, ...about });
  });
  return stopListRequested(context);
}

/** The answer to a call that requested a code, after the commit. */
export async function sentAnswer<C extends ErrorCode>(context: Context, origin: Origin, sent: SentCode | Refused<C>) {
  if (isRefused(sent)) return sent;
  const problem = await deliveryProblem(context, origin, sent);
  return (
    problem ?? {
      status: 200 as const,
      body: { entityMasked: sent.entityMasked, resendInSeconds: sent.resendInSeconds },
    }
  );
}
