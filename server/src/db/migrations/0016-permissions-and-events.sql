-- Presets of administrators with their exceptions, changes that wait for a second administrator, and the events that
-- signed-in tabs are told of.

alter table membership
  -- Null: ADMINISTRATOR, or a cardholder, who has no flags (contract/src/permissions.ts).
  add column preset text check (preset in ('OWNER', 'ADMINISTRATOR', 'FUNDER', 'REVIEWER', 'AUDITOR')),
  add column flags_granted text[] not null default '{}',
  add column flags_withheld text[] not null default '{}',
  add check (role = 'ADMIN' or (preset is null and flags_granted = '{}' and flags_withheld = '{}'));
update membership set preset = 'OWNER' where id in (
  select distinct on (business_id) id from membership
  where role = 'ADMIN' and status = 'OPEN' order by business_id, created_at, id);

-- Where a business asks for four eyes: a change that another administrator than its author has to approve.
create table pending_change (
  id uuid primary key,
  business_id uuid not null references business,
  kind text not null check (kind in ('PERMISSIONS', 'BANK_ACCOUNT')),
  -- What exactly is changed, as a keyed MAC: an approval is good for nothing else.
  subject bytea not null,
  -- What the approver sees.
  details jsonb not null,
  requested_by uuid not null references membership,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  -- USED: an approved bank account has been added.
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'USED', 'REJECTED', 'CANCELED')),
  decided_by uuid references membership,
  decided_at timestamptz,
  check ((status = 'PENDING') = (decided_by is null)),
  check ((decided_by is null) = (decided_at is null)),
  check (decided_by is null or (decided_by = requested_by) = (status = 'CANCELED'))
);
create index pending_change_of_business on pending_change (business_id, requested_at desc, id desc);

-- What signed-in tabs are told (GET /api/events): rows live for a day. Without foreign keys, because purchases write
-- here: a key would lock the rows of the business and the holder with every event.
create table program_event (
  id bigint generated always as identity primary key,
  business_id uuid not null,
  -- The holder concerned; null: administrators only.
  membership_id uuid,
  kind text not null,
  subject_id uuid,
  at timestamptz not null
);
create index program_event_of_business on program_event (business_id, at);
create index program_event_at on program_event (at);
