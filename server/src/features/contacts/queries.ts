import type { Contact as Shown } from '@florin/contract/contacts';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { cancelMessagesOf } from '../messages/messages.ts';
import { contactsOf, type Contact } from '../mfa/contacts.ts';
import { maskAddress } from '../mfa/masks.ts';
import { stoppedAmong } from '../mfa/stop-list.ts';

/** A person's addresses as the person sees them. */
export async function shownContacts(tx: Database, context: Pick<Context, 'keys'>, personId: string): Promise<Shown[]> {
  const contacts = await contactsOf(tx, context, personId);
  const stopped = await stoppedAmong(
    tx,
    contacts.map((contact) => contact.addressIndex),
  );
  return contacts.map((contact) => ({
    id: contact.id,
    kind: contact.kind,
    address: contact.address,
    entityMasked: maskAddress(contact),
    verified: contact.verified,
    stopped: stopped.has(contact.addressIndex.toString('hex')),
  }));
}

/** One of them, which is there. */
export async function shownContact(tx: Database, context: Pick<Context, 'keys'>, personId: string, id: string) {
  return (await shownContacts(tx, context, personId)).find((contact) => contact.id === id)!;
}

/** Confirms an address, once. */
export const confirmation = (tx: Database, { clock }: Pick<Context, 'clock'>, id: string) =>
  tx
    .updateTable('contact')
    .set({ verified_at: clock.now() })
    .where('id', '=', id)
    .where('verified_at', 'is', null)
    .returning('id');

/** Deletes an address; codes on their way to it are worthless from then on. */
export async function deleteContact(tx: Database, context: Context, { id }: Pick<Contact, 'id'>) {
  const now = context.clock.now();
  const superseded = await tx
    .updateTable('access_code')
    .set({ superseded_at: now })
    .where('contact_id', '=', id)
    .where('used_at', 'is', null)
    .where('superseded_at', 'is', null)
    .returning('id')
    .execute();
  const codes = superseded.map((row) => row.id);
  await cancelMessagesOf(tx, context, codes);
  await tx.deleteFrom('contact').where('id', '=', id).execute();
}
