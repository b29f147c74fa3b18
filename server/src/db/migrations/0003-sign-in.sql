-- Devices, pending sign-ins, sessions, and the counters that keep guessing and flooding apart from people.
-- Every token is stored as its SHA-256; every code as a keyed MAC.

create table device (
  id uuid primary key,
  secret_hash bytea not null unique,
  agent_family text,
  os_family text,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);

-- A person's browser that has proven the second factor and is not asked again until then.
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

create table access_code (
  id uuid primary key,
  mfa_session_id uuid not null references mfa_session,
  person_id uuid not null references person,
  contact_id uuid not null references contact,
  code_mac bytea not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  superseded_at timestamptz
);
create index access_code_person on access_code (person_id, created_at);
-- At most one code of a pending sign-in can be live.
create unique index access_code_one_live on access_code (mfa_session_id) where used_at is null and superseded_at is null;

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
  ended_at timestamptz,
  end_reason text check (end_reason in ('user', 'idle', 'absolute', 'suspicious', 'switch', 'replaced', 'limit', 'refresh_reuse', 'revoked')),
  check ((ended_at is null) = (end_reason is null))
);
create index session_live on session (person_id, created_at) where ended_at is null;

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

-- Failure counters, keyed by a MAC: (name, unknown device), (person, known device), (address prefix), (person, second factor).
create table throttle (
  key bytea primary key,
  failures integer not null,
  window_started_at timestamptz not null,
  closed_until timestamptz
);

-- Why an operator or a rule holds a person's sessions back; open while cleared_at is null.
create table risk_flag (
  id uuid primary key,
  person_id uuid not null references person,
  reason text not null check (reason in ('malicious_site')),
  raised_at timestamptz not null,
  cleared_at timestamptz
);
create index risk_flag_open on risk_flag (person_id) where cleared_at is null;

create table captcha_solution (
  id text primary key,
  solved_at timestamptz not null,
  expires_at timestamptz not null
);
