import type { Database } from '../../../db/open.ts';
import type { PersonForUpdate } from '../../../core/people/lock-person.ts';
import { isReachable } from '../../../core/people/accounts.ts';

/**
 * The business whose administrators approve a person's reset: that of the person's own first account. It is one
 * business only, and never one that has invited the person later; otherwise the least careful of several would decide
 * about all. Null if it has no other administrator, and if the person administers another business: nobody may hand
 * over a business that is not theirs (decision 012).
 */
export async function confirmingBusiness(tx: Database, { id, accounts }: PersonForUpdate) {
  const first = accounts.find(isReachable);
  // A closed business counts, too: it can be opened again.
  const administers = accounts.filter(({ role, status }) => role === 'ADMIN' && status === 'OPEN');
  if (!first || administers.some(({ businessId }) => businessId !== first.businessId)) return null;
  const business = await tx
    .selectFrom('business')
    .select(['id', 'name'])
    .where('id', '=', first.businessId)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('membership')
          .select('membership.id')
          .whereRef('membership.business_id', '=', 'business.id')
          .where('membership.person_id', '!=', id)
          .where('membership.role', '=', 'ADMIN')
          .where('membership.status', '=', 'OPEN'),
      ),
    )
    .executeTakeFirst();
  return business ?? null;
}
