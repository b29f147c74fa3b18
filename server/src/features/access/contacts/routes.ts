import type * as contract from '@florin/contract/access/contacts';
import { type HandlersOf, refuse, type Handler } from '../../../http/call.ts';
import { underLock, changeCredential } from '../../../identity/step-up/make-change.ts';
import { addEmail, addPhone } from './add.ts';
import { confirmContact, sendContactCode } from './confirm.ts';
import { shownContacts, deleteContact } from './queries.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import { notifyChange } from '../../../core/notices/notify-change.ts';

/**
 * DELETE /api/contacts/{id}. The last confirmed address stays, whatever other factors there are: notices and recovery
 * need it. The removed address gets a last notice.
 */
const removeContact: Handler<'removeContact'> = (call) =>
  changeCredential(call, async (tx, { id: personId }) => {
    const { context, input } = call;
    const contacts = await contactsOf(tx, context, personId);
    const contact = contacts.find(({ id }) => id === input.params.id);
    if (!contact) return refuse('NOT_FOUND');
    const others = contacts.filter((each) => each !== contact);
    if (contact.verified && !others.some(({ verified }) => verified)) return refuse('LAST_FACTOR');
    const { kind: channel, address, counts: counted } = contact;
    const details = { channel, counted };
    await recordEvent(tx, context, originOf(call), { type: 'contact_removed', details, personId });
    await notifyChange(tx, context, personId, { type: 'contactRemoved', address });
    await deleteContact(tx, context, personId, contact);
    return { status: 204 as const, body: null };
  });

export const contactsRoutes: HandlersOf<typeof contract> = {
  contacts: (call) =>
    underLock(call, async (tx, { id }) => ({
      status: 200 as const,
      body: { contacts: await shownContacts(tx, call.context, id) },
    })),
  addPhone,
  addEmail,
  sendContactCode,
  confirmContact,
  removeContact,
};
