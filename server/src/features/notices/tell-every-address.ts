import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { enqueueMessage, type MessageContent } from '../messages/messages.ts';
import { contactsOf } from '../mfa/contacts.ts';
import { stoppedAmong } from '../mfa/stop-list.ts';

/**
 * Tells a person of a change that only they should have made, at every confirmed e-mail address and every confirmed phone that
 * takes texts (ASVS 6.3.7): whoever made the change may hold one of them, but hardly all.
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
  const stopped = await stoppedAmong(
    tx,
    contacts.map(({ addressIndex }) => addressIndex),
  );
  for (const { kind, address, addressIndex, verified } of contacts) {
    if (!verified) continue;
    if (kind === 'Email')
      await enqueueMessage(tx, context, { channel: 'email', programId, to: address, content: mail });
    else if (!stopped.has(addressIndex.toString('hex')))
      await enqueueMessage(tx, context, { channel: 'sms', programId, to: address, content: text });
  }
}
