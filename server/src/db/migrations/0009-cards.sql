-- Cards with substates, freezes, controls, replacements and groups; the counters and events of purchases.

alter table business
  -- IANA name; the calendar of its limits and schedules.
  add column time_zone text not null default 'America/New_York',
  -- Administrators' permissions and bank accounts are changed by two administrators.
  add column four_eyes boolean not null default false,
  -- Cards that the business's plan allows, closed ones not counted.
  add column cards_at_most integer not null default 5000 check (cards_at_most > 0),
  -- Its policy versions in force and in shadow (spend_policy_version), for one read per decision.
  add column policy_versions integer[] not null default '{}';

-- Versions of the program's protections, which no business can lift.
alter table program add column policy_versions integer[] not null default '{}';

alter table card
  add column kind text not null default 'PHYSICAL' check (kind in ('VIRTUAL', 'PHYSICAL')),
  -- Why the card is in its state (field reference 4.2).
  add column substatus text check (substatus in (
    'LOST', 'STOLEN', 'COMPROMISED', 'DAMAGED', 'END_USER_REQUEST', 'ISSUER_REQUEST', 'NOT_ACTIVE',
    'SUSPICIOUS_ACTIVITY', 'INTERNAL_REVIEW', 'EXPIRED', 'UNDELIVERABLE', 'OTHER', 'RECEIPTS_OVERDUE', 'ADMIN_FREEZE',
    'HOLDER_FREEZE', 'SUSPENDED_BUSINESS', 'USED_UP', 'REPLACED'
  )),
  add column name text check (length(name) between 1 and 80),
  add column purpose text check (length(purpose) between 1 and 200),
  add column external_id text check (length(external_id) between 1 and 80),
  add column issued_at timestamptz,
  add column activated_at timestamptz,
  add column closed_at timestamptz,
  -- Of a replacement or renewal: the card before it, and the first card of the chain.
  add column replaces_id uuid references card,
  add column first_card_id uuid references card,
  -- The chain: limits, policies and groups belong to it and outlive the single card.
  add column chain_id uuid not null generated always as (coalesce(first_card_id, id)) stored,
  add column pin_status text not null default 'NOT_SET' check (pin_status in ('NOT_SET', 'SET', 'BLOCKED')),
  -- Controls of its life; null is without limit.
  add column uses_at_most integer check (uses_at_most > 0),
  add column uses integer not null default 0 check (uses >= 0),
  add column amount_lock bigint check (amount_lock > 0),
  -- FIRST: the first merchant becomes the locked one.
  add column merchant_lock text check (merchant_lock in ('FIRST', 'NAMED')),
  add column locked_merchant_id text,
  add column locked_merchant_name text,
  add column valid_from timestamptz,
  add column valid_until timestamptz,
  -- Versions in force and in shadow of its groups, its chain and its overrides.
  add column policy_versions integer[] not null default '{}',
  add check (replaces_id is null or first_card_id is not null),
  add check (merchant_lock is distinct from 'NAMED' or locked_merchant_id is not null or locked_merchant_name is not null);
create index card_of_chain on card (chain_id);
create unique index card_external_id on card (business_id, external_id) where external_id is not null and status <> 'CLOSED';

-- A card spends while it has no freeze: the holder's, an administrator's and the system's are separate facts.
create table card_freeze (
  card_id uuid not null references card,
  frozen_by text not null check (frozen_by in ('HOLDER', 'ADMIN', 'SYSTEM')),
  reason text check (length(reason) between 1 and 200),
  actor_membership_id uuid references membership,
  since timestamptz not null,
  -- Ends by itself then; null stays.
  until timestamptz,
  primary key (card_id, frozen_by)
);
create index card_freeze_until on card_freeze (until) where until is not null;

-- Every change of state: the timeline of a card.
create table card_transition (
  id uuid primary key,
  card_id uuid not null references card,
  transition text not null,
  from_status text,
  to_status text not null,
  substatus text,
  actor_membership_id uuid references membership,
  channel text not null check (channel in ('APP', 'API', 'ADMIN', 'SYSTEM', 'PROCESSOR', 'FRAUD')),
  reason text,
  at timestamptz not null
);
create index card_transition_of_card on card_transition (card_id, at desc, id desc);
create trigger card_transition_append_only before update or delete on card_transition
  for each row execute function refuse_change();

create table card_shipment (
  card_id uuid primary key references card,
  status text not null check (status in ('PENDING', 'SHIPPED', 'DELIVERED', 'RETURNED', 'FAILURE', 'CANCELED')),
  method text not null check (method in ('STANDARD', 'EXPEDITED', 'EXPRESS')),
  carrier text,
  tracking_number text,
  -- Name and postal address, sealed like the holder's details.
  address_sealed bytea not null,
  expected_on date,
  updated_at timestamptz not null
);

create table card_group (
  id uuid primary key,
  business_id uuid not null references business,
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null,
  unique (business_id, name)
);
create table card_group_member (
  group_id uuid not null references card_group on delete cascade,
  -- The first card of the chain.
  chain_id uuid not null references card,
  primary key (group_id, chain_id)
);
create index card_group_of_chain on card_group_member (chain_id);

-- All windows of all counters of a scope (a card's chain, a group, a business) in one row: one read and one update,
-- whatever the number of limits. Only the server computes with it, so json.
create table limit_state (
  scope_id uuid primary key,
  windows json not null default '{}'
) with (fillfactor = 50);
