import type * as contract from '@florin/contract/contacts';
import type { HandlersOf } from '../../../http/call.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { addEmail, addPhone } from './add.ts';
import { confirmContact, sendContactCode } from './confirm.ts';
import { shownContacts } from './queries.ts';
import { removeContact } from './remove.ts';

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
