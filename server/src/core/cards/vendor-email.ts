import type { Context } from '../../context.ts';
import { recordContext } from '../../ports/keys/keys.ts';
import { mailboxOf } from '../messages/mailbox.ts';

/** The address that a vendor link was sent to. */
export const vendorEmailOf = (
  { keys }: Pick<Context, 'keys'>,
  { id, programId, emailSealed }: { id: string; programId: string; emailSealed: Buffer },
): string => keys.open(emailSealed, vendorEmailContext({ linkId: id, programId })).toString();

/** A vendor's address is sealed in its record. */
export const vendorEmailContext = ({ linkId, programId }: { linkId: string; programId: string }) =>
  recordContext({ table: 'vendor_link', row: linkId, column: 'email_sealed', program: programId });

/** Finds the links sent to one recipient. */
export const vendorEmailIndex = ({ keys }: Pick<Context, 'keys'>, email: string): Buffer =>
  keys.mac('vendor-email', mailboxOf(email));
