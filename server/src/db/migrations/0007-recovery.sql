-- Recovery: links and flows of a password reset, the administrator's word for people with no second proof, and the
-- one-time tickets of autologin. Every token is stored as its SHA-256.

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
-- A new link supersedes the one before it.
create unique index reset_link_one_live on reset_link (person_id) where used_at is null and superseded_at is null;

-- A browser that has opened a link. What it proves counts for itself only, and it lives as long as its link.
create table reset_flow (
  id uuid primary key,
  token_hash bytea not null unique,
  reset_link_id uuid not null references reset_link,
  created_at timestamptz not null,
  proven_by text check (proven_by in ('PhoneNumber', 'Authenticator', 'BackupCode', 'AdminConfirmation')),
  proven_at timestamptz,
  check ((proven_by is null) = (proven_at is null))
);
create index reset_flow_link on reset_flow (reset_link_id);

-- Mails that anybody who knows a name or an address can cause: counted per person, apart for devices the person is known on.
create table recovery_mail (
  id uuid primary key,
  person_id uuid not null references person,
  kind text not null check (kind in ('username', 'link')),
  known_device boolean not null,
  created_at timestamptz not null
);
create index recovery_mail_person on recovery_mail (person_id, kind, created_at);

-- A person without a second proof asks the administrators of a business; open while closed_at is null.
create table recovery_request (
  id uuid primary key,
  person_id uuid not null references person,
  business_id uuid not null references business,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  confirmed_by uuid references membership,
  closed_at timestamptz,
  check ((confirmed_at is null) = (confirmed_by is null))
);
create unique index recovery_request_one_open on recovery_request (person_id) where closed_at is null;
create index recovery_request_business on recovery_request (business_id, asked_at) where closed_at is null;

-- A secure access code belongs to a pending sign-in or to a password reset.
alter table access_code alter column mfa_session_id drop not null;
alter table access_code add column reset_flow_id uuid references reset_flow;
alter table access_code add constraint access_code_one_purpose check (num_nonnulls(mfa_session_id, reset_flow_id) = 1);
create unique index access_code_one_live_reset on access_code (reset_flow_id)
  where used_at is null and superseded_at is null;

create table autologin_ticket (
  token_hash bytea primary key,
  session_id uuid not null references session,
  program_id uuid not null references program,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
