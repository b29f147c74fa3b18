import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { enqueueMessage, type MessageContent } from '../messages/messages.ts';
import { contactsOf } from '../mfa/contacts.ts';

/**
 * Tells a person of a change that only they should have made, at every e-mail address and every confirmed phone that takes
 * texts (ASVS 6.3.7): whoever made the change may hold one of them, but hardly all.
 */
export async function tellEveryAddress(
  tx: Database,
  context: Context,
  personId: string,
  { mail, text }: { mail: MessageContent; text: MessageContent },
): Promise<void> {
  const { program_id: programId } = await tx
    .selectFrom('person')
    .select('program_id')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const contacts = await contactsOf(tx, context, personId);
  const stopped = await stoppedPhones(
    tx,
    contacts.map(({ addressIndex }) => addressIndex),
  );
  for (const { kind, address, addressIndex, verified } of contacts) {
    if (kind === 'Email')
      await enqueueMessage(tx, context, { channel: 'email', programId, to: address, content: mail });
    else if (verified && !stopped.has(addressIndex.toString('hex')))
      await enqueueMessage(tx, context, { channel: 'sms', programId, to: address, content: text });
  }
}

async function stoppedPhones(tx: Database, indexes: readonly Buffer[]): Promise<ReadonlySet<string>> {
  if (indexes.length === 0) return new Set();
  const rows = await tx
    .selectFrom('phone_stop')
    .select('address_index')
    .where('address_index', 'in', indexes)
    .execute();
  return new Set(rows.map((row) => row.address_index.toString('hex')));
}
