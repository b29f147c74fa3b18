import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { presentFactors } from '../factors/present.ts';
import { contactFor, contactsOf } from '../mfa/contacts.ts';
import { maskAddress } from '../mfa/masks.ts';
import { isReachable } from '../session/rules.ts';
import type { Subject } from '../session/subject.ts';
import { methodsOf, type Method } from './rules.ts';

/** The ways in which a person can prove the second thing, beside the link in the mail. */
export async function readMethods(tx: Database, context: Context, subject: Subject): Promise<Method[]> {
  const phone = contactFor(await contactsOf(tx, context, subject.id), 'PhoneNumber');
  const business = await confirmingBusiness(tx, subject);
  // A passkey proves itself at one host name, which is not asked for here.
  const { authenticators, backupCodes } = await presentFactors(tx, subject.id, '');
  return methodsOf({
    phone: phone && maskAddress(phone),
    enrolled: [
      ...(authenticators > 0 ? (['Authenticator'] as const) : []),
      ...(backupCodes > 0 ? (['BackupCode'] as const) : []),
    ],
    business: business?.name ?? null,
  });
}

/**
 * The business whose administrators vouch for a person: the first of the person's own that has an administrator beside
 * them. One business only, or the least careful of several would decide about all of them.
 */
export async function confirmingBusiness(tx: Database, { id, accounts }: Subject) {
  const ids = [...new Set(accounts.filter(isReachable).map(({ businessId }) => businessId))];
  if (ids.length === 0) return null;
  const rows = await tx
    .selectFrom('business')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('account')
          .select('account.id')
          .whereRef('account.business_id', '=', 'business.id')
          .where('account.person_id', '!=', id)
          .where('account.role', '=', 'ADMIN')
          .where('account.status', '=', 'OPEN'),
      ),
    )
    .execute();
  return ids.map((each) => rows.find((row) => row.id === each)).find((row) => row !== undefined) ?? null;
}
