/** The statements of a batch of decisions (lanes.ts), each prepared once per connection. */

const lockAccounts = `select id, business_id, kind, available_balance::float8 as available from financial_account
  where business_id = any($1::uuid[]) and card_id is null and kind in ('business_available', 'credit_receivable', 'network_clearing')
  order by id for no key update`;
const lockWallets = `select id, card_id, available_balance::float8 as available from financial_account
  where card_id = any($1::uuid[]) order by id for no key update`;

/**
 * The facts about cards, without their accounts; `$1` cards, `$2` now. A freeze that has ended does not count.
 * Subqueries instead of joins ensure index lookups, even in a plan made while the tables were empty.
 */
export const readCards = `select c.id, c.business_id as "businessId", c.chain_id as "chainId",
    case when c.status = 'PAUSED' and exists (select from card_freeze f where f.card_id = c.id)
        and not exists (select from card_freeze f where f.card_id = c.id and (f.until is null or f.until > $2))
      then 'OPEN' else c.status end as status,
    c.expires_on::text as "expiresOn", c.uses_at_most as "usesAtMost", c.uses, c.amount_lock::float8 as "amountLock",
    c.merchant_lock as "merchantLock", c.locked_merchant_id as "lockedMerchantId",
    c.locked_merchant_name as "lockedMerchantName", c.valid_from as "validFrom", c.valid_until as "validUntil",
    c.policy_versions || b.policy_versions || p.policy_versions as "policyVersions",
    b.status as "businessStatus", b.operational, b.time_zone as "timeZone", b.funding_source as "fundingSource",
    b.use_business_balance_for_auths as "drawsOnBusiness", b.payment_network as network, b.bank_id as "bankId", b.program_type as "programType", b.program_id as "programId",
    b.credit_replenishment_delay_days as "replenishmentDelayDays",
    p.hold_days_standard as "holdStandard", p.hold_days_estimate as "holdEstimate", p.hold_days_car_rental as "holdCarRental",
    p.hold_rules as "holdRules",
    p.isa_basis_points as "isaBasisPoints", p.conversion_basis_points as "conversionBasisPoints",
    (select m.status from membership m where m.id = c.membership_id) as "membershipStatus",
    coalesce((select true from risk_flag r where r.person_id = (select m.person_id from membership m
        where m.id = c.membership_id) and r.cleared_at is null limit 1), false) as restricted,
    case when b.funding_source = 'Credit' then (
      select json_build_object('line', (select credit_limit from financial_account a
          where a.business_id = b.id and a.card_id is null and a.kind = 'credit_receivable'),
        'bank', (select json_build_object('authenticationMethod', e.authentication_method, 'status', e.status)
          from external_account e where e.business_id = b.id and e.is_primary limit 1))) end as credit,
    (select l.windows from limit_state l where l.scope_id = c.chain_id) as "cardWindows",
    (select l.windows from limit_state l where l.scope_id = b.id) as "businessWindows",
    (select json_object_agg(g.group_id, coalesce((select l.windows from limit_state l where l.scope_id = g.group_id), '{}'))
      from card_group_member g where g.chain_id = c.chain_id) as "groupWindows"
  from card c
  join business b on b.id = c.business_id
  join program p on p.id = b.program_id
  where c.id = any($1::uuid[])`;

const readKnown = `select event_id as "eventId", fingerprint, outcome, decline_code as code, approved::float8 as approved,
    transaction_id as "transactionId", trace from card_event where event_id = any($1::text[])`;

/** Purchases of which something was received that is not a decline, by reference: their other messages join them. */
const readPurchases = `select distinct business_id as "businessId", reference from card_event
  where reference = any($1::text[]) and outcome is distinct from 'DECLINED'`;

/**
 * One column of decisions each, in the text form of arrays: the server reads them several times as fast as JSON, and the
 * driver copies one string.
 */
const columns = {
  id: 'uuid',
  event: 'text',
  reference: 'text',
  card: 'uuid',
  business: 'uuid',
  account: 'uuid',
  network: 'uuid',
  at: 'timestamptz',
  amount: 'bigint',
  merchant_amount: 'bigint',
  merchant_currency: 'text',
  fingerprint: 'text',
  outcome: 'text',
  code: 'text',
  approved: 'bigint',
  milliseconds: 'int',
  status: 'text',
  mcc: 'int',
  merchant_id: 'text',
  merchant: 'text',
  city: 'text',
  state: 'text',
  country: 'text',
  presence: 'text',
  hold_until: 'timestamptz',
  hold_reason: 'text',
  raw: 'json',
  trace: 'json',
} as const;
const names = Object.keys(columns) as (keyof typeof columns)[];

