import { eligibleStatuses } from '../../../core/cards/eligible-statuses.ts';
import type { Database } from '../../../db/open.ts';

const accounts = (db: Database) =>
  db
    .selectFrom('external_account')
    .innerJoin('business', 'business.id', 'external_account.business_id')
    .leftJoin('micro_deposit', 'micro_deposit.external_account_id', 'external_account.id')
    .select([
      'external_account.id',
      'external_account.business_id',
      'bank_name',
      'account_type',
      'last_four',
      'authentication_method',
      'connection_active',
      'external_account.status',
      'business.status as business_status',
      'is_primary',
      'tries',
      'sent_at',
    ]);

export type ExternalAccountRow = Awaited<ReturnType<typeof externalAccountsOf>>[number];

/** The bank accounts of a business, the primary one first, then the oldest. */
export const externalAccountsOf = (db: Database, businessId: string) =>
  accounts(db)
    .where('business_id', '=', businessId)
    .orderBy('is_primary', 'desc')
    .orderBy('external_account.created_at')
    .orderBy('external_account.id')
    .execute();

export const readExternalAccount = (db: Database, id: string) =>
  accounts(db).where('external_account.id', '=', id).executeTakeFirst();

/** The primary account of a business that spends credit; `undefined` if it spends none or has no account. */
export const readPrimaryCreditBank = (db: Database, businessId: string) =>
  accounts(db)
    .where('business_id', '=', businessId)
    .where('is_primary', '=', true)
    .where('business.funding_source', '=', 'Credit')
    .executeTakeFirst();

/**
 * The account of a /funds-verification link while it can still be validated, or was locked by it. Unknown, expired and
 * used links, and those of closed businesses, are not found.
 */
export const findByLink = (db: Database, linkHash: Buffer, now: Date) =>
  accounts(db)
    .select('business.name as business_name')
    .where('link_hash', '=', linkHash)
    .where('link_expires_at', '>', now)
    .where(eligibleStatuses('bank-account.change').business('business.status'))
    .where('external_account.status', 'in', ['AWAITINGMINIDEPOSIT', 'VALIDATIONFAILED'])
    .executeTakeFirst();
