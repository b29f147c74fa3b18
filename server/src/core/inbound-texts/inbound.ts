import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordEvent, type Origin } from '../audit/events.ts';
import { phoneIndex } from '../people/contacts.ts';
import { liftStop, noteStop } from '../people/stop-list.ts';
import { keywordOf, type Keyword } from './keyword.ts';

/**
 * Handles a text from a phone: STOP puts the phone on the STOP list, START removes it. A repeated text gets the same
 * reply, because carriers deliver some texts twice.
 * @param from E.164
 */
export async function receiveText(
  context: Context,
  origin: Origin,
  { from, text }: { from: string; text: string },
): Promise<Keyword | null> {
  const keyword = keywordOf(text);
  if (keyword === 'stop' || keyword === 'start') await putOnList(context, origin, from, keyword);
  return keyword;
}

export const putOnList = (context: Context, origin: Origin, phone: string, keyword: 'stop' | 'start'): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const index = phoneIndex(context, phone);
    const changed = await (keyword === 'stop' ? noteStop(tx, index, context.clock.now()) : liftStop(tx, index));
    if (!changed) return;
    const type = keyword === 'stop' ? 'authn_stop_noted' : 'authn_stop_lifted';
    const owners = await ownersOf(tx, index);
    for (const personId of owners.length > 0 ? owners : [null])
      await recordEvent(tx, context, origin, { type, details: {}, personId });
  });

/** A phone can belong to several persons; texts stop for all of them. */
async function ownersOf(tx: Database, index: Buffer): Promise<string[]> {
  const rows = await tx
    .selectFrom('contact')
    .select('person_id')
    .where('kind', '=', 'PhoneNumber')
    .where('address_index', '=', index)
    .orderBy('person_id')
    .execute();
  return rows.map((row) => row.person_id);
}
