import { DAY } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { recordEvent, type Origin } from '../../../core/audit/events.ts';
import { firstContact } from '../../../core/people/contacts.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { count } from '../../../core/throttle/counter.ts';
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
  const key = context.keys.mac('failures-notice', personId);
  if ((await count(tx, { key, windowSeconds: DAY, cap: 1 }, context.clock.now())) === null) return;
  const contact = await firstContact(tx, context, personId, 'Email');
  if (!contact) return;
  const letter = await letterOf(tx, context, personId);
  const content = failuresNotice(letter);
  await enqueueMessage(tx, context, { channel: 'email', programId: letter.programId, to: contact.address, content });
  await recordEvent(tx, context, origin, { type: 'authn_failures_notified', details: {}, personId });
}
