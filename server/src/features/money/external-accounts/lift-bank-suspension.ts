import type { BusinessStatus } from '@florin/contract/user-info';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';

/**
 * Ends a suspension for a lost bank once the primary account is within reach again (decision 015). Every other suspension is
 * the operator's to lift, and so is this one where the account that was validated is not the primary one.
 * @returns whether there was one
 */
export async function liftBankSuspension(
  tx: Database,
  { accountId, businessId }: { accountId: string; businessId: string },
): Promise<boolean> {
  const lifted = await tx
    .updateTable('business')
    .set({
      // An application that was in review when the bank was lost still is.
      status: sql<BusinessStatus>`case when operational then 'OPEN' else 'PENDING_REVIEW' end`,
      suspension_mode: null,
    })
    .where('id', '=', businessId)
    .where('status', '=', 'SUSPENDED')
    .where('suspension_mode', '=', 'PlaidConnectivity')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('external_account')
          .select('external_account.id')
          .where('external_account.id', '=', accountId)
          .where('is_primary', '=', true),
      ),
    )
    .returning('id')
    .executeTakeFirst();
  return lifted !== undefined;
}
