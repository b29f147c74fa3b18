import { noticeQuota } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { enqueueMessage, type MessageContent } from '../messages/messages.ts';
import { contactsOf } from '../mfa/contacts.ts';
import { stoppedAmong } from '../mfa/stop-list.ts';
import { countNotice, type NoticeKind } from './count-notice.ts';

export interface Notice {
  kind: NoticeKind;
  mail: MessageContent;
  /** Null where the matter is not worth a text. */
  text: MessageContent | null;
}

/**
 * Tells a person of a change that only they should have made, at every confirmed e-mail address and every confirmed phone that
 * takes texts (ASVS 6.3.7): whoever made the change may hold one of them, but hardly all. Notices of a kind are
 * bounded by the day, or whoever repeats a change floods mailbox and phone. The caller holds the person's lock.
 */
export async function tellEveryAddress(
  tx: Database,
  context: Context,
  personId: string,
  { kind: noticeKind, mail, text }: Notice,
): Promise<void> {
  const count = await countNotice(tx, context, personId, noticeKind);
  if (count > noticeQuota.mails) return;
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
    else if (text && count <= noticeQuota.texts && !stopped.has(addressIndex.toString('hex')))
      await enqueueMessage(tx, context, { channel: 'sms', programId, to: address, content: text });
  }
}
