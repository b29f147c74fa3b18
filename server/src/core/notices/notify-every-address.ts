import { noticeQuota } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { enqueueMessage, type MessageContent } from '../messages/messages.ts';
import { contactsOf, type Contact } from '../people/contacts.ts';
import { allowedCountries } from '../people/phone-countries.ts';
import { stoppedAmong } from '../people/stop-list.ts';
import { isTextable } from '../people/textable-phone.ts';
import { count } from '../throttle/counter.ts';
import type { Change } from './changes.ts';

export interface Notice {
  kind: NoticeKind;
  mail: MessageContent;
  /** Null where the matter is not worth a text. */
  text: MessageContent | null;
}

/**
 * Notifies a person of what only they, or an administrator about them, should have done, at every confirmed e-mail address and every confirmed phone
 * that may be sent texts (ASVS 6.3.7): whoever made the change may hold one of them, but hardly all. A phone that costs whoever
 * writes to it gets none, as it gets no codes (security design P19). Notices of a kind are bounded by the day, or whoever
 * repeats a change floods mailbox and phone. Who changes something of the person holds the person's lock.
 */
export async function notifyEveryAddress(
  tx: Database,
  context: Context,
  personId: string,
  { kind: noticeKind, mail, text }: Notice,
): Promise<void> {
  const sent = await countNotice(tx, context, personId, noticeKind);
  if (sent > noticeQuota.mails) return;
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
  const isTexted = ({ address, addressIndex }: Contact) =>
    sent <= noticeQuota.texts &&
    !stopped.has(addressIndex.toString('hex')) &&
    isTextable(address, allowedCountries(context.config));
  for (const contact of contacts.filter(({ verified }) => verified)) {
    const to = contact.address;
    if (contact.kind === 'Email') await enqueueMessage(tx, context, { channel: 'email', programId, to, content: mail });
    else if (text && isTexted(contact))
      await enqueueMessage(tx, context, { channel: 'sms', programId, to, content: text });
  }
}

/** What people are told of, in the words that count notices of a kind. */
type NoticeKind = Change['type'] | 'passwordReset' | 'loginReported' | 'resetDeclined' | 'resetTakenBack';

/**
 * Counts a notice of one kind to one person.
 * @returns how many there were in the window (limits.ts, `noticeQuota`) with this one; one more than allowed stands for all further ones
 */
async function countNotice(
  tx: Database,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  personId: string,
  kind: NoticeKind,
): Promise<number> {
  const key = keys.mac('notice', `${personId}|${kind}`);
  const cap = noticeQuota.mails + 1;
  return (await count(tx, { key, windowSeconds: noticeQuota.windowSeconds, cap }, clock.now())) ?? cap;
}
