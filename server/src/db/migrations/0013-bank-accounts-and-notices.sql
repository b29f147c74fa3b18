-- Bank accounts outside the program, their validation by two small deposits, fees that could not be taken, and what a
-- person has put away or prefers.

create table external_account (
  id uuid primary key,
  business_id uuid not null references business,
  bank_name text not null,
  account_type text not null check (account_type in ('CHECKING', 'SAVINGS')),
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  -- Routing and account number, sealed under the row's own context; found by the keyed index, so that an account whose
  -- tries are used up cannot be added again.
  number_sealed bytea not null,
  number_index bytea not null,
  authentication_method text not null check (authentication_method in ('PLAID', 'OPENBANKING', 'MICRODEPOSITS')),
  -- Of a connection to the bank; small deposits have none.
  connection_active boolean check ((connection_active is null) = (authentication_method = 'MICRODEPOSITS')),
  status text not null check (status in ('ACTIVE', 'AWAITINGMINIDEPOSIT', 'VALIDATIONFAILED')),
  is_primary boolean not null default false,
  created_at timestamptz not null,
  validated_at timestamptz,
  unique (business_id, number_index),
  check (authentication_method = 'MICRODEPOSITS' or status = 'ACTIVE')
);
create unique index external_account_primary on external_account (business_id) where is_primary;

create table micro_deposit (
  external_account_id uuid primary key references external_account,
  -- Both amounts in cents, sealed until the bank has taken the deposits over. After that the keyed hash is all there is.
  amounts_sealed bytea,
  amounts_mac bytea not null,
  tries integer not null default 0 check (tries between 0 and 3),
  sent_at timestamptz,
  -- The link of /funds-verification.
  link_hash bytea not null unique,
  link_expires_at timestamptz not null
);

-- A fee that the balance could not pay is still owed: the warehouse amount of a business (reading 20).
alter table financial_account drop constraint financial_account_kind_check;
alter table financial_account add constraint financial_account_kind_check check (kind in (
  'bank_settlement', 'ach_in_transit', 'ach_out_transit', 'network_clearing', 'business_available', 'card_wallet',
  'credit_receivable', 'fees_receivable', 'fees_income', 'isa_fee', 'fx_fee', 'suspense_unmatched'
));
alter table financial_account drop column normal_side;
alter table financial_account add column normal_side text not null generated always as (
  case when kind in ('bank_settlement', 'ach_in_transit', 'credit_receivable', 'fees_receivable')
    then 'DEBIT' else 'CREDIT' end
) stored;

-- Whether a business is suspended by itself when its bank can no longer be reached.
alter table business add column automatic_suspension boolean not null default false;

-- The notice about fees is gone for this account until more is owed than then. Minor units.
create table dismissed_fees (
  membership_id uuid primary key references membership,
  amount bigint not null,
  dismissed_at timestamptz not null
);

create table user_preference (
  person_id uuid primary key references person,
  prefer_new_app boolean not null
);
