-- The double-entry ledger: accounts with running figures, transfers in two phases (pending, then posted or voided; the
-- terms are TigerBeetle's), append-only entries, and one function per command. Nothing else writes to these tables.

create table financial_account (
  id uuid primary key,
  business_id uuid not null references business,
  kind text not null check (kind in (
    'bank_settlement', 'ach_in_transit', 'ach_out_transit', 'network_clearing', 'business_available', 'card_wallet',
    'credit_receivable', 'fees_income', 'isa_fee', 'fx_fee', 'suspense_unmatched'
  )),
  card_id uuid references card,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The side on which the account normally stands; reports turn signs by it, commands do not look at it.
  normal_side text not null generated always as (
    case when kind in ('bank_settlement', 'ach_in_transit', 'credit_receivable') then 'DEBIT' else 'CREDIT' end
  ) stored,
  -- Money is always spent by debiting. Where this is false a debit may not take more than is available.
  overdraft_allowed boolean not null,
  credit_limit bigint not null default 0 check (credit_limit >= 0 and (credit_limit = 0 or kind = 'credit_receivable')),
  debits_posted bigint not null default 0 check (debits_posted >= 0),
  credits_posted bigint not null default 0 check (credits_posted >= 0),
  debits_pending bigint not null default 0 check (debits_pending >= 0),
  credits_pending bigint not null default 0 check (credits_pending >= 0),
  -- Entries so far; numbers them without gaps.
  entries bigint not null default 0,
  -- The holder's view, for prepaid and credit alike: ledger = posted credits - posted debits (credit: what is owed, below
  -- zero), available = ledger - on hold + credit limit. On hold and incoming are debits_pending and credits_pending.
  ledger_balance bigint not null generated always as (credits_posted - debits_posted) stored,
  available_balance bigint not null generated always as (
    credits_posted - debits_posted - debits_pending + credit_limit
  ) stored,
  created_at timestamptz not null,
  check ((kind = 'card_wallet') = (card_id is not null)),
  unique (id, business_id, currency)
);
create unique index financial_account_of_business on financial_account (business_id, kind) where card_id is null;
create unique index financial_account_of_card on financial_account (card_id) where card_id is not null;

-- Every command that was answered, so that a retry gets the same answer, refusals included.
create table ledger_command (
  idempotency_key text primary key check (length(idempotency_key) between 1 and 200),
  -- What was asked, without the caller's new id and time, which differ between retries.
  request jsonb not null,
  transfer_id uuid not null,
  refusal text check (refusal in ('INSUFFICIENT_FUNDS', 'HOLD_RESOLVED', 'EXCEEDS_HOLD')),
  answered_at timestamptz not null
);

create table transfer (
  id uuid primary key,
  idempotency_key text not null unique references ledger_command,
  -- POSTED moves at once. PENDING reserves until one POST_PENDING or VOID_PENDING resolves it.
  kind text not null check (kind in ('POSTED', 'PENDING', 'POST_PENDING', 'VOID_PENDING')),
  -- Of a resolution: the pending transfer. Unique, so a hold resolves exactly once.
  pending_id uuid unique references transfer,
  business_id uuid not null,
  currency text not null,
  debit_account_id uuid not null,
  credit_account_id uuid not null,
  amount bigint not null check (amount > 0),
  code text not null check (code ~ '^[A-Z]+(_[A-Z]+)*$'),
  description text not null,
  -- Over-capture, force post and bank returns may overdraw an account that otherwise refuses it.
  may_overdraw boolean not null default false,
  at timestamptz not null,
  -- Of a pending transfer: when it is due to be voided. A clearing that arrives before the void still posts it.
  expires_at timestamptz,
  check (debit_account_id <> credit_account_id),
  check ((kind in ('POST_PENDING', 'VOID_PENDING')) = (pending_id is not null)),
  check (expires_at is null or kind = 'PENDING'),
  -- Both sides belong to one business and one currency.
  foreign key (debit_account_id, business_id, currency) references financial_account (id, business_id, currency),
  foreign key (credit_account_id, business_id, currency) references financial_account (id, business_id, currency)
);
create index transfer_debit_account on transfer (debit_account_id, at desc);
create index transfer_credit_account on transfer (credit_account_id, at desc);

