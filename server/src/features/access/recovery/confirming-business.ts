import type { Database } from '../../../db/open.ts';
import type { PersonForUpdate } from '../../../core/people/lock-person.ts';
import { isReachable } from '../../../core/people/accounts.ts';

/**
 * The business whose administrators vouch for a person: that of the person's own first account. One business only, and none
 * that somebody has invited the person to since, or the least careful of several would decide about all of them. Null where
 * it has no administrator beside the person, and where the person is an administrator of another one: nobody can give away
 * a business that is not theirs (decision 012).
 */
export async function confirmingBusiness(tx: Database, { id, accounts }: PersonForUpdate) {
  const first = accounts.find(isReachable);
  // Also of one that is closed for now: it can be opened again.
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
