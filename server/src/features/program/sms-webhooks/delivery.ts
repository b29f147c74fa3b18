import { Uuid } from '@florin/contract/fields';
import * as v from 'valibot';
import type { Context } from '../../../context.ts';
import type { Origin } from '../../../core/audit/events.ts';
import { putOnList } from '../../../core/inbound-texts/inbound.ts';

interface Report {
  messageId: string;
  /** E.164. */
  to: string;
  status: string;
  errorCode: number | null;
}

/** Twilio's code of a text to a phone that has replied STOP. */
const recipientSaidStop = 21610;
const outcomes: Readonly<Record<string, 'delivered' | 'undelivered'>> = {
  delivered: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
};

/**
 * Saves the delivery status of a text. Reports arrive repeatedly and out of order: a delivered text stays delivered,
 * and intermediate states are not saved.
 */
export async function noteDelivery(
  context: Context,
  origin: Origin,
  { messageId, to, status, errorCode }: Report,
): Promise<void> {
  const outcome = Object.hasOwn(outcomes, status) ? outcomes[status] : undefined;
  if (outcome === undefined || !v.is(Uuid, messageId)) return;
  await context.db
    .updateTable('message')
    .set({ delivery: outcome, delivery_error: outcome === 'delivered' ? null : errorCode })
    .where('id', '=', messageId)
    .where('channel', '=', 'sms')
    .where((eb) => eb.or([eb('delivery', 'is', null), eb('delivery', '!=', 'delivered')]))
    .execute();
  if (errorCode === recipientSaidStop) await putOnList(context, origin, to, 'stop');
}
