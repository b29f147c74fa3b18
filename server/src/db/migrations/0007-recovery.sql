-- Getting back in: reset links, what a browser has proven with one, and one-time tickets. Codes and links are kept as
-- hashes. A secure access code serves more than signing in, so what it is for is part of what it is sent for.

alter table mfa_session add column purpose text not null default 'LoginNewDevice'
  check (purpose in ('LoginNewDevice', 'ResetPassword', 'StepUp', 'ConfirmContact'));

-- A link to set a new password. A new one makes all older ones of the person worthless.
create table password_reset (
  id uuid primary key,
  person_id uuid not null references person,
  link_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  superseded_at timestamptz,
  used_at timestamptz
);
create index password_reset_person on password_reset (person_id, created_at);
create unique index password_reset_one_live on password_reset (person_id) where used_at is null and superseded_at is null;

-- One browser with such a link: proofs belong to it and to no other that has the link as well.
create table password_reset_flow (
  id uuid primary key,
  password_reset_id uuid not null references password_reset,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  -- What its secure access codes belong to.
  mfa_session_id uuid references mfa_session,
  proven_method text check (proven_method in ('sms', 'totp', 'backup', 'administrator')),
  proven_at timestamptz,
  -- For people who have nothing but e-mail: an administrator's word.
  confirmation_asked_at timestamptz,
  confirmed_at timestamptz,
  confirmed_by uuid references account,
  check ((proven_method is null) = (proven_at is null))
);
create index password_reset_flow_waiting on password_reset_flow (password_reset_id)
  where confirmation_asked_at is not null and confirmed_at is null;

-- Signs a browser in once, as the account of the session that asked for it.
create table autologin_ticket (
  ticket_hash bytea primary key,
  session_id uuid not null references session,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
