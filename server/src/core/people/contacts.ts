import type { TwoFactorAuthEntity } from '@florin/contract/errors';
import type { EntityType } from '@florin/contract/fields';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { maskAddress } from './masks.ts';

/** An address of a person, decrypted to send to it or to mask it. */
export interface Contact {
  id: string;
  kind: EntityType;
  address: string;
  /** Finds the phone on the STOP list. */
  addressIndex: Buffer;
  verified: boolean;
  /** Added by the signed-in person; other addresses came with the registration or from the business. */
  addedLater: boolean;
  /**
   * Whether codes may be sent there: it is confirmed, or an email address that was not added later. An added address
   * counts only after a code sent to it was entered; otherwise an intruder in an open session could add a second factor
   * of their own.
   */
  counts: boolean;
}

/**
 * The search key of an address that stays unreadable: a keyed MAC. Mail arrives at one mailbox whatever the case of its
 * address.
 */
export const addressIndex = ({ keys }: Pick<Context, 'keys'>, { kind, address }: Pick<Contact, 'kind' | 'address'>) =>
  keys.mac('contact-address', `${kind}|${kind === 'Email' ? address.trim().toLowerCase() : address}`);

/** @param phone E.164 */
export const phoneIndex = (context: Pick<Context, 'keys'>, phone: string): Buffer =>
  addressIndex(context, { kind: 'PhoneNumber', address: phone });

interface NewContact extends Pick<Contact, 'kind' | 'address' | 'addedLater'> {
  personId: string;
  isVerified: boolean;
  at: Date;
}

/** @returns the new contact's id */
export async function insertContact(
  tx: Database,
  { keys }: Pick<Context, 'keys'>,
  { personId, kind, address, isVerified, addedLater, at }: NewContact,
): Promise<string> {
  const id = newId(at.getTime());
  await tx
    .insertInto('contact')
    .values({
      id,
      person_id: personId,
      kind,
      address_sealed: keys.seal(address, `contact|${id}`),
      address_index: addressIndex({ keys }, { kind, address }),
      verified_at: isVerified ? at : null,
      added_later: addedLater,
      created_at: at,
    })
    .execute();
  return id;
}

/** A person's addresses: confirmed ones first, then the oldest first. */
export async function contactsOf(tx: Database, context: Pick<Context, 'keys'>, personId: string): Promise<Contact[]> {
  const rows = await tx
    .selectFrom('contact')
    .select(['id', 'kind', 'address_sealed', 'address_index', 'verified_at', 'added_later'])
    .where('person_id', '=', personId)
    .orderBy((eb) => eb('verified_at', 'is', null))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    address: context.keys.open(row.address_sealed, `contact|${row.id}`).toString(),
    addressIndex: row.address_index,
    verified: row.verified_at !== null,
    addedLater: row.added_later,
    counts: row.verified_at !== null || (row.kind === 'Email' && !row.added_later),
  }));
}

/** A person's first usable address of a kind. */
export async function firstContact(tx: Database, context: Pick<Context, 'keys'>, personId: string, kind: EntityType) {
  return contactFor(await contactsOf(tx, context, personId), kind);
}

/** The address for a code: the person's first usable one of the kind (section 5, delivery choices). */
export const contactFor = (contacts: readonly Contact[], kind: EntityType): Contact | null =>
  contacts.find((contact) => contact.kind === kind && contact.counts) ?? null;

/**
 * The TwoFactorAuthEntities of a person, email first. There is one address for each kind, because send-code names only
 * a kind. An unconfirmed phone is listed if there is no confirmed one, but the browser does not offer it. An email
 * address that cannot receive codes yet is not listed, because the browser offers every listed one.
 */
export function entitiesOf(contacts: readonly Contact[]): TwoFactorAuthEntity[] {
  const kinds: EntityType[] = ['Email', 'PhoneNumber'];
  return kinds.flatMap((EntityType) => {
    const waiting = EntityType === 'PhoneNumber' ? contacts.find(({ kind }) => kind === EntityType) : undefined;
    const contact = contactFor(contacts, EntityType) ?? waiting;
    if (!contact) return [];
    const EntityAuthStatus = contact.verified ? 'Authenticated' : 'NotAuthenticated';
    return [{ EntityType, EntityAuthStatus, EntityMasked: maskAddress(contact) }];
  });
}
