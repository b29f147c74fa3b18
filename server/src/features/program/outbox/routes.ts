import type * as contract from '@florin/contract/outbox';
import { refuse, type HandlersOf } from '../../../http/call.ts';
import { readOutbox, readStoppedPhones } from './queries.ts';
import { replyToText } from './reply.ts';

/** Older messages stay in the table; nobody scrolls further on the outbox page. */
const shownAtMost = 500;

export const outboxRoutes: HandlersOf<typeof contract> = {
  replyToText,
  // Where texts go through a carrier, the numbers are nobody's to read here.
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
