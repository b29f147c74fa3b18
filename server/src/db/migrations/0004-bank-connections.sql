-- Connections to banks by open banking (decision 039): the signed-in bank, and the visit that leads to it.

create table bank_connection (
  id uuid primary key,
  business_id uuid not null references business,
  method text not null check (method in ('PLAID', 'OPENBANKING')),
  -- The provider's id, by which webhooks name the connection: a keyed hash. The access token reads account numbers.
  item_index bytea not null unique,
  access_sealed bytea not null,
  created_at timestamptz not null
);

alter table external_account
  add column connection_id uuid references bank_connection,
  -- The bank's own id of the account within the connection.
  add column provider_account text,
  add check (connection_id is null or connection_active is not null);
create index external_account_connection on external_account (connection_id);

-- A visit of a bank's sign-in, from its start with a fresh proof to its one end.
create table bank_link (
  id uuid primary key,
  business_id uuid not null references business,
  -- No reference: sessions end before links do.
  session_id uuid not null,
  -- The account to reconnect, and the connection whose sign-in is repeated.
  reconnects uuid references external_account,
  repairs uuid references bank_connection,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  finished_at timestamptz,
  -- What it connected, for a repeated call whose first answer was lost.
  account_ids uuid[] not null default '{}'
);
create index bank_link_expires on bank_link (expires_at);

-- What customers of the embedded bank have shared. Tokens are kept as hashes.
create table embedded_bank_item (
  id uuid primary key,
  username text not null,
  account_ids text[] not null,
  public_token_hash bytea unique,
  access_token_hash bytea unique,
  login_required boolean not null default false,
  created_at timestamptz not null
);

-- An account that was connected by signing in to its bank can get deposits again: the bank tells each pair by its reference.
alter table micro_deposit add column reference uuid;
update micro_deposit set reference = external_account_id;
alter table micro_deposit alter column reference set not null;
