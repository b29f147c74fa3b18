import type { CreditFacts, EligibilityFacts } from '@florin/contract/eligibility';
import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';
import type { Facts, Funds } from './facts.ts';
import type { Windows } from './windows.ts';

/** A card with everything that a decision reads about it. */
export interface CardSnapshot {
  cardId: string;
  chainId: string;
  businessId: string;
  membershipId: string | null;
  last4: string;
  name: string | null;
  cardholder: string | null;
  timeZone: string;
  currency: string;
  /** What the arrays of program, business and card say. */
  versions: number[];
  facts: Facts;
}

interface Row extends Omit<CardSnapshot, 'facts' | 'versions'> {
  status: 'PENDING_FULFILLMENT' | 'PENDING_ACTIVATION' | 'OPEN' | 'PAUSED' | 'CLOSED';
  expires_on: string;
  uses_at_most: number | null;
  uses: number;
  amount_lock: bigint | null;
  merchant_lock: 'FIRST' | 'NAMED' | null;
  locked_merchant_id: string | null;
  locked_merchant_name: string | null;
  valid_from: Date | null;
  valid_until: Date | null;
  versions: number[];
  membership_status: 'OPEN' | 'CLOSED' | null;
  business_status: 'OPEN' | 'PENDING_REVIEW' | 'SUSPENDED' | 'CLOSED';
  operational: boolean;
  replenishment_delay_days: number | null;
  bank_method: NonNullable<CreditFacts['primaryBank']>['authenticationMethod'] | null;
  bank_status: NonNullable<CreditFacts['primaryBank']>['status'] | null;
  source: Funds['source'];
  credit_limit: bigint | null;
  available: bigint | null;
  card_windows: Windows | null;
  business_windows: Windows | null;
  group_windows: Record<string, Windows> | null;
}

/**
 * Reads cards as a decision does, without a lock and without an effect, for questions about what would be decided.
 * Cards of one business share the windows of the business and of their groups, and the money they draw on.
 */
export async function readSnapshots(db: Database, cardIds: readonly string[]): Promise<CardSnapshot[]> {
  if (cardIds.length === 0) return [];
  const { rows } = await sql<Row>`
    select c.id as "cardId", c.chain_id as "chainId", c.business_id as "businessId", c.membership_id as "membershipId",
      c.last_four as "last4", c.name, nullif(trim(person.first_name || ' ' || person.last_name), '') as cardholder,
      b.time_zone as "timeZone", coalesce(wallet.currency, pool.currency, 'USD') as currency,
      p.policy_versions || b.policy_versions || c.policy_versions as versions,
      c.status, c.expires_on, c.uses_at_most, c.uses, c.amount_lock, c.merchant_lock, c.locked_merchant_id,
      c.locked_merchant_name, c.valid_from, c.valid_until, m.status as membership_status, b.status as business_status,
      b.operational, b.credit_replenishment_delay_days as replenishment_delay_days,
      bank.authentication_method as bank_method, bank.status as bank_status,
      case when not b.use_business_balance_for_auths then 'WALLET' when pool.kind = 'credit_receivable' then 'CREDIT'
        else 'BUSINESS' end as source,
      pool.credit_limit, coalesce(wallet.available_balance, pool.available_balance) as available,
      cs.windows as card_windows, bs.windows as business_windows,
      (select json_object_agg(g.group_id, coalesce(gs.windows, '{}'))
        from card_group_member g left join limit_state gs on gs.scope_id = g.group_id
        where g.chain_id = c.chain_id) as group_windows
    from card c
    join business b on b.id = c.business_id
    join program p on p.id = b.program_id
    left join membership m on m.id = c.membership_id
    left join person on person.id = m.person_id
    left join limit_state cs on cs.scope_id = c.chain_id
    left join limit_state bs on bs.scope_id = b.id
    left join financial_account pool on pool.business_id = b.id and pool.card_id is null
      and b.use_business_balance_for_auths
      and pool.kind = case when b.funding_source = 'Credit' then 'credit_receivable' else 'business_available' end
    left join financial_account wallet on wallet.card_id = c.id and not b.use_business_balance_for_auths
    left join external_account bank on bank.business_id = b.id and bank.is_primary
    where c.id = any (${[...cardIds]}::uuid[])
    order by c.id`.execute(db);
  const shared = new Map<string, unknown>();
  /** The same object for the same thing, so that what one card spends is seen by the others. */
  const share = <T>(key: string, value: T): T => {
    const known = shared.get(key) as T | undefined;
    if (known === undefined) shared.set(key, value);
    return known ?? value;
  };
  return rows.map((row) => snapshotOf(row, share));
}

function snapshotOf(row: Row, share: <T>(key: string, value: T) => T): CardSnapshot {
  const { cardId, chainId, businessId, membershipId, last4, name, cardholder, timeZone, currency, versions } = row;
  const groups = Object.entries(row.group_windows ?? {}).map(([id, windows]) => [id, share(id, windows)] as const);
  const { source } = row;
  const funds: Funds = { source, available: Number(row.available ?? 0n) };
  return {
    cardId,
    chainId,
    businessId,
    membershipId,
    last4,
    name,
    cardholder,
    timeZone,
    currency,
    versions,
    facts: {
      eligibility: eligibilityOf(row),
      card: {
        expiresOn: row.expires_on,
        // Receipts are the books' to count; none is overdue before they do.
        receiptsOverdue: 0,
        usesAtMost: row.uses_at_most,
        uses: row.uses,
        amountLock: row.amount_lock === null ? null : Number(row.amount_lock),
        merchantLock: row.merchant_lock,
        lockedMerchantId: row.locked_merchant_id,
        lockedMerchantName: row.locked_merchant_name,
        validFrom: row.valid_from?.getTime() ?? null,
        validUntil: row.valid_until?.getTime() ?? null,
      },
      funds: source === 'WALLET' ? funds : share(`funds ${businessId}`, funds),
      windows: {
        card: share(chainId, row.card_windows ?? {}),
        business: share(businessId, row.business_windows ?? {}),
        groups: Object.fromEntries(groups),
      },
    },
  };
}

function eligibilityOf(row: Row): EligibilityFacts {
  const { membership_status, business_status, operational, status, source, bank_method, bank_status } = row;
  const credit = {
    primaryBank:
      bank_method === null || bank_status === null ? null : { authenticationMethod: bank_method, status: bank_status },
    line: row.credit_limit ?? 0n,
    replenishmentDelayDays: row.replenishment_delay_days,
  };
  return {
    ...(membership_status !== null && { membership: { status: membership_status } }),
    business: { status: business_status, operational },
    card: { status },
    ...(source === 'CREDIT' && { credit }),
  };
}
