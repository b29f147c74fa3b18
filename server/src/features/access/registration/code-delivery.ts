import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { refuse, type Refused } from '../../../http/call.ts';
import { recordEvent, type Origin } from '../../../core/audit/events.ts';
import { deliveryOutcome } from '../../../core/messages/messages.ts';
import { stopListRequested } from '../../../identity/codes/send-code.ts';
import { noteStop } from '../../../core/people/stop-list.ts';
import type { QueuedCode } from './send-code.ts';

/** Long enough for a provider that works, short enough for a person who waits. */
const waitMilliseconds = 1500;

/**
 * What became of a verification code's message, to be called after the commit; null is well. A phone that the provider
 * knows to have said STOP is noted, as it is for secure access codes.
 */
export async function codeDeliveryProblem(
  context: Context,
  origin: Origin,
  { messageId, phoneIndex, businessId }: QueuedCode,
): Promise<Refused<'DELIVERY_DELAYED' | 'STOP_LIST_REQUESTED'> | null> {
  const outcome = await deliveryOutcome(context, messageId, waitMilliseconds);
  if (outcome === 'refused') return refuse('DELIVERY_DELAYED');
  if (outcome !== 'stopped' || phoneIndex === null) return null;
  await inTransaction(context.db, async (tx) => {
    await noteStop(tx, phoneIndex, context.clock.now());
    await recordEvent(tx, context, origin, { type: 'authn_stop_noted', details: {}, businessId });
  });
  return stopListRequested(context);
}
