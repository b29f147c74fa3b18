import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';

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
export async function readStoppedPhones({ db, keys }: Pick<Context, 'db' | 'keys'>): Promise<string[]> {
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
