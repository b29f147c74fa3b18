import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { firstContact } from '../../../core/people/contacts.ts';

/** A new cardholder's contacts: the program's support phone, and an administrator of the business. */
export async function contactsToAsk(
  db: Database,
  context: Pick<Context, 'keys'>,
  { businessId, programId }: { businessId: string; programId: string },
): Promise<{ phoneNumber: string; email: string }> {
  const { branding } = await db
    .selectFrom('program')
    .select('branding')
    .where('id', '=', programId)
    .executeTakeFirstOrThrow();
  const administrator = await db
    .selectFrom('membership')
    .select('person_id')
    .where('business_id', '=', businessId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'OPEN')
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirst();
  const contact = administrator && (await firstContact(db, context, administrator.person_id, 'Email'));
  return {
    phoneNumber: branding.phoneCardholderSupport,
    email: contact?.address ?? branding.emailCardholderSupport,
  };
}
