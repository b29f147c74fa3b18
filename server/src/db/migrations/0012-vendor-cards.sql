-- Links by which a business shows one card's details to a vendor, once. The code and the token it is exchanged for are
-- stored as their SHA-256; a card number is never here.

-- Where the business takes its post: what a vendor enters as the billing address.
alter table business add column profile_address text;

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

-- Who has seen the details of a card, for its holder.
create index audit_event_card_views on audit_event ((details ->> 'card'), sequence desc)
  where type in ('card_details_viewed', 'vendor_link_used');
