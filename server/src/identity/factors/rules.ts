import type { Contact } from '../../core/people/contacts.ts';

/**
 * Whether a person can still prove the second factor: by a code to a confirmed address, an authenticator app or a
 * passkey. Backup codes do not count, because they run out.
 * @param left.factors authenticator apps and passkeys
 */
export const hasWayLeft = ({
  contacts,
  factors,
}: {
  contacts: readonly Pick<Contact, 'verified'>[];
  factors: number;
}) => factors > 0 || contacts.some(({ verified }) => verified);
