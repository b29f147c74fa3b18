import type { Context } from '../../context.ts';
import type { Mail } from '../../ports/mail/mail.ts';
import { DeliveryError } from '../../ports/mail/mail.ts';
import { StopListed, type Sms } from '../../ports/sms/sms.ts';
import { messageSealContext, stopListed, type MessageContent } from './messages.ts';

export interface Carriers {
  mail: Mail;
  sms: Sms;
}

/**
 * Sends one message. A temporary failure throws, so that the job is retried; a permanent one is recorded. A message
 * that is already sent, cancelled or failed is not changed.
 */
export async function sendMessage(context: Context, carriers: Carriers, id: string): Promise<void> {
  const row = await due(context, id);
  if (!row) return;
  try {
    await handOver(carriers, row, open(context, id, row.sealed));
  } catch (error) {
    await note(context, id, error);
    if (isPermanent(error)) return;
    throw error;
  }
  await context.db
    .updateTable('message')
    .set((eb) => ({ sent_at: context.clock.now(), sealed: null, last_error: null, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** The message, if it is still unsent. A message whose code has expired is cancelled, because it would only confuse. */
async function due(context: Context, id: string) {
  const row = await context.db
    .selectFrom('message')
    .innerJoin('program', 'program.id', 'message.program_id')
    .leftJoin('one_time_code', 'one_time_code.id', 'message.one_time_code_id')
    .select(['message.channel', 'message.sealed', 'mail_from_name', 'mail_from_address', 'one_time_code.expires_at'])
    .where('message.id', '=', id)
    .where('sent_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where('failed_at', 'is', null)
    .executeTakeFirst();
  if (!row?.sealed) return null;
  if (row.expires_at && row.expires_at <= context.clock.now()) {
    await context.db
      .updateTable('message')
      .set({ cancelled_at: context.clock.now(), sealed: null })
      .where('id', '=', id)
      .execute();
    return null;
  }
  return { ...row, id, sealed: row.sealed };
}

type Due = NonNullable<Awaited<ReturnType<typeof due>>>;

type OpenedMessage = MessageContent & { to: string; replyTo?: string };

function open(context: Context, id: string, sealed: Buffer): OpenedMessage {
  return JSON.parse(context.keys.open(sealed, messageSealContext(id)).toString()) as OpenedMessage;
}

async function handOver({ mail, sms }: Carriers, row: Due, { to, replyTo, subject, text, html }: OpenedMessage) {
  if (row.channel === 'sms') return sms.send({ id: row.id, to, text });
  const from = { name: row.mail_from_name, address: row.mail_from_address };
  return mail.send({ id: row.id, to, from, replyTo, subject: subject ?? '', text, html: html ?? '' });
}

const isPermanent = (error: unknown) =>
  error instanceof StopListed || (error instanceof DeliveryError && error.permanent);

async function note(context: Context, id: string, error: unknown) {
  const reason = error instanceof StopListed ? stopListed : error instanceof Error ? error.name : 'unknown';
  context.log.warn({ messageId: id, reason, permanent: isPermanent(error) }, 'message not handed over');
  await context.db
    .updateTable('message')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      last_error: reason,
      failed_at: isPermanent(error) ? context.clock.now() : null,
    }))
    .where('id', '=', id)
    .execute();
}
