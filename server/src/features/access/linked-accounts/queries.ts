import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import { currentCardId } from '../../../core/cards/current-card.ts';
import { iconHash } from '../../../core/business-icon/queries.ts';

/**
 * Accounts joined with the ledger account each spends from: a cardholder's card wallet, or, for administrators and if
 * cards draw on the business (use_business_balance_for_auths), the line of credit or the prepaid pool of the business.
 */
const accountsWithLedger = (db: Database) =>
  db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .leftJoin('card', (join) => join.on('card.id', '=', currentCardId(sql.ref('membership.id'))))
    .leftJoin('financial_account as wallet', (join) =>
      join.onRef('wallet.card_id', '=', 'card.id').on('business.use_business_balance_for_auths', '=', false),
    )
    .leftJoin('financial_account as pool', (join) =>
      join
        .onRef('pool.business_id', '=', 'business.id')
        .on('pool.card_id', 'is', null)
        .on(
          'pool.kind',
          '=',
          sql`case when business.funding_source = 'Credit' then 'credit_receivable' else 'business_available' end`,
        )
        .on((eb) =>
          eb.or([eb('membership.role', '=', 'ADMIN'), eb('business.use_business_balance_for_auths', '=', true)]),
        ),
    )
    .leftJoin('external_account as bank', (join) =>
      join.onRef('bank.business_id', '=', 'business.id').on('bank.is_primary', '=', true),
    )
    .select([
      'membership.status',
      'business.status as business_status',
      'business.funding_source',
      'business.credit_replenishment_delay_days',
      'bank.authentication_method as bank_method',
      'bank.status as bank_status',
      'pool.kind as pool_kind',
      'pool.credit_limit',
    ]);

/** The accounts of a person for the sidebar, each with its available amount in minor units. One round trip. */
export function listLinkedAccounts(db: Database, personId: string) {
  return accountsWithLedger(db)
    .leftJoin('business_icon', (join) =>
      join.onRef('business_icon.business_id', '=', 'business.id').on('business_icon.shown', '=', true),
    )
    .select(({ fn }) => [
      'membership.id',
      'business.id as business_id',
      iconHash.$castTo<string | null>().as('icon_hash'),
      'membership.role',
      'person.first_name',
      'person.last_name',
      'business.name as business_name',
      'card.last_four',
      fn.coalesce('wallet.available_balance', 'pool.available_balance').as('available'),
      fn.coalesce('wallet.currency', 'pool.currency').as('currency'),
    ])
    .where('membership.person_id', '=', personId)
    .orderBy('membership.position')
    .orderBy('membership.id')
    .execute();
}

export type LinkedAccountRow = Awaited<ReturnType<typeof listLinkedAccounts>>[number];

/** The ledger figures of one account, in minor units; `undefined` if the account does not exist. One round trip. */
export function readBalance(db: Database, membershipId: string) {
  return accountsWithLedger(db)
    .select(({ fn }) => [
      fn.coalesce('wallet.ledger_balance', 'pool.ledger_balance').as('ledger'),
      fn.coalesce('wallet.debits_pending', 'pool.debits_pending').as('on_hold'),
      fn.coalesce('wallet.available_balance', 'pool.available_balance').as('available'),
      fn.coalesce('wallet.credits_pending', 'pool.credits_pending').as('incoming'),
      fn.coalesce('wallet.currency', 'pool.currency').as('currency'),
    ])
    .where('membership.id', '=', membershipId)
    .executeTakeFirst();
}

export type BalanceRow = NonNullable<Awaited<ReturnType<typeof readBalance>>>;
