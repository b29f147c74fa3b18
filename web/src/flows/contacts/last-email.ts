import type { Contact } from '@florin/contract/access/contacts';

/**
 * Whether recovery by email becomes impossible once this address is removed. If it is the only confirmed contact, the
 * server refuses to remove it, and no warning is needed.
 */
export function isLastEmail(contact: Contact, all: readonly Contact[]): boolean {
  const left = all.filter(({ id, verified }) => verified && id !== contact.id);
  return contact.kind === 'Email' && contact.verified && left.length > 0 && left.every(({ kind }) => kind !== 'Email');
}
