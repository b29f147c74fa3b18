-- Purchases: the events that a processor reports, the transactions that lists show, suspense, settlement.

-- A hold has no entries, and an entry checks its transfer itself, so a hold needs no check at commit.
drop trigger transfer_balances on transfer;
create constraint trigger transfer_balances after insert on transfer
  deferrable initially deferred for each row
  when (new.kind in ('POSTED', 'POST_PENDING')) execute function transfer_balances();

-- A decision's hold has no ledger command: its event is the command, and holds the answer.
alter table transfer drop constraint transfer_idempotency_key_fkey;
alter table transfer drop constraint transfer_pending_id_key;
create unique index transfer_pending_id on transfer (pending_id) where pending_id is not null;
-- Nobody asks for the purchases on hold of the network's account.
drop index transfer_credit_account;
create index transfer_credit_account on transfer (credit_account_id, at desc)
  where kind <> 'PENDING' or code <> 'AUTHORIZATION';
-- Holds that no purchase made.
create index transfer_other_hold on transfer (debit_account_id, at desc)
  where kind = 'PENDING' and code <> 'AUTHORIZATION';
-- Room in each page, so that an update of the figures stays on it.
alter table financial_account set (fillfactor = 50);

-- Reserves an amount that may not be refused: the merchant already has the promise (stand-in, advice, a rest that stays
-- reserved). The account's lock is held already.
create function ledger_hold_anyway(
  p_key text, p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_code text, p_description text,
  p_expires_at timestamptz, p_at timestamptz
) returns ledger_answer language plpgsql as $$
declare
  v_known ledger_answer;
  d financial_account;
begin
  v_known := ledger_claim(p_key, jsonb_build_object('command', 'hold_anyway', 'debit', p_debit, 'credit', p_credit,
    'amount', p_amount, 'code', p_code, 'description', p_description, 'expiresAt', p_expires_at), p_id, p_at);
  if v_known.transfer_id is not null then
    return v_known;
  end if;
  d := ledger_lock(p_debit, p_credit);
  insert into transfer (id, idempotency_key, kind, business_id, currency, debit_account_id, credit_account_id, amount,
      code, description, may_overdraw, at, expires_at)
    values (p_id, p_key, 'PENDING', d.business_id, d.currency, p_debit, p_credit, p_amount, p_code, p_description,
      true, p_at, p_expires_at);
  update financial_account a set
      debits_pending = debits_pending + case when a.id = p_debit then p_amount else 0 end,
      credits_pending = credits_pending + case when a.id = p_credit then p_amount else 0 end
    where a.id in (p_debit, p_credit);
  return row (p_id, null)::ledger_answer;
end $$;

-- What a program charges, and how long it holds: the agreements' figures.
alter table program
  -- International service assessment: the merchant's bank is outside the 50 states and DC.
  add column isa_basis_points integer not null default 300 check (isa_basis_points between 0 and 10000),
  add column conversion_basis_points integer not null default 200 check (conversion_basis_points between 0 and 10000),
  -- Minor units.
  add column replacement_fee bigint not null default 500 check (replacement_fee >= 0),
  add column expired_card_monthly_fee bigint not null default 500 check (expired_card_monthly_fee >= 0),
  add column hold_days_standard integer not null default 7 check (hold_days_standard > 0),
  add column hold_days_estimate integer not null default 30 check (hold_days_estimate > 0),
  add column hold_days_car_rental integer not null default 60 check (hold_days_car_rental > 0);

-- Every message of a processor about a purchase, once. An authorization holds its decision.
create table card_event (
  -- The processor's id, or ours for what we cause.
  event_id text primary key check (length(event_id) between 1 and 180),
  -- In the order of arrival.
  sequence bigint generated always as identity,
  -- The processor's id of the purchase, which all its messages share.
  reference text not null check (length(reference) between 1 and 180),
  transaction_id uuid not null,
  type text not null check (type in (
    'AUTHORIZATION', 'AUTHORIZATION_INCREMENTAL', 'AUTHORIZATION_ADVICE', 'AUTHORIZATION_REVERSAL',
    'AUTHORIZATION_EXPIRY', 'CLEARING', 'FINANCIAL_AUTHORIZATION', 'CREDIT_AUTHORIZATION', 'RETURN', 'RETURN_REVERSAL',
    'CORRECTION_DEBIT', 'CORRECTION_CREDIT', 'BALANCE_INQUIRY', 'FEE'
  )),
  business_id uuid not null references business,
  card_id uuid not null references card,
  at timestamptz not null,
  -- Minor units of the account's currency; never below zero.
  amount bigint not null check (amount >= 0),
  currency text not null,
  merchant_amount bigint,
  merchant_currency text,
  -- What a repetition repeats: the same id with another one is another request.
  fingerprint text not null,
  -- Of a decision.
  outcome text check (outcome in ('APPROVED', 'PARTIAL', 'DECLINED')),
  decline_code text,
  approved bigint,
  milliseconds integer,
  -- On hold, and pending in favor of the account, after the event.
  held bigint not null check (held >= 0),
  incoming bigint not null default 0 check (incoming >= 0),
  -- A clearing after which more may come keeps the rest on hold.
  final boolean,
  flags text[] not null default '{}',
  fee_kind text check (fee_kind in ('ISA', 'CURRENCY_CONVERSION', 'REPLACEMENT_CARD', 'EXPIRED_CARD_MONTH')),
  basis_points integer,
  -- Without card data.
  raw json not null,
  -- Which version and rule allowed how much.
  trace json,
  check ((type = 'FEE') = (fee_kind is not null))
);
create index card_event_reference on card_event (reference, sequence);
create trigger card_event_append_only before update or delete on card_event
  for each row execute function refuse_change();