/** A decision as it is written. */
export type TransactionRow = Record<keyof typeof columns, string | number | null>;

/** What else a batch changes: figures of accounts, counters, uses and merchant locks of cards. */
export interface Changes {
  accounts: readonly { id: string; debit: number; credit: number }[];
  windows: readonly { id: string; windows: string }[];
  cards: readonly { id: string; uses: number; merchantId: string | null; merchant: string | null }[];
}

const first = names.length;
const write = `with d as materialized (
    select * from unnest(${names.map((name, i) => `$${i + 1}::${columns[name]}[]`).join(', ')}) as d (${names.join(', ')})
  ), e as (
    insert into card_event (event_id, reference, transaction_id, type, business_id, card_id, at, amount, currency,
      merchant_amount, merchant_currency, fingerprint, outcome, decline_code, approved, milliseconds, held, raw, trace)
    select event, reference, id, 'AUTHORIZATION', business, card, at, amount, 'USD', merchant_amount, merchant_currency,
      fingerprint, outcome, code, approved, milliseconds, approved, raw, trace from d
  ), t as (
    insert into card_transaction (id, reference, business_id, card_id, account_id, at, status, requested, amount, held,
      currency, merchant_amount, merchant_currency, mcc, merchant_id, merchant, city, state, country, presence,
      decline_code, hold_until, hold_reason, open_holds)
    select id, reference, business, card, account, at, status, amount,
      case when outcome = 'DECLINED' then amount else approved end, approved, 'USD', merchant_amount, merchant_currency,
      mcc, merchant_id, merchant, city, state, country, presence, code, hold_until, hold_reason,
      case when approved > 0 then array[id] else '{}'::uuid[] end
    from d
  ), h as (
    insert into transfer (id, idempotency_key, kind, business_id, currency, debit_account_id, credit_account_id, amount,
      code, description, at, expires_at)
    select id, 'card/0/' || event, 'PENDING', business, 'USD', account, network, approved, 'AUTHORIZATION', merchant, at,
      hold_until from d where approved > 0
  ), a as (
    update financial_account f set debits_pending = debits_pending + s.debit, credits_pending = credits_pending + s.credit
    from unnest($${first + 1}::uuid[], $${first + 2}::bigint[], $${first + 3}::bigint[]) as s (id, debit, credit)
    where f.id = s.id
  ), l as (
    insert into limit_state (scope_id, windows)
    select * from unnest($${first + 4}::uuid[], $${first + 5}::json[]) as s (id, windows)
    on conflict (scope_id) do update set windows = excluded.windows
  )
  update card c set uses = s.uses, locked_merchant_id = s.merchant_id, locked_merchant_name = s.merchant
  from unnest($${first + 6}::uuid[], $${first + 7}::int[], $${first + 8}::text[], $${first + 9}::text[])
    as s (id, uses, merchant_id, merchant)
  where c.id = s.id`;

/** Array elements that need no quotes. */
const plain = /^[0-9A-Za-z_:.-]+$/;

/** An array in text form. Its texts have no control characters, so JSON's escapes are also valid in an array. */
export function arrayOf(values: readonly (string | number | null)[]): string {
  let text = '';
  for (const value of values) {
    if (text !== '') text += ',';
    if (value === null) text += 'NULL';
    else if (typeof value === 'number') text += value;
    else if (plain.test(value) && value !== 'NULL') text += value;
    else text += /["\\]/.test(value) ? JSON.stringify(value) : `"${value}"`;
  }
  return `{${text}}`;
}

/** The values of the writing statement. */
export const valuesOf = (written: readonly TransactionRow[], { accounts, windows, cards }: Changes): string[] => [
  ...names.map((name) => arrayOf(written.map((row) => row[name]))),
  ...(['id', 'debit', 'credit'] as const).map((name) => arrayOf(accounts.map((row) => row[name]))),
  ...(['id', 'windows'] as const).map((name) => arrayOf(windows.map((row) => row[name]))),
  ...(['id', 'uses', 'merchantId', 'merchant'] as const).map((name) => arrayOf(cards.map((row) => row[name]))),
];

/**
 * The statements by the names under which lanes prepare them. Those named `free` skip rows that another batch has
 * locked.
 */
export const statements = {
  lock: lockAccounts,
  lock_free: `${lockAccounts} skip locked`,
  wallets: lockWallets,
  wallets_free: `${lockWallets} skip locked`,
  cards: readCards,
  known: readKnown,
  purchases: readPurchases,
  write,
} as const;
