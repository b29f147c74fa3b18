import type { Database } from '../../db/open.ts';

/** The mailbox and phone of the embedded mode, newest first. */
export const readOutbox = (db: Database, atMost: number) =>
  db
    .selectFrom('outbox_message')
    .select(['id', 'at', 'channel', 'recipient', 'reply_to', 'subject', 'text'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(atMost)
    .execute();
