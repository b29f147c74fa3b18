-- The tables of Florin, in the order of the layers: core, identity, features.
--
-- Keys are UUIDv7 made by the application. Times come from the application's clock, so that tests can move it. Every token
-- is stored as its SHA-256 (`…_hash`), every one-time code as a keyed MAC (`…_mac`). Personal data is sealed by the key
-- port under the context of its own row (`…_sealed`, for example 'contact|<id>'), and found by a keyed index (`…_index`).
-- Amounts of money are in minor units.

-- Tables whose rows are never changed.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;


-- CORE: PROGRAMS ----------------------------------------------------------------------------------------------------------

-- A white-label program: the brand that people see, and the businesses that run their cards in it.
create table program (
  id uuid primary key,
  slug text unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  name text not null,
  is_default boolean not null default false,
  -- Links in mails are built from this origin and never from a request; null means the installation's own origin.
  canonical_origin text,
  theme jsonb not null,
  splash_variant text not null check (splash_variant in ('regular', 'cardholder-workflows', 'ai-gl-coding', 'custom-image')),
  support_url text not null,
  branding jsonb not null,
  mail_from_name text not null,
  mail_from_address text not null,
  -- BIN from which new cards get their numbers, by network.
  visa_bin text not null default '40000012' check (visa_bin ~ '^[0-9]{8}$'),
  mastercard_bin text not null default '51000012' check (mastercard_bin ~ '^[0-9]{8}$')
);
create unique index program_one_default on program (is_default) where is_default;

create table program_hostname (
  hostname text primary key check (hostname = lower(hostname)),
  program_id uuid not null references program
);

create table program_asset (
  program_id uuid not null references program,
  kind text not null check (kind in ('logo', 'splash', 'favicon')),
  media_type text not null,
  content bytea not null,
  primary key (program_id, kind)
);

-- Without a program: for all of them.
create table announcement (
  id uuid primary key,
  program_id uuid references program,
  title text not null,
  body text not null,
  shown_from timestamptz not null,
  shown_until timestamptz not null
);

-- One row: switched by the operator while the server runs.
create table site_status (
  only_row boolean primary key default true check (only_row),
  out_of_service boolean not null default false
);
insert into site_status default values;


-- CORE: BUSINESSES AND PEOPLE ---------------------------------------------------------------------------------------------

create table business (
  id uuid primary key,
  program_id uuid not null references program,
  name text not null,
  bank_id text not null check (bank_id in ('BANCORP', 'MBFINANCIAL', 'FIFTHTHIRD')),
  program_type text not null check (program_type in ('Grants', 'OwnedFunds', 'Business')),
  payment_network text not null check (payment_network in ('Visa', 'Mastercard')),
  funding_source text check (funding_source in ('Prepaid', 'Credit')),
  status text not null check (status in ('OPEN', 'PENDING_REVIEW', 'SUSPENDED', 'CLOSED')),
  suspension_mode text check (
    suspension_mode in ('CreditWorthiness', 'PlaidConnectivity', 'PaymentFailure', 'Compliance', 'Fraud', 'Default')
  ),
  -- Whether the business is suspended without an operator when its bank can no longer be reached.
  automatic_suspension boolean not null default false,
  operational boolean not null default true,
  mfa_mode text not null default 'Enabled' check (mfa_mode in ('Disabled', 'Enabled', 'Required')),
  credit_replenishment_delay_days integer,
  allow_admin_view_card_usage boolean not null default true,
  use_business_balance_for_auths boolean not null default false,
  features text[] not null default '{}',
  -- While set, sign-in answers 302 and sends the person to the start site with this message.
  start_site_message text,
  -- How a card is verified for registration. SENT: six digits by email or text. BIRTH_YEAR is easier to guess; a business
  -- has to turn it on.
  verification_mode text not null default 'SENT' check (verification_mode in ('SENT', 'BIRTH_YEAR')),
  -- ISO 3166-1 alpha-2; the United States are always allowed beside them.
  allowed_phone_countries text[] not null default '{US,CA,GB}',
  -- The postal address of the business: what a vendor enters as the billing address.
  profile_address text,
  check ((status = 'SUSPENDED') = (suspension_mode is not null))
);