create table entry (
  account_id uuid not null references financial_account,
  number bigint not null check (number > 0),
  transfer_id uuid not null references transfer,
  side text not null check (side in ('DEBIT', 'CREDIT')),
  amount bigint not null check (amount > 0),
  -- The account's ledger balance after this entry.
  balance_after bigint not null,
  at timestamptz not null,
  primary key (account_id, number),
  unique (transfer_id, side)
);

-- What is written stays written.

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger entry_append_only before update or delete on entry
  for each row execute function refuse_ledger_change();
create trigger entry_no_truncate before truncate on entry
  for each statement execute function refuse_ledger_change();
create trigger transfer_append_only before update or delete on transfer
  for each row execute function refuse_ledger_change();
create trigger transfer_no_truncate before truncate on transfer
  for each statement execute function refuse_ledger_change();

-- At commit, a transfer that moves money has one entry on each of its two sides with its amount, any other has none.

create function check_entries(p_transfer_id uuid) returns void language plpgsql as $$
declare
  t transfer;
  v_all integer;
  v_right integer;
begin
  select * into strict t from transfer where id = p_transfer_id;
  select count(*), count(*) filter (
      where e.amount = t.amount
        and e.account_id = case e.side when 'DEBIT' then t.debit_account_id else t.credit_account_id end
    ) into v_all, v_right from entry e where e.transfer_id = p_transfer_id;
  if v_all <> v_right or v_all <> (case when t.kind in ('POSTED', 'POST_PENDING') then 2 else 0 end) then
    raise exception 'transfer % does not balance', p_transfer_id using errcode = 'integrity_constraint_violation';
  end if;
end $$;
create function transfer_balances() returns trigger language plpgsql as $$
begin
  perform check_entries(new.id);
  return null;
end $$;
create function entry_balances() returns trigger language plpgsql as $$
begin
  perform check_entries(new.transfer_id);
  return null;
end $$;
create constraint trigger transfer_balances after insert on transfer
  deferrable initially deferred for each row execute function transfer_balances();
create constraint trigger entry_balances after insert on entry
  deferrable initially deferred for each row execute function entry_balances();

-- The commands. Each is one call, atomic, and idempotent by its key: the same key with the same content gives the first
-- answer again, with other content the refusal KEY_REUSED. Callers retry on 40001 and 40P01. Accounts are locked in the
-- order of their ids, before anything about them is read.

create type ledger_answer as (transfer_id uuid, refusal text);

-- Claims a key. Null: it is new. Otherwise the answer that was given before, waiting for a command still in flight.
create function ledger_claim(p_key text, p_request jsonb, p_id uuid, p_at timestamptz)
returns ledger_answer language plpgsql as $$
declare
  c ledger_command;
begin
  insert into ledger_command (idempotency_key, request, transfer_id, answered_at)
    values (p_key, p_request, p_id, p_at) on conflict (idempotency_key) do nothing;
  if found then
    return null;
  end if;
  select * into strict c from ledger_command where idempotency_key = p_key;
  if c.request <> p_request then
    return row (c.transfer_id, 'KEY_REUSED')::ledger_answer;
  end if;
  return row (c.transfer_id, c.refusal)::ledger_answer;
end $$;

create function ledger_refuse(p_key text, p_id uuid, p_refusal text)
returns ledger_answer language plpgsql as $$
begin
  update ledger_command set refusal = p_refusal where idempotency_key = p_key;
  return row (p_id, p_refusal)::ledger_answer;
end $$;

-- Locks both accounts and returns the debited one as it stands.
create function ledger_lock(p_debit uuid, p_credit uuid)
returns financial_account language plpgsql as $$
declare
  a financial_account;
  v_debited financial_account;
  v_found integer := 0;
