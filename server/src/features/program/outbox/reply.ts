import { newId } from '../../../db/ids.ts';
import { refuse, type Handler } from '../../../http/call.ts';
import { originOf } from '../../../core/audit/events.ts';
import { helpText } from '../../../core/inbound-texts/help.ts';
import { receiveText } from '../../../core/inbound-texts/inbound.ts';

/** POST /outbox/phones: what the carrier's webhook does with a real phone. */
export const replyToText: Handler<'replyToText'> = async (call) => {
  const { context, input } = call;
  // Mail can be embedded while texts go through a carrier: then STOP and START are the carrier's to tell.
  if (context.config.sms.kind !== 'outbox') return refuse('NOT_FOUND');
  const keyword = await receiveText(context, originOf(call), input.body);
  if (keyword === 'help') {
    const { name } = await context.db
      .selectFrom('program')
      .select('name')
      .where('is_default', '=', true)
      .executeTakeFirstOrThrow();
    const now = context.clock.now();
    await context.db
      .insertInto('outbox_message')
      .values({
        id: newId(now.getTime()),
        at: now,
        channel: 'sms',
        recipient: input.body.from,
        subject: null,
        text: helpText(name),
        html: null,
      })
      .execute();
  }
  return { status: 204, body: null };
};