create table business_icon (
  business_id uuid primary key references business,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) <= 10240),
  shown boolean not null,
  changed_at timestamptz not null
);

create table person (
  id uuid primary key,
  program_id uuid not null references program,
  username text not null,
  -- Case-folded NFKC form: what makes two usernames the same one.
  username_skeleton text not null unique,
  first_name text not null,
  middle_name text,
  last_name text not null,
  -- yyyy-mm-dd, sealed.
  date_of_birth_sealed bytea,
  password_hash text not null,
  password_changed_at timestamptz not null,
  mfa_enabled boolean not null default true,
  -- The user handle of the person's passkeys: random, so that it says nothing about the person.
  passkey_handle bytea unique,
  created_at timestamptz not null
);

-- Where a person receives codes and notices.
create table contact (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('Email', 'PhoneNumber')),
  address_sealed bytea not null,
  address_index bytea not null,
  verified_at timestamptz,
  -- Whether the person added the address while signed in; the others came with the registration or from the business.
  added_later boolean not null default false,
  created_at timestamptz not null,
  unique (person_id, kind, address_index)
);
create index contact_address on contact (kind, address_index);

-- Phones that answered STOP.
create table phone_stop (
  address_index bytea primary key,
  stopped_at timestamptz not null
);

-- A person's place in a business. Screens and the specification call it an account, and its id is their userId.
create table membership (
  id uuid primary key,
  person_id uuid not null references person,
  business_id uuid not null references business,
  role text not null check (role in ('ADMIN', 'CARDHOLDER')),
  status text not null check (status in ('OPEN', 'CLOSED')),
  -- A sign-in starts with the person's lowest open membership.
  position integer not null default 0,
  created_at timestamptz not null
);
create index membership_person on membership (person_id, position);
create index membership_business on membership (business_id);


-- CORE: CARDS -------------------------------------------------------------------------------------------------------------

create table card (
  id uuid primary key,
  business_id uuid not null references business,
  -- The holder, who can have several cards. A card without one waits to be registered.
  membership_id uuid references membership,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  bin text check (bin ~ '^[0-9]{6}$'),
  status text not null check (status in ('PENDING_FULFILLMENT', 'PENDING_ACTIVATION', 'OPEN', 'PAUSED', 'CLOSED')),
  expires_on date not null,
  -- Wrong verification codes of the current day, over all browsers.
  wrong_codes integer not null default 0,
  wrong_codes_since timestamptz,
  -- Wrong verification codes since the last right one or the last unlock, however many days they are spread over; at the
  -- limit the card is locked until an administrator unlocks it.
  wrong_codes_total integer not null default 0,
  times_unlocked integer not null default 0
);
create index card_business on card (business_id);
create index card_membership on card (membership_id);

-- The person for whom a card was ordered, as the business knows them.
create table card_holder (
  card_id uuid primary key references card,
  first_name text not null,
  middle_name text,
  last_name text not null,
  name_on_card text not null,
  -- Date of birth, email and phones as JSON.
  details_sealed bytea not null
);

-- Card numbers, read and written by core/cards/vault.ts alone. A deleted row cannot be read in old backups either once its
-- key is gone.
create schema vault;
create table vault.card_number (
  card_id uuid primary key references card,
  number_sealed bytea not null,
  -- Over the whole number.
  number_index bytea not null unique
);


-- CORE: LEDGER ------------------------------------------------------------------------------------------------------------