begin
  for a in select * from financial_account where id in (p_debit, p_credit) order by id for no key update loop
    v_found := v_found + 1;
    if a.id = p_debit then
      v_debited := a;
    end if;
  end loop;
  if v_found <> 2 then
    raise exception 'a transfer needs two accounts that exist' using errcode = 'no_data_found';
  end if;
  return v_debited;
end $$;

-- Writes the two entries of a transfer and the figures they change; `p_released` leaves the pending figures.
create function ledger_move(t transfer, p_released bigint)
returns void language plpgsql as $$
begin
  with moved as (
    update financial_account a set
      debits_posted = debits_posted + case when a.id = t.debit_account_id then t.amount else 0 end,
      credits_posted = credits_posted + case when a.id = t.credit_account_id then t.amount else 0 end,
      debits_pending = debits_pending - case when a.id = t.debit_account_id then p_released else 0 end,
      credits_pending = credits_pending - case when a.id = t.credit_account_id then p_released else 0 end,
      entries = entries + 1
    where a.id in (t.debit_account_id, t.credit_account_id)
    returning a.id, a.entries, a.ledger_balance
  )
  insert into entry (account_id, number, transfer_id, side, amount, balance_after, at)
    select m.id, m.entries, t.id, case when m.id = t.debit_account_id then 'DEBIT' else 'CREDIT' end, t.amount,
      m.ledger_balance, t.at
    from moved m;
end $$;

-- Moves an amount at once.
create function ledger_post(
  p_key text, p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_code text, p_description text,
  p_may_overdraw boolean, p_at timestamptz
) returns ledger_answer language plpgsql as $$
declare
  v_known ledger_answer;
  d financial_account;
  t transfer;
begin
  v_known := ledger_claim(p_key, jsonb_build_object('command', 'post', 'debit', p_debit, 'credit', p_credit,
    'amount', p_amount, 'code', p_code, 'description', p_description, 'mayOverdraw', p_may_overdraw), p_id, p_at);
  if v_known.transfer_id is not null then
    return v_known;
  end if;
  d := ledger_lock(p_debit, p_credit);
  if d.available_balance < p_amount and not d.overdraft_allowed and not p_may_overdraw then
    return ledger_refuse(p_key, p_id, 'INSUFFICIENT_FUNDS');
  end if;
  insert into transfer (id, idempotency_key, kind, business_id, currency, debit_account_id, credit_account_id, amount,
      code, description, may_overdraw, at)
    values (p_id, p_key, 'POSTED', d.business_id, d.currency, p_debit, p_credit, p_amount, p_code, p_description,
      p_may_overdraw, p_at)
    returning * into t;
  perform ledger_move(t, 0);
  return row (p_id, null)::ledger_answer;
end $$;

-- Reserves an amount: it leaves what is available now and moves when the hold is posted.
create function ledger_hold(
  p_key text, p_id uuid, p_debit uuid, p_credit uuid, p_amount bigint, p_code text, p_description text,
  p_expires_after_seconds integer, p_at timestamptz
) returns ledger_answer language plpgsql as $$
declare
  v_known ledger_answer;
  d financial_account;
begin
  v_known := ledger_claim(p_key, jsonb_build_object('command', 'hold', 'debit', p_debit, 'credit', p_credit,
    'amount', p_amount, 'code', p_code, 'description', p_description, 'expiresAfterSeconds', p_expires_after_seconds),
    p_id, p_at);
  if v_known.transfer_id is not null then
    return v_known;
  end if;
  d := ledger_lock(p_debit, p_credit);
  if d.available_balance < p_amount and not d.overdraft_allowed then
    return ledger_refuse(p_key, p_id, 'INSUFFICIENT_FUNDS');
  end if;
  insert into transfer (id, idempotency_key, kind, business_id, currency, debit_account_id, credit_account_id, amount,
      code, description, at, expires_at)
    values (p_id, p_key, 'PENDING', d.business_id, d.currency, p_debit, p_credit, p_amount, p_code, p_description, p_at,
      p_at + make_interval(secs => p_expires_after_seconds));
  update financial_account a set
      debits_pending = debits_pending + case when a.id = p_debit then p_amount else 0 end,
      credits_pending = credits_pending + case when a.id = p_credit then p_amount else 0 end
    where a.id in (p_debit, p_credit);
  return row (p_id, null)::ledger_answer;
