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
  /** Null if the notice is not worth a text. */
  text: MessageContent | null;
}

/**
 * Notifies a person at every confirmed email address and every confirmed phone that may be sent texts (ASVS 6.3.7): an
 * attacker may have one of them, but hardly all. A phone with extra charges gets no notice, as it gets no codes
 * (security design P19). Notices of a kind are limited by the day, so that repeated changes do not flood mailbox and
 * phone. The caller holds the person's lock.
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

/** The subjects of notices, which count separately. */
type NoticeKind =
  | Change['type']
  | 'passwordReset'
  | 'loginReported'
  | 'resetDeclined'
  | 'resetTakenBack'
  | 'loginLinked'
  | 'permissionsChanged'
  | 'accountClosed';

/**
 * Counts a notice of one kind to one person.
 * @returns the notices in the window (limits.ts, `noticeQuota`), including this one; one more than allowed represents
 * all further ones
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