-- Double entry: accounts with running figures, transfers in two phases (pending, then posted or voided; the terms are
-- TigerBeetle's), append-only entries, and one function per command. Nothing else writes to these tables.

create table financial_account (
  id uuid primary key,
  business_id uuid not null references business,
  -- fees_receivable: fees that the balance could not pay and the business still owes, its warehouse amount (reading 20).
  kind text not null check (kind in (
    'bank_settlement', 'ach_in_transit', 'ach_out_transit', 'network_clearing', 'business_available', 'card_wallet',
    'credit_receivable', 'fees_receivable', 'fees_income', 'isa_fee', 'fx_fee', 'suspense_unmatched'
  )),
  card_id uuid references card,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The side on which the account normally stands; reports turn signs by it, commands do not look at it.
  normal_side text not null generated always as (
    case when kind in ('bank_settlement', 'ach_in_transit', 'credit_receivable', 'fees_receivable')
      then 'DEBIT' else 'CREDIT' end
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

create trigger entry_append_only before update or delete on entry
  for each row execute function refuse_change();
create trigger entry_no_truncate before truncate on entry
  for each statement execute function refuse_change();
create trigger transfer_append_only before update or delete on transfer
  for each row execute function refuse_change();
create trigger transfer_no_truncate before truncate on transfer
  for each statement execute function refuse_change();

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


-- CORE: COUNTERS ----------------------------------------------------------------------------------------------------------

-- Counters that slow down guessing and flooding without locking people out, keyed by a MAC of what they count: (name,
-- unknown device), (person, known device), (address prefix), (person, second factor).
create table throttle (
  key bytea primary key,
  failures integer not null,
  window_started_at timestamptz not null,
  closed_until timestamptz
);

create table captcha_solution (
  id text primary key,
  solved_at timestamptz not null,
  expires_at timestamptz not null
);


-- IDENTITY: DEVICES AND SESSIONS ------------------------------------------------------------------------------------------

create table device (
  id uuid primary key,
  secret_hash bytea not null unique,
  agent_family text,
  os_family text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);

-- A person's browser that has proven the second factor and does not need it again before `trusted_until`.
create table trusted_device (
  person_id uuid not null references person,
  device_id uuid not null references device,
  agent_family text,
  trusted_until timestamptz not null,
  revoked_at timestamptz,
  primary key (person_id, device_id)
);

-- A proven password that waits for the second factor. It is never a session.
create table mfa_session (
  id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid not null references person,
  device_id uuid references device,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  completed_at timestamptz
);
create index mfa_session_person on mfa_session (person_id, created_at);

create table session (
  id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid not null references person,
  membership_id uuid not null references membership,
  device_id uuid references device,
  -- What was proven: password, email, sms, totp, webauthn …
  methods text[] not null,
  epoch uuid not null,
  delivery text not null check (delivery in ('cookie', 'token')),
  created_at timestamptz not null,
  authenticated_at timestamptz not null,
  last_activity_at timestamptz not null,
  idle_seconds integer not null,
  absolute_expires_at timestamptz not null,
  -- Access tokens end long before their session; a cookie lives as long as the session.
  token_expires_at timestamptz not null,
  restricted_reason text,
  -- When and how the person last proved themselves within this session, beyond the sign-in: 'password' is the password
  -- alone, anything else a second factor beside it. Null with stepped_up_at.
  stepped_up_at timestamptz,
  stepped_up_by text check (stepped_up_by in ('password', 'email', 'sms', 'totp', 'backup', 'webauthn')),
  -- When the authenticator app or passkey of the latest proof was set up; null after any other proof. Kept here, because
  -- the factor itself may be removed before this is needed.
  factor_since timestamptz,
  ended_at timestamptz,
  end_reason text check (
    end_reason in ('user', 'idle', 'absolute', 'suspicious', 'switch', 'replaced', 'limit', 'refresh_reuse', 'revoked')
  ),
  check ((ended_at is null) = (end_reason is null))
);
create index session_live on session (person_id, created_at) where ended_at is null;
-- Finds the sessions of a closed membership.
create index session_membership_live on session (membership_id) where ended_at is null;

create table refresh_token (
  token_hash bytea primary key,
  session_id uuid not null references session,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- The pair that the first use produced, encrypted under a key derived from this token itself.
  successor_sealed bytea
);
create unique index refresh_token_one_leaf on refresh_token (session_id) where used_at is null;

-- A ticket that starts a session from another one, once (autologin).
create table autologin_ticket (
  token_hash bytea primary key,
  session_id uuid not null references session,
  program_id uuid not null references program,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Why an operator or a rule restricts a person's sessions; open while cleared_at is null.
create table risk_flag (
  id uuid primary key,
  person_id uuid not null references person,
  reason text not null check (reason in ('malicious_site')),
  raised_at timestamptz not null,
  cleared_at timestamptz
);
create index risk_flag_open on risk_flag (person_id) where cleared_at is null;


-- IDENTITY: CREDENTIALS AND FACTORS ---------------------------------------------------------------------------------------

-- Passwords that a person has replaced: a new one must differ from the current one and the newest two of these.
create table password_history (
  id uuid primary key,
  person_id uuid not null references person,
  password_hash text not null,
  replaced_at timestamptz not null
);
create index password_history_person on password_history (person_id, replaced_at desc);

create table authenticator (
  id uuid primary key,
  person_id uuid not null references person,
  name text not null,
  secret_sealed bytea not null,
  created_at timestamptz not null,
  -- Null until the app's first code was right; the app counts for nothing before.
  confirmed_at timestamptz,
  -- The newest time step that was accepted: a code is good once.
  last_step bigint,
  last_used_at timestamptz
);
create index authenticator_person on authenticator (person_id, created_at);
-- A new enrolment replaces an unfinished one.
create unique index authenticator_one_enrolment on authenticator (person_id) where confirmed_at is null;

create table passkey (
  id uuid primary key,
  person_id uuid not null references person,
  name text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- The newest signature counter. One that goes back is noted, never refused.
  counter bigint not null,
  transports text[] not null,
  -- The host name it was made at, and works at.
  rp_id text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id, created_at);

-- Codes of 80 random bits. New ones replace the old.
create table backup_code (
  id uuid primary key,
  person_id uuid not null references person,
  mac bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  unique (person_id, mac)
);


-- IDENTITY: RECOVERY ------------------------------------------------------------------------------------------------------

-- Several links of a person can be live at once: anyone who knows a username can request one, and must not end the one in
-- use (decision 021).
create table reset_link (
  id uuid primary key,
  token_hash bytea not null unique,
  person_id uuid not null references person,
  -- The address the link went to. No reference: the link is worthless once that address is gone.
  contact_id uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz
);
create index reset_link_live on reset_link (person_id) where used_at is null and superseded_at is null;

-- A browser that has opened a link. What it proves counts for itself only, and it lives as long as its link. A browser that
-- opens a link again gets a new secret, and takes along what it has requested and proven (decision 026).
create table reset_flow (
  id uuid primary key,
  token_hash bytea not null unique,
  reset_link_id uuid not null references reset_link,
  -- Of the cookie that tells browsers apart.
  browser_hash bytea not null,
  created_at timestamptz not null,
  proven_by text check (proven_by in ('PhoneNumber', 'Authenticator', 'BackupCode', 'Passkey', 'AdminConfirmation')),
  proven_at timestamptz,
  check ((proven_by is null) = (proven_at is null))
);
create index reset_flow_link on reset_flow (reset_link_id);
create index reset_flow_browser on reset_flow (browser_hash);

-- Mails that anyone who knows a username or an address can cause: counted per person, apart for devices the person is
-- known on.
create table recovery_mail (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('username', 'link')),
  known_device boolean not null,
  created_at timestamptz not null,
  -- The network that caused it: keyed MAC of the address prefix. Null on devices the person is known on.
  asked_from bytea
);
create index recovery_mail_person on recovery_mail (person_id, kind, created_at);

-- A person without a second proof asks the administrators of a business to confirm the reset; open while closed_at is null.
-- The approval is for the browser that asked (decision 012).
create table recovery_request (
  id uuid primary key,
  person_id uuid not null references person,
  business_id uuid not null references business,
  browser_hash bytea not null,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by uuid references membership,
  closed_at timestamptz,
  check ((confirmed_at is null) = (confirmed_by is null))
);
create index recovery_request_business on recovery_request (business_id, asked_at) where closed_at is null;
create index recovery_request_browser on recovery_request (browser_hash) where closed_at is null;
-- A person has one request waiting at a time; an approved one stays with its browser when another browser asks.
create unique index recovery_request_one_waiting on recovery_request (person_id)
  where closed_at is null and confirmed_at is null;
create unique index recovery_request_one_of_browser on recovery_request (person_id, browser_hash) where closed_at is null;


-- IDENTITY: REGISTRATIONS -------------------------------------------------------------------------------------------------

create table invite (
  id uuid primary key,
  business_id uuid not null references business,
  role text not null check (role in ('ADMIN', 'CARDHOLDER')),
  first_name text not null,
  middle_name text,
  last_name text not null,
  email_sealed bytea not null,
  email_index bytea not null,
  code_hash bytea not null unique,
  invited_by uuid not null references membership,
  created_at timestamptz not null,
  -- When links were sent during the last day, and the newest one however old.
  sends timestamptz[] not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references membership,
  revoked_at timestamptz,
  check (num_nonnulls(accepted_at, revoked_at) <= 1),
  check ((accepted_at is null) = (accepted_by is null))
);
create index invite_business on invite (business_id, created_at desc);

-- A registration that a browser has begun: one card or one invite, and what has been proven for it.
create table registration (
  id uuid primary key,
  -- Of the cookie that brings this browser, and no other, back to it.
  browser_hash bytea not null unique,
  -- Of the flow token; null until the card or the invite is proven.
  token_hash bytea unique,
  card_id uuid references card,
  invite_id uuid references invite,
  -- The link that the registration was begun with: when the invite is sent again, the old link ends, and with it what was
  -- begun from it.
  invite_code_hash bytea,
  -- The person who was signed in when it was begun or continued; null: nobody. It is worth nothing to anyone else at the
  -- same browser.
  person_id uuid references person,
  step text not null check (step in ('CODE', 'DETAILS', 'OVER')),
  -- How the verification code that was right had been sent, or what took its place.
  proven_by text check (proven_by in ('Email', 'PhoneNumber', 'BIRTH_YEAR', 'INVITE')),
  username_checks integer not null default 0,
  -- The details page as its browser left it; none once the registration is over.
  details_sealed bytea check (details_sealed is null or step = 'DETAILS'),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (num_nonnulls(card_id, invite_id) = 1),
  check ((invite_id is null) = (invite_code_hash is null)),
  check (step <> 'DETAILS' or (token_hash is not null and proven_by is not null))
);
create index registration_card on registration (card_id);
create index registration_invite on registration (invite_id);


-- IDENTITY: CODES AND MESSAGES --------------------------------------------------------------------------------------------

-- Codes that are sent and typed back, whatever for; identity/codes/policies.ts has the rules of each purpose.
create table one_time_code (
  id uuid primary key,
  purpose text not null
    check (purpose in ('LoginNewDevice', 'PasswordReset', 'StepUp', 'ContactConfirmation', 'Registration')),
  -- What a right code moves on: a pending sign-in, a reset flow, a session, a contact or a registration. No reference: its
  -- table follows from the purpose, and what was sent still counts when it is gone.
  flow_id uuid not null,
  -- Whom its send counts against: the card that is registered, or the person.
  person_id uuid references person,
  card_id uuid references card,
  channel text not null check (channel in ('Email', 'PhoneNumber')),
  address_index bytea not null,
  code_mac bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz,
  constraint one_time_code_one_owner check (num_nonnulls(person_id, card_id) = 1),
  constraint one_time_code_owner_of_purpose check ((card_id is not null) = (purpose = 'Registration'))
);
create index one_time_code_person on one_time_code (person_id, created_at);
create index one_time_code_card on one_time_code (card_id, created_at);
-- At most one code of a flow can be live.
create unique index one_time_code_one_live on one_time_code (purpose, flow_id)
  where used_at is null and superseded_at is null;

-- A WebAuthn challenge is good once, for one purpose, and for the session, pending sign-in or reset it was made for.
create table passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('Enrol', 'Prove')),
  session_id uuid references session,
  mfa_session_id uuid references mfa_session on delete cascade,
  reset_flow_id uuid references reset_flow on delete cascade,
  rp_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index passkey_challenge_reset on passkey_challenge (reset_flow_id) where reset_flow_id is not null;

-- Mail and texts: written in the transaction that causes them, sent by a job.
create table message (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  program_id uuid not null references program,
  -- Recipient and content; emptied once the message is out.
  sealed bytea,
  -- The code this message carries: superseding the code cancels the message.
  one_time_code_id uuid references one_time_code,
  created_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  cancelled_at timestamptz,
  failed_at timestamptz,
  -- The carrier's report on a text that it has taken over.
  delivery text check (delivery in ('delivered', 'undelivered')),
  delivery_error integer
);
create index message_one_time_code on message (one_time_code_id) where sent_at is null and cancelled_at is null;

-- The embedded mode's mailbox and phone.
create table outbox_message (
  id uuid primary key,
  at timestamptz not null,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  -- Of mail that is answered elsewhere.
  reply_to text,
  subject text,
  text text not null,
  html text
);
create index outbox_message_newest on outbox_message (at desc, id desc);


-- IDENTITY: EVENTS --------------------------------------------------------------------------------------------------------

-- Append-only, written in the transaction of the act they record. `type` is one of the typed events in
-- core/audit/events.ts; `details` never holds a secret.
create table audit_event (
  sequence bigint generated always as identity primary key,
  id uuid not null unique,
  at timestamptz not null,
  type text not null,
  person_id uuid references person,
  membership_id uuid references membership,
  business_id uuid references business,
  session_id uuid,
  correlation_id text not null,
  ip_prefix text,
  details jsonb not null default '{}'
);
create index audit_event_person on audit_event (person_id, sequence desc);
-- Each view of a card's details, for its holder.
create index audit_event_card_views on audit_event ((details ->> 'card'), sequence desc)
  where type in ('card_details_viewed', 'vendor_link_used');
create trigger audit_event_append_only before update or delete on audit_event
  for each row execute function refuse_change();
create trigger audit_event_no_truncate before truncate on audit_event
  for each statement execute function refuse_change();

create table login_record (
  id uuid primary key,
  person_id uuid not null references person,
  membership_id uuid not null references membership,
  device_id uuid references device,
  session_id uuid not null references session,
  at timestamptz not null,
  agent_family text,
  os_family text,
  ip_address text not null,
  location_city text,
  location_region text,
  location_country text,
  -- When the person said that it was not them. A login is reported once, however often they say so.
  reported_at timestamptz
);
create index login_record_newest on login_record (person_id, at desc);
-- Each device of a person with its last login.
create index login_record_device on login_record (person_id, (coalesce(device_id, id)), at desc);


-- FEATURES ----------------------------------------------------------------------------------------------------------------

-- When a person last opened a page: what came after that is new.
create table seen_mark (
  person_id uuid not null references person,
  page text not null check (page in ('login-activity', 'security-checklist')),
  seen_at timestamptz not null,
  primary key (person_id, page)
);

create table user_preference (
  person_id uuid primary key references person,
  prefer_new_app boolean not null
);

create table appearance (
  person_id uuid primary key references person,
  theme text not null default 'fresh' check (theme in ('fresh', 'legacy')),
  scheme text not null default 'system' check (scheme in ('system', 'light', 'dark')),
  tour_seen_at timestamptz
);

-- The agreements that people accepted, word for word. Both tables only grow.
create table agreement_text (
  sha256 bytea primary key,
  agreement text not null,
  version integer not null,
  effective_date text not null,
  -- With every parameter filled in, as it was shown.
  markdown text not null,
  first_accepted_at timestamptz not null
);
create table agreement_acceptance (
  id uuid primary key,
  person_id uuid not null references person,
  -- The membership they acted in.
  membership_id uuid not null references membership,
  agreement text not null,
  version integer not null,
  text_sha256 bytea not null references agreement_text,
  accepted_at timestamptz not null,
  unique (person_id, agreement, version)
);
create trigger agreement_text_only_grows before update or delete on agreement_text
  for each row execute function refuse_change();
create trigger agreement_acceptance_only_grows before update or delete on agreement_acceptance
  for each row execute function refuse_change();

-- Links by which a business shows one card's details to a vendor, once. A card number is never here.
create table vendor_link (
  id uuid primary key,
  business_id uuid not null references business,
  card_id uuid not null references card,
  email_sealed bytea not null,
  email_index bytea not null,
  invoice text,
  -- US dollars.
  amount_cents bigint check (amount_cents > 0),
  note text,
  process_before date,
  code_hash bytea not null unique,
  -- Set by the one exchange that the code is good for.
  token_hash bytea unique,
  token_expires_at timestamptz,
  sent_by uuid not null references membership,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  used_at timestamptz,
  revoked_at timestamptz,
  check (num_nonnulls(opened_at, token_hash, token_expires_at) in (0, 3)),
  check (used_at is null or opened_at is not null),
  check (num_nonnulls(used_at, revoked_at) <= 1)
);
create index vendor_link_business on vendor_link (business_id, created_at desc);
create index vendor_link_email on vendor_link (email_index, created_at);

-- Bank accounts outside the program.
create table external_account (
  id uuid primary key,
  business_id uuid not null references business,
  bank_name text not null,
  account_type text not null check (account_type in ('CHECKING', 'SAVINGS')),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  -- Routing and account number. The index keeps an account whose tries are used up from being added again.
  number_sealed bytea not null,
  number_index bytea not null,
  authentication_method text not null check (authentication_method in ('PLAID', 'OPENBANKING', 'MICRODEPOSITS')),
  -- Of a connection to the bank; micro-deposits have none.
  connection_active boolean check ((connection_active is null) = (authentication_method = 'MICRODEPOSITS')),
  status text not null check (status in ('ACTIVE', 'AWAITINGMINIDEPOSIT', 'VALIDATIONFAILED')),
  is_primary boolean not null default false,
  created_at timestamptz not null,
  validated_at timestamptz,
  unique (business_id, number_index),
  check (authentication_method = 'MICRODEPOSITS' or status = 'ACTIVE')
);
create unique index external_account_primary on external_account (business_id) where is_primary;

-- The two micro-deposits by which a bank account is validated.
create table micro_deposit (
  external_account_id uuid primary key references external_account,
  -- Both amounts, until the bank has taken the deposits over. After that only the keyed hash is left.
  amounts_sealed bytea,
  amounts_mac bytea not null,
  tries integer not null default 0 check (tries between 0 and 3),
  sent_at timestamptz,
  -- The link of /funds-verification.
  link_hash bytea not null unique,
  link_expires_at timestamptz not null
);

-- The notice about fees stays away from this membership until more than this amount is owed.
create table dismissed_fees (
  membership_id uuid primary key references membership,
  amount bigint not null,
  dismissed_at timestamptz not null
);
