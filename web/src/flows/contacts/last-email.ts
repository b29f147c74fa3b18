import type { Contact } from '@florin/contract/contacts';

/**
 * Whether nothing can be recovered by e-mail once this address is removed. Where it is the only confirmed contact of all,
 * the server refuses to remove it, and there is nothing to warn of.
 */
export function isLastEmail(contact: Contact, all: readonly Contact[]): boolean {
  const left = all.filter(({ id, verified }) => verified && id !== contact.id);
  return contact.kind === 'Email' && contact.verified && left.length > 0 && left.every(({ kind }) => kind !== 'Email');
}
