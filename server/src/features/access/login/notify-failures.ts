import { DAY } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { recordEvent, type Origin } from '../../../core/audit/events.ts';
import { firstContact } from '../../../core/people/contacts.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { letterOf } from '../../../core/notices/letter.ts';
import { failuresNotice } from './notice.ts';

/**
 * Tells a person that somebody tries passwords (ASVS 6.3.5), at most once a day. It is a job, so that the answer to the
 * tenth failure takes as long for a name nobody has.
 * @param personId null for such a name
 */
export async function notifyFailures(context: Context, personId: string | null, origin: Origin): Promise<void> {
  if (personId === null) return;
  await inTransaction(context.db, (tx) => notify(tx, context, personId, origin));
}

async function notify(tx: Database, context: Context, personId: string, origin: Origin) {
  const now = context.clock.now();
  const key = context.keys.mac('failures-notice', personId);
  const { rows } = await sql`
    insert into throttle (key, failures, window_started_at) values (${key}, 1, ${now})
    on conflict (key) do update set window_started_at = ${now}
      where throttle.window_started_at <= ${new Date(now.getTime() - DAY * 1000)}
    returning 1`.execute(tx);
  const contact = rows.length === 0 ? null : await firstContact(tx, context, personId, 'Email');
  if (!contact) return;
  const letter = await letterOf(tx, context, personId);
  const content = failuresNotice(letter);
  await enqueueMessage(tx, context, { channel: 'email', programId: letter.programId, to: contact.address, content });
  await recordEvent(tx, context, origin, { type: 'authn_failures_notified', details: {}, personId });
}
