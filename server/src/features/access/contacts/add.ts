import type { EntityType } from '@florin/contract/fields';
import { contactsPerPerson } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type Handler, type Refused } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import type { Client } from '../../../http/client.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { addressIndex, contactsOf, insertContact } from '../../../core/people/contacts.ts';
import { readProver } from '../../../identity/attempts/attempts.ts';
import { deliveryProblem } from '../../../identity/codes/delivery.ts';
import { allowedCountries } from '../../../core/people/phone-countries.ts';
import { sendAccessCode } from '../../../identity/codes/send-code.ts';
import { textablePhone } from '../../../core/people/textable-phone.ts';
import { notifyChange } from '../../../core/notices/notify-change.ts';
import type { PersonForUpdate } from '../../../core/people/lock-person.ts';
import { makeChange } from '../../../identity/step-up/make-change.ts';
import { deleteContact, shownContact } from './queries.ts';

interface Adding {
  context: Context;
  caller: CurrentSession;
  client: Client;
  correlationId: string;
}
interface Address {
  kind: EntityType;
  address: string;
}

/** POST /api/contacts/phones (fast-phone-verification). */
export const addPhone: Handler<'addPhone'> = async (call) => {
  const { phone, countryCode } = call.input.body;
  const address = textablePhone(phone, countryCode, allowedCountries(call.context.config));
  return address === null ? refuse('PHONE_NOT_ALLOWED') : add(call, { kind: 'PhoneNumber', address });
};

/** POST /api/contacts/emails. */
export const addEmail: Handler<'addEmail'> = (call) =>
  add(call, { kind: 'Email', address: call.input.body.email.trim() });

/**
 * Saves an unconfirmed address, sends it a code, and notifies the confirmed ones. It counts for nothing until it is
 * confirmed, and stays even if its code could not be sent. A confirmed address stays as it is and gets no code.
 */
async function add(call: Adding, address: Address) {
  const { context, caller: session } = call;
  const origin = originOf(call);
  const added = await makeChange(call, async (tx, person) => {
    const id = await keep(tx, call, person, address);
    if (typeof id !== 'string') return id;
    const contact = await shownContact(tx, context, person.id, id);
    if (contact.verified) return { contact, sent: null };
    const sent = await sendAccessCode(tx, context, origin, {
      flow: { purpose: 'ContactConfirmation', id },
      person,
      prover: await readProver(tx, context, session),
      kind: address.kind,
      because: 'asked',
    });
    return isRefused(sent) ? unlessGone(sent) : { contact: await shownContact(tx, context, person.id, id), sent };
  });
  if (isRefused(added)) return added;
  const problem = added.sent && (await deliveryProblem(context, origin, added.sent));
  return problem ?? { status: 200 as const, body: added.contact };
}

/** The address of the code exists: it was written a moment ago, under the same lock. */
export const unlessGone = <
  C extends 'MFA_EMAIL_NOT_EXISTS' | 'RESEND_LIMIT_REACHED' | 'STOP_LIST_REQUESTED' | 'LOCKED',
>(
  refused: Refused<C>,
): Refused<Exclude<C, 'MFA_EMAIL_NOT_EXISTS'> | 'NOT_FOUND'> =>
  refused.refused === 'MFA_EMAIL_NOT_EXISTS'
    ? refuse('NOT_FOUND')
    : (refused as Refused<Exclude<C, 'MFA_EMAIL_NOT_EXISTS'>>);

/**
 * The existing address, or a new one. A new phone replaces an unconfirmed one: at most one phone waits for its
 * confirmation.
 */
async function keep(
  tx: Database,
  call: Adding,
  { id: personId }: PersonForUpdate,
  address: Address,
): Promise<string | Refused<'CONTACT_LIMIT_REACHED'>> {
  const { context } = call;
  const contacts = await contactsOf(tx, context, personId);
  const index = addressIndex(context, address);
  const known = contacts.find((contact) => contact.addressIndex.equals(index));
  if (known) return known.id;
  const replaced = contacts.filter(
    ({ kind, verified }) => kind === 'PhoneNumber' && address.kind === 'PhoneNumber' && !verified,
  );
  if (contacts.length - replaced.length >= contactsPerPerson) return refuse('CONTACT_LIMIT_REACHED');
  for (const contact of replaced) await deleteContact(tx, context, personId, contact);
  const id = await insertContact(tx, context, {
    ...address,
    personId,
    isVerified: false,
    addedLater: true,
    at: context.clock.now(),
  });
  await recordEvent(tx, context, originOf(call), {
    type: 'contact_added',
    details: { channel: address.kind },
    personId,
  });
  await notifyChange(tx, context, personId, { type: 'contactAdded', address: address.address });
  return id;
}
