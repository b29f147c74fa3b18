import type * as contract from '@florin/contract/program/outbox';
import { refuse, type HandlersOf, type Handler } from '../../../http/call.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { newId } from '../../../db/ids.ts';
import { originOf } from '../../../core/audit/events.ts';
import { helpText } from '../../../core/inbound-texts/help.ts';
import { receiveText } from '../../../core/inbound-texts/inbound.ts';

/** POST /outbox/phones: does for an embedded phone what the carrier's webhook does for a real one. */
const replyToText: Handler<'replyToText'> = async (call) => {
  const { context, input } = call;
  // Mail can be embedded while texts go through a carrier: then STOP and START come from the carrier only.
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

/** The mailbox and phone of the embedded mode, newest first. */
export const readOutbox = (db: Database, atMost: number) =>
  db
    .selectFrom('outbox_message')
    .select(['id', 'at', 'channel', 'recipient', 'reply_to', 'subject', 'text'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute();

/** The stopped phones that belong to people, E.164, each once. */
async function readStoppedPhones({ db, keys }: Pick<Context, 'db' | 'keys'>): Promise<string[]> {
  const rows = await db
    .selectFrom('contact')
    .innerJoin('phone_stop', 'phone_stop.address_index', 'contact.address_index')
    .distinctOn('contact.address_index')
    .select(['contact.id', 'contact.address_sealed'])
    .orderBy('contact.address_index')
    .orderBy('contact.id')
    .execute();
  return rows.map(({ id, address_sealed }) => keys.open(address_sealed, `contact|${id}`).toString()).toSorted();
}

/** Older messages stay in the table, but are not listed. */
const shownAtMost = 500;

export const outboxRoutes: HandlersOf<typeof contract> = {
  replyToText,
  // If texts go through a carrier, the numbers are not shown here.
  stoppedPhones: async ({ context }) =>
    context.config.sms.kind === 'outbox'
      ? { status: 200, body: await readStoppedPhones(context) }
      : refuse('NOT_FOUND'),
  outboxMessages: async ({ context }) => {
    const rows = await readOutbox(context.db, shownAtMost);
    const body = rows.map(({ id, at, channel, recipient, reply_to, subject, text }) => ({
      id,
      at: at.toISOString(),
      channel,
      to: recipient,
      replyTo: reply_to,
      subject,
      text,
    }));
    return { status: 200, body };
  },
};
