import { inTransaction } from '../../../db/transaction.ts';
import type { Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { supportMail } from './mails.ts';
import { readSender } from './queries.ts';
import { newReference } from '../../../core/messages/reference.ts';

/** POST /api/support/messages: to the support of the person's program and role; answers go to the address of the form. */
export const sendSupportMessage: Handler<'sendSupportMessage'> = async (call) => {
  const { context, caller: session, input } = call;
  const sender = await readSender(context.db, session.membershipId);
  const reference = newReference('M');
  const { branding, programId } = sender;
  const to = sender.role === 'ADMIN' ? branding.emailAdminSupport : branding.emailCardholderSupport;
  const content = supportMail({ reference, ...input.body, sender });
  await inTransaction(context.db, async (tx) => {
    await enqueueMessage(tx, context, { channel: 'email', programId, to, replyTo: input.body.email, content });
    await recordEvent(tx, context, originOf(call), {
      type: 'support_message_sent',
      details: { reference },
      personId: session.personId,
      membershipId: session.membershipId,
      businessId: session.businessId,
      sessionId: session.id,
    });
  });
  return { status: 200, body: { reference } };
};
