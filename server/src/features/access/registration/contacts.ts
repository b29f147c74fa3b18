import type { EntityType } from '@florin/contract/fields';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import type { CurrentRegistration } from '../../../identity/registrations/find-registration.ts';
import { insertContact } from '../../../core/people/contacts.ts';
import type { HolderDetails } from '../../../core/cards/holder.ts';

interface NewContacts {
  personId: string;
  registration: CurrentRegistration;
  /** What the business has on file. */
  known: HolderDetails;
  /** As entered, E.164. */
  mobilePhone: string;
}

/**
 * The addresses of a new person: the e-mail on file is confirmed; the phone that was entered is not, unless it is the one
 * that got the verification code. Without an e-mail the phone on file stays, because codes have to go somewhere.
 */
export async function addContacts(
  tx: Database,
  context: Pick<Context, 'keys' | 'clock'>,
  { personId, registration, known, mobilePhone }: NewContacts,
): Promise<void> {
  const provenPhone = registration.provenBy === 'PhoneNumber' ? known.mobilePhone : null;
  const phones = new Set([...(provenPhone === null ? [] : [provenPhone]), mobilePhone]);
  const add = (contact: { kind: EntityType; address: string; isVerified: boolean }) =>
    insertContact(tx, context, { ...contact, personId, addedLater: false, at: context.clock.now() });
  if (known.email !== null) await add({ kind: 'Email', address: known.email, isVerified: true });
  for (const address of phones) await add({ kind: 'PhoneNumber', address, isVerified: address === provenPhone });
}
