import type { EntityType } from '@florin/contract/fields';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import type { CurrentRegistration } from '../../http/call.ts';
import type { HolderDetails } from './holder.ts';

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
  if (known.email !== null)
    await addContact(tx, context, { personId, kind: 'Email', address: known.email, isVerified: true });
  for (const address of phones)
    await addContact(tx, context, { personId, kind: 'PhoneNumber', address, isVerified: address === provenPhone });
}

interface NewContact {
  personId: string;
  kind: EntityType;
  address: string;
  isVerified: boolean;
}

async function addContact(
  tx: Database,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  { personId, kind, address, isVerified }: NewContact,
): Promise<void> {
  const now = clock.now();
  const id = newId(now.getTime());
  await tx
    .insertInto('contact')
    .values({
      id,
      person_id: personId,
      kind,
      address_sealed: keys.seal(address, `contact|${id}`),
      address_index: keys.mac('contact-address', `${kind}|${address}`),
      verified_at: isVerified ? now : null,
      created_at: now,
    })
    .execute();
}
