-- What people are notified of: their choices, and what waits to be sent to them.

create table notification_preference (
  membership_id uuid primary key references membership,
  -- By kind: how it is delivered by mail and by text (contract/src/notification-preferences.ts).
  deliveries jsonb not null,
  -- When no text is sent, hh:mm in the time zone of the business; both are null for never.
  quiet_from text check (quiet_from ~ '^\d\d:\d\d$'),
  quiet_until text check (quiet_until ~ '^\d\d:\d\d$'),
  -- In minor units.
  low_balance_below bigint not null check (low_balance_below >= 0),
  check ((quiet_from is null) = (quiet_until is null))
);

-- A notification for one membership, written with what causes it. A job decides how it is delivered.
create table notification (
  id bigint generated always as identity primary key,
  membership_id uuid not null references membership,
  kind text not null check (kind in ('PURCHASE', 'DECLINE', 'REFUND', 'REQUEST', 'LOW_BALANCE', 'CARD_CHANGE')),
  facts jsonb not null,
  at timestamptz not null,
  handled_at timestamptz,
  -- It is part of the digest that is sent from then on; null: of none, or it was sent.
  digest_at timestamptz
);
create index notification_waiting on notification (id) where handled_at is null;
create index notification_digest on notification (digest_at) where digest_at is not null;
