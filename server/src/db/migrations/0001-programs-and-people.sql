-- White-label programs, the businesses that run cards in them, people, and the accounts a person can be switched to.
-- Keys are UUIDv7 made by the application. Times come from the application's clock, so that tests can move it.

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
  mail_from_address text not null
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
  operational boolean not null default true,
  mfa_mode text not null default 'Enabled' check (mfa_mode in ('Disabled', 'Enabled', 'Required')),
  credit_replenishment_delay_days integer,
  allow_admin_view_card_usage boolean not null default true,
  use_business_balance_for_auths boolean not null default false,
  features text[] not null default '{}',
  -- While set, sign-in answers 302 and sends the person to the start site with these words.
  start_site_message text,
  check ((status = 'SUSPENDED') = (suspension_mode is not null))
);

create table person (
  id uuid primary key,
  program_id uuid not null references program,
  username text not null,
  -- Case-folded NFKC form: what makes two usernames the same one.
  username_skeleton text not null unique,
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  password_changed_at timestamptz not null,
  mfa_enabled boolean not null default true,
  created_at timestamptz not null
);

create table contact (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('Email', 'PhoneNumber')),
  -- Sealed by the key port under 'contact|<id>'; found by the keyed index.
  address_sealed bytea not null,
  address_index bytea not null,
  verified_at timestamptz,
  created_at timestamptz not null,
  unique (person_id, kind, address_index)
);
create index contact_address on contact (kind, address_index);

-- Phones that answered STOP, by keyed index.
create table phone_stop (
  address_index bytea primary key,
  stopped_at timestamptz not null
);

create table membership (
  id uuid primary key,
  person_id uuid not null references person,
  business_id uuid not null references business,
  role text not null check (role in ('ADMIN', 'CARDHOLDER')),
  status text not null check (status in ('OPEN', 'CLOSED')),
  -- The account a sign-in starts with is the person's lowest open one.
  position integer not null default 0,
  created_at timestamptz not null
);
create index membership_person on membership (person_id, position);
create index membership_business on membership (business_id);

create table card (
  id uuid primary key,
  business_id uuid not null references business,
  membership_id uuid not null references membership,
  last_four text not null check (last_four ~ '^[0-9]{4}$'),
  status text not null check (status in ('PENDING_FULFILLMENT', 'PENDING_ACTIVATION', 'OPEN', 'PAUSED', 'CLOSED')),
  expires_on date not null
);
create index card_business on card (business_id);
-- A membership can hold several cards.
create index card_membership on card (membership_id);
