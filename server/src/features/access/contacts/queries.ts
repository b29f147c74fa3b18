import type { Contact as Shown } from '@florin/contract/access/contacts';
import { accessCode } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { contactsOf, type Contact } from '../../../core/people/contacts.ts';
import { maskAddress } from '../../../core/people/masks.ts';
import { codeWaitSeconds, readOpenCode, recentSends, supersedeCodesTo } from '../../../identity/codes/one-time-code.ts';
import { contactQuota } from '../../../identity/codes/send-code.ts';
import { codeTextWaitSeconds } from '../../../identity/codes/unproven-texts.ts';
import { stoppedAmong } from '../../../core/people/stop-list.ts';

type Known = Pick<Context, 'keys' | 'clock'>;

/** A person's addresses, as shown to the person. */
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
      code: contact.verified ? null : await codeOf(tx, context, personId, contact),
    });
  return shown;
}

/** The code that confirms an address, if it can still be entered. */
async function codeOf(
  tx: Database,
  context: Known,
  personId: string,
  { id, kind, addressIndex: phone }: Contact,
): Promise<Shown['code']> {
  const flow = { purpose: 'ContactConfirmation', id } as const;
  const now = context.clock.now();
  const open = await readOpenCode(tx, flow);
  if (!open || open.expiresAt <= now || open.tries >= accessCode.maxTries) return null;
  const sends = await recentSends(tx, flow, { ownerId: personId, quota: contactQuota }, now);
  const text = { flow, owner: { personId }, phone, ipPrefix: null };
  const textWait = kind === 'PhoneNumber' ? await codeTextWaitSeconds(tx, context, text) : 0;
  return {
    expiresInSeconds: Math.floor((open.expiresAt.getTime() - now.getTime()) / 1000),
    resendInSeconds: Math.max(codeWaitSeconds(sends, now), textWait),
  };
}

/** One of them; it must exist. */
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

/** Deletes an address of a person; codes sent to it stop working. */
export async function deleteContact(
  tx: Database,
  context: Context,
  personId: string,
  { id, addressIndex }: Pick<Contact, 'id' | 'addressIndex'>,
) {
  await supersedeCodesTo(tx, context, personId, addressIndex);
  await tx.deleteFrom('contact').where('id', '=', id).execute();
}