create trigger card_event_no_truncate before truncate on card_event
  for each statement execute function refuse_change();

-- What lists show: derived from the events by one function (core/transactions/status.ts), and held against them by a job.
create table card_transaction (
  id uuid primary key,
  reference text not null,
  business_id uuid not null references business,
  card_id uuid not null references card,
  -- The account that the purchase draws on.
  account_id uuid references financial_account,
  at timestamptz not null,
  status text not null check (status in ('PENDING', 'SETTLED', 'VOIDED', 'EXPIRED', 'DECLINED', 'RETURNED')),
  requested bigint not null,
  -- Settled plus on hold minus returned; of a decline, what was asked for.
  amount bigint not null,
  held bigint not null default 0,
  incoming bigint not null default 0,
  settled bigint not null default 0,
  returned bigint not null default 0,
  fees bigint not null default 0,
  currency text not null,
  merchant_amount bigint,
  merchant_currency text,
  mcc integer not null,
  merchant_id text not null,
  merchant text not null,
  city text,
  state text,
  country text not null,
  presence text not null check (presence in ('PRESENT', 'NOT_PRESENT', 'WALLET', 'CASH')),
  decline_code text,
  hold_until timestamptz,
  hold_reason text check (hold_reason in ('STANDARD', 'ESTIMATE', 'LODGING', 'CAR_RENTAL')),
  -- The pending transfers that are not resolved, oldest first.
  open_holds uuid[] not null default '{}',
  open_credits uuid[] not null default '{}',
  -- No more is held after a final clearing.
  is_final boolean not null default false
);
create index card_transaction_business on card_transaction (business_id, at desc, id desc);
create index card_transaction_card on card_transaction (card_id, at desc, id desc);
create index card_transaction_status on card_transaction (business_id, status, at desc, id desc);
create index card_transaction_due on card_transaction (hold_until) where status = 'PENDING';

create table transaction_note (
  transaction_id uuid primary key references card_transaction,
  note text not null check (length(note) between 1 and 2000),
  written_by uuid not null references membership,
  written_at timestamptz not null
);

-- What fits nowhere: money that moved at the network and belongs to no purchase of ours, until an operator resolves it.
create table suspense_item (
  id uuid primary key,
  event_id text not null unique,
  -- Null where the card is unknown: nothing was posted then.
  business_id uuid references business,
  card_id uuid references card,
  transaction_id uuid,
  reason text not null check (reason in ('UNKNOWN_CARD', 'OTHER_PROGRAM', 'NO_ACCOUNT', 'UNLINKED_RETURN', 'CLOSED_CARD', 'BUSINESS_CLOSED')),
  -- Of the network: DEBIT takes, CREDIT gives.
  direction text not null check (direction in ('DEBIT', 'CREDIT')),
  amount bigint not null check (amount > 0),
  currency text not null,
  description text not null,
  raw json not null,
  at timestamptz not null,
  resolved_at timestamptz,
  resolution text check (resolution in ('CHARGED', 'CREDITED', 'WRITTEN_OFF')),
  resolved_by text,
  transfer_id uuid references transfer,
  check ((resolved_at is null) = (resolution is null))
);
create index suspense_open on suspense_item (at) where resolved_at is null;

-- A processor's settlement report, and what does not agree with the events and the entries.
create table settlement_report (
  id uuid primary key,
  program_id uuid not null references program,
  -- The processor's name of it.
  reference text not null unique,
  day date not null,
  -- Minor units that the network takes, returns subtracted.
  net bigint not null,
  lines integer not null,
  received_at timestamptz not null
);
create table settlement_difference (
  id uuid primary key,
  report_id uuid not null references settlement_report,
  event_id text,
  -- MISSING_EVENT: reported, not among our events · NOT_REPORTED: ours, not in the report · AMOUNT: both, but differing ·
  -- ENTRIES: the events and the entries of network_clearing differ.
  kind text not null check (kind in ('MISSING_EVENT', 'NOT_REPORTED', 'AMOUNT', 'ENTRIES')),
  reported bigint,
  recorded bigint,
  closed_at timestamptz,
  closed_by text,
  explanation text,
  check ((closed_at is null) = (explanation is null))
);
create index settlement_difference_open on settlement_difference (report_id) where closed_at is null;
