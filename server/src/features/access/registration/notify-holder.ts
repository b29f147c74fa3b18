import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import type { HolderDetails } from '../../../core/cards/holder.ts';
import { enqueueMessage, type MessageContent } from '../../../core/messages/messages.ts';
import { addressIndex } from '../../../core/people/contacts.ts';
import { allowedCountries } from '../../../core/people/phone-countries.ts';
import { isStopped } from '../../../core/people/stop-list.ts';
import { isTextable } from '../../../core/people/textable-phone.ts';

interface HolderNotice {
  programId: string;
  /** On file before this registration, which may replace the phones. */
  onFile: HolderDetails;
  mail: MessageContent;
  /** For a person without an email. */
  text: MessageContent;
}

/**
 * Notifies the person on file at the business, who may be another one than registers: a number and a year of birth are
 * known to others, too. A card or an invite is registered once, so no quota limits these notices.
 */
export async function notifyHolder(
  tx: Database,
  context: Context,
  { programId, onFile, mail, text }: HolderNotice,
): Promise<void> {
  const { email, mobilePhone } = onFile;
  if (email !== null) {
    await enqueueMessage(tx, context, { channel: 'email', programId, to: email, content: mail });
    return;
  }
  if (mobilePhone === null || !isTextable(mobilePhone, allowedCountries(context.config))) return;
  if (await isStopped(tx, addressIndex(context, { kind: 'PhoneNumber', address: mobilePhone }))) return;
  await enqueueMessage(tx, context, { channel: 'sms', programId, to: mobilePhone, content: text });
}
