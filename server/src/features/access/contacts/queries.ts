import type { Contact as Shown } from '@florin/contract/contacts';
import { accessCode } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { cancelMessagesOf } from '../../../core/messages/messages.ts';
import { contactsOf, type Contact } from '../../../core/people/contacts.ts';
import { maskAddress } from '../../../core/people/masks.ts';
import { readOpenCode, recentSends } from '../../../identity/codes/queries.ts';
import { secondsUntilSend } from '../../../identity/codes/rules.ts';
import { stoppedAmong } from '../../../core/people/stop-list.ts';

type Known = Pick<Context, 'keys' | 'clock'>;

/** A person's addresses as the person sees them. */
export async function shownContacts(tx: Database, context: Known, personId: string): Promise<Shown[]> {
  const contacts = await contactsOf(tx, context, personId);
  const stopped = await stoppedAmong(
    tx,
    contacts.map((contact) => contact.addressIndex),
  );
  const shown: Shown[] = [];
  for (const contact of contacts)
    shown.push({
      id: contact.id,
      kind: contact.kind,
      address: contact.address,
      entityMasked: maskAddress(contact),
      verified: contact.verified,
      stopped: stopped.has(contact.addressIndex.toString('hex')),
      code: contact.verified ? null : await codeOf(tx, context, personId, contact.id),
    });
  return shown;
}

/** The code that confirms an address, if it can still be entered. */
async function codeOf(tx: Database, { clock }: Known, personId: string, id: string): Promise<Shown['code']> {
  const flow = { purpose: 'ContactConfirmation', id } as const;
  const now = clock.now();
  const open = await readOpenCode(tx, flow);
  if (!open || open.expiresAt <= now || open.tries >= accessCode.maxTries) return null;
  const sends = await recentSends(tx, personId, flow, now);
  return {
    expiresInSeconds: Math.floor((open.expiresAt.getTime() - now.getTime()) / 1000),
    resendInSeconds: secondsUntilSend(sends.all, now, sends.ofFlow),
  };
}

/** One of them, which is there. */
export async function shownContact(tx: Database, context: Known, personId: string, id: string) {
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
