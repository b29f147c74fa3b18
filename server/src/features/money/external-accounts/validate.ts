import type { BusinessStatus } from '@florin/contract/program/user-info';
import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { recordEvent, type EventSubject, type Origin } from '../../../core/audit/events.ts';

interface Validation {
  accountId: string;
  businessId: string;
  /** `session`, `link`: by the amounts of its deposits · `bank`: by signing in to the bank. */
  by: 'session' | 'link' | 'bank';
  /** The person for the audit; a link or a bank alone identifies nobody. */
  subject: EventSubject;
}

/**
 * Validates an account, however it was proven: it works from now on, replaces a primary account that does not, and as
 * the primary account ends a suspension for a lost bank. The caller has locked the business.
 */
export async function validateAccount(
  tx: Database,
  context: Pick<Context, 'clock'>,
  origin: Origin,
  { accountId, businessId, by, subject }: Validation,
): Promise<void> {
  const details = { account: accountId, by };
  await activate(tx, { accountId, businessId, now: context.clock.now() });
  await recordEvent(tx, context, origin, { type: 'bank_account_validated', details, ...subject });
  if (await liftBankSuspension(tx, { accountId, businessId }))
    await recordEvent(tx, context, origin, { type: 'business_bank_suspension_lifted', details, ...subject });
}

/** The account works from now on, and replaces a primary one that does not. */
async function activate(
  tx: Database,
  { accountId, businessId, now }: { accountId: string; businessId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('external_account')
    .set({ status: 'ACTIVE', validated_at: now })
    .where('id', '=', accountId)
    .execute();
  await tx
    .updateTable('external_account')
    .set({ is_primary: false })
    .where('business_id', '=', businessId)
    .where('is_primary', '=', true)
    .where((eb) => eb.or([eb('status', '<>', 'ACTIVE'), eb('connection_active', '=', false)]))
    .execute();
  await tx
    .updateTable('external_account')
    .set({ is_primary: true })
    .where('id', '=', accountId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('external_account as other')
            .select('other.id')
            .where('other.business_id', '=', businessId)
            .where('other.is_primary', '=', true),
        ),
      ),
    )
    .execute();
}

/**
 * Ends a suspension for a lost bank once the primary account is connected again (decision 015). Only the operator ends
 * other suspensions, and this one if the validated account is not the primary one.
 * @returns whether there was one
 */
async function liftBankSuspension(
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