end $$;

-- Locks the accounts of a hold, which puts everyone who wants to resolve it in one line, and returns it; null once it is
-- resolved.
create function ledger_lock_hold(p_hold uuid) returns transfer language plpgsql as $$
declare
  h transfer;
begin
  select * into h from transfer where id = p_hold and kind = 'PENDING';
  if not found then
    raise exception 'there is no hold %', p_hold using errcode = 'no_data_found';
  end if;
  perform ledger_lock(h.debit_account_id, h.credit_account_id);
  if exists (select from transfer where pending_id = p_hold) then
    return null;
  end if;
  return h;
end $$;

-- Posts a hold, whole or in part; what is not posted becomes available again.
create function ledger_post_hold(
  p_key text, p_id uuid, p_hold uuid, p_amount bigint, p_code text, p_description text, p_at timestamptz
) returns ledger_answer language plpgsql as $$
declare
  v_known ledger_answer;
  h transfer;
  t transfer;
begin
  v_known := ledger_claim(p_key, jsonb_build_object('command', 'post_hold', 'hold', p_hold, 'amount', p_amount,
    'code', p_code, 'description', p_description), p_id, p_at);
  if v_known.transfer_id is not null then
    return v_known;
  end if;
  h := ledger_lock_hold(p_hold);
  if h.id is null then
    return ledger_refuse(p_key, p_id, 'HOLD_RESOLVED');
  end if;
  if p_amount > h.amount then
    return ledger_refuse(p_key, p_id, 'EXCEEDS_HOLD');
  end if;
  insert into transfer (id, idempotency_key, kind, pending_id, business_id, currency, debit_account_id,
      credit_account_id, amount, code, description, at)
    values (p_id, p_key, 'POST_PENDING', h.id, h.business_id, h.currency, h.debit_account_id, h.credit_account_id,
      p_amount, p_code, p_description, p_at)
    returning * into t;
  perform ledger_move(t, h.amount);
  return row (p_id, null)::ledger_answer;
end $$;

-- Releases a hold: nothing moves, all of it becomes available again.
create function ledger_void_hold(
  p_key text, p_id uuid, p_hold uuid, p_code text, p_description text, p_at timestamptz
) returns ledger_answer language plpgsql as $$
declare
  v_known ledger_answer;
  h transfer;
begin
  v_known := ledger_claim(p_key, jsonb_build_object('command', 'void_hold', 'hold', p_hold, 'code', p_code,
    'description', p_description), p_id, p_at);
  if v_known.transfer_id is not null then
    return v_known;
  end if;
  h := ledger_lock_hold(p_hold);
  if h.id is null then
    return ledger_refuse(p_key, p_id, 'HOLD_RESOLVED');
  end if;
  insert into transfer (id, idempotency_key, kind, pending_id, business_id, currency, debit_account_id,
      credit_account_id, amount, code, description, at)
    values (p_id, p_key, 'VOID_PENDING', h.id, h.business_id, h.currency, h.debit_account_id, h.credit_account_id,
      h.amount, p_code, p_description, p_at);
  update financial_account a set
      debits_pending = debits_pending - case when a.id = h.debit_account_id then h.amount else 0 end,
      credits_pending = credits_pending - case when a.id = h.credit_account_id then h.amount else 0 end
    where a.id in (h.debit_account_id, h.credit_account_id);
  return row (p_id, null)::ledger_answer;
end $$;
