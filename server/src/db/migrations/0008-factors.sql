-- Second factors beside codes that are sent: authenticator apps, passkeys and backup codes. What a code is sent for beyond
-- signing in: proving oneself again, and confirming an address.

create table authenticator (
  id uuid primary key,
  person_id uuid not null references person,
  name text not null,
  -- Sealed by the key port under 'authenticator|<id>'.
  secret_sealed bytea not null,
  created_at timestamptz not null,
  -- Null until the app's first code was right; it counts for nothing before.
  confirmed_at timestamptz,
  -- The newest time step that was accepted: a code is good once.
  last_step bigint,
  last_used_at timestamptz
);
create index authenticator_person on authenticator (person_id, created_at);
-- An enrolment that was begun anew replaces the one before it.
create unique index authenticator_one_enrolment on authenticator (person_id) where confirmed_at is null;

-- What a passkey knows its owner by: random, so that it says nothing of the person.
alter table person add column passkey_handle bytea unique;

create table passkey (
  id uuid primary key,
  person_id uuid not null references person,
  name text not null,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- As the authenticator last said. One that goes back is noted, never refused.
  counter bigint not null,
  transports text[] not null,
  -- The host name it was made at, and works at.
  rp_id text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_person on passkey (person_id, created_at);

-- A challenge is good once, for one purpose, and for the session or pending sign-in it was made for.
create table passkey_challenge (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('Enrol', 'Prove')),
  session_id uuid references session,
  mfa_session_id uuid references mfa_session on delete cascade,
  rp_id text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Codes of 80 random bits, kept as a keyed MAC. New ones take the place of the old.
create table backup_code (
  id uuid primary key,
  person_id uuid not null references person,
  mac bytea not null,
  created_at timestamptz not null,
  used_at timestamptz,
  unique (person_id, mac)
);

-- When the person has last proven themselves within this session, beyond the sign-in.
alter table session add column stepped_up_at timestamptz;

-- An address can go; what was sent to it still counts.
alter table access_code alter column contact_id drop not null;
alter table access_code drop constraint access_code_contact_id_fkey;
alter table access_code add constraint access_code_contact_id_fkey
  foreign key (contact_id) references contact on delete set null;
alter table access_code add column step_up_session_id uuid references session;
-- The address that the code confirms. No reference, for the same reason.
alter table access_code add column confirms_contact_id uuid;
alter table access_code drop constraint access_code_one_purpose;
alter table access_code add constraint access_code_one_purpose
  check (num_nonnulls(mfa_session_id, reset_flow_id, step_up_session_id, confirms_contact_id) = 1);
create unique index access_code_one_live_step_up on access_code (step_up_session_id)
  where used_at is null and superseded_at is null;
create unique index access_code_one_live_confirmation on access_code (confirms_contact_id)
  where used_at is null and superseded_at is null;

-- What the carrier says of a text it has taken over.
alter table message add column delivery text check (delivery in ('delivered', 'undelivered'));
alter table message add column delivery_error integer;
