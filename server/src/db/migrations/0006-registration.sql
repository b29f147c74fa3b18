-- Registration and invites: cards that wait for their cardholder, the vault of card numbers, registrations under way, and
-- invites. Every token is stored as its SHA-256, every verification code as a keyed MAC.

-- BIN from which new cards get their numbers, by network.
alter table program add column visa_bin text not null default '40000012' check (visa_bin ~ '^[0-9]{8}$');
alter table program add column mastercard_bin text not null default '51000012' check (mastercard_bin ~ '^[0-9]{8}$');

-- SENT: six digits by e-mail or text. BIRTH_YEAR is easier to guess; a business has to turn it on.
alter table business add column verification_mode text not null default 'SENT'
  check (verification_mode in ('SENT', 'BIRTH_YEAR'));
-- ISO 3166-1 alpha-2; the United States are always allowed beside them.
alter table business add column allowed_phone_countries text[] not null default '{US,CA,GB}';

alter table person add column middle_name text;
-- yyyy-mm-dd, sealed in its record.
alter table person add column date_of_birth_sealed bytea;

-- A card without an account waits for its cardholder to register it.
alter table card alter column membership_id drop not null;
alter table card add column bin text check (bin ~ '^[0-9]{6}$');
-- Wrong verification codes of the current day, over all browsers; at the limit they stay until an administrator lifts them.
alter table card add column wrong_codes integer not null default 0;
alter table card add column wrong_codes_since timestamptz;

-- Whom a card was ordered for, and what the business knows of them.
create table card_holder (
  card_id uuid primary key references card,
  first_name text not null,
  middle_name text,
  last_name text not null,
  name_on_card text not null,
  -- Date of birth, e-mail and phones as JSON, sealed in its record.
  details_sealed bytea not null
);

-- Read and written by server/src/features/card-vault alone. Deleting a row makes the number unreadable in old backups as
-- well once its key is gone.
create schema vault;
create table vault.card_number (
  card_id uuid primary key references card,
  number_sealed bytea not null,
  -- Keyed MAC over the whole number.
  number_index bytea not null unique
);

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
  step text not null check (step in ('CODE', 'DETAILS', 'OVER')),
  -- How the verification code came that was right.
  proven_by text check (proven_by in ('Email', 'PhoneNumber', 'BIRTH_YEAR', 'INVITE')),
  username_checks integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check (num_nonnulls(card_id, invite_id) = 1),
  check (step <> 'DETAILS' or (token_hash is not null and proven_by is not null))
);
create index registration_card on registration (card_id);
create index registration_invite on registration (invite_id);

create table verification_code (
  id uuid primary key,
  registration_id uuid not null references registration on delete cascade,
  card_id uuid not null references card,
  channel text not null check (channel in ('Email', 'PhoneNumber')),
  code_mac bytea not null,
  message_id uuid references message on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz
);
create index verification_code_card on verification_code (card_id, created_at);
-- At most one code of a registration can be live.
create unique index verification_code_one_live on verification_code (registration_id)
  where used_at is null and superseded_at is null;
