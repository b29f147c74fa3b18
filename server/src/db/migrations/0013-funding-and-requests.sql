-- Money between a business and its cards, on order and by schedules, and the requests of cardholders.

-- FUNDING -----------------------------------------------------------------------------------------------------------------

-- Of a card's wallet: below that, a schedule tops it up. The lowest of its schedules that wait for a low balance.
alter table financial_account add column top_up_below bigint check (top_up_below > 0);

create table funding_schedule (
  id uuid primary key,
  business_id uuid not null references business,
  name text not null check (length(name) between 1 and 80),
  act text not null check (act in ('FUND', 'TOP_UP', 'SET')),
  amount bigint not null check (amount > 0),
  frequency text not null check (frequency in ('DAILY', 'WEEKDAYS', 'WEEKLY', 'MONTHLY', 'LOW_BALANCE')),
  -- ISO: 1 is Monday.
  weekday integer check (weekday between 1 and 7),
  -- The last day of a shorter month stands for a day that it lacks.
  day_of_month integer check (day_of_month between 1 and 31),
  -- HH:MM in the time zone of the business.
  time_of_day text check (time_of_day ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  starts_on date not null,
  ends_on date,
  -- A card with less than that is topped up.
  threshold bigint check (threshold > 0),
  when_short text not null check (when_short in ('NONE', 'IN_ORDER', 'ALL')),
  status text not null check (status in ('ACTIVE', 'PAUSED', 'ENDED')),
  version integer not null default 1,
  next_run_at timestamptz,
  created_by uuid not null references membership,
  created_at timestamptz not null,
  idempotency_key uuid not null,
  content_hash bytea not null,
  unique (business_id, idempotency_key),
  check ((frequency = 'WEEKLY') = (weekday is not null)),
  check ((frequency = 'MONTHLY') = (day_of_month is not null)),
  check ((frequency = 'LOW_BALANCE') = (threshold is not null)),
  check ((frequency = 'LOW_BALANCE') = (time_of_day is null)),
  check (next_run_at is null or (status = 'ACTIVE' and frequency <> 'LOW_BALANCE'))
);
create index funding_schedule_due on funding_schedule (next_run_at) where next_run_at is not null;
create index funding_schedule_of_business on funding_schedule (business_id, id desc);

-- The cards of a schedule, in the order in which they are funded. A card's replacement takes its place.
create table funding_schedule_card (
  schedule_id uuid not null references funding_schedule,
  position integer not null,
  -- The first card of the chain.
  chain_id uuid not null references card,
  primary key (schedule_id, position),
  unique (schedule_id, chain_id)
);
create index funding_schedule_of_chain on funding_schedule_card (chain_id);

create table funding_run (
  id uuid primary key,
  business_id uuid not null references business,
  at timestamptz not null,
  -- Null: a schedule did it.
  actor_membership_id uuid references membership,
  schedule_id uuid references funding_schedule,
  -- Of a schedule by the clock: the moment that it was due.
  due_at timestamptz,
  idempotency_key uuid not null,
  content_hash bytea not null,
  act text not null check (act in ('FUND', 'DEFUND', 'SET', 'TOP_UP', 'ZERO')),
  when_short text not null check (when_short in ('NONE', 'IN_ORDER', 'ALL')),
  outcome text not null check (outcome in ('DONE', 'NOTHING', 'SHORT')),
  account_before bigint not null,
  account_after bigint not null,
  missing bigint not null check (missing >= 0),
  cards_changed integer not null,
  cards_unchanged integer not null,
  unique (business_id, idempotency_key),
  unique (schedule_id, due_at)
);
create index funding_run_of_business on funding_run (business_id, id desc);
create index funding_run_of_schedule on funding_run (schedule_id, id desc) where schedule_id is not null;

create table funding_run_line (
  run_id uuid not null references funding_run,
  position integer not null,
  card_id uuid not null references card,
  balance_before bigint not null,
  -- Below zero: back to the account.
  change bigint not null,
  reason text,
  transfer_id uuid references transfer,
  primary key (run_id, position),
  check ((change = 0) = (transfer_id is null))
);
create trigger funding_run_line_append_only before update or delete on funding_run_line
  for each row execute function refuse_change();

-- A wallet falls below its threshold: its schedules are run soon, once for all wallets of a business that fall together.
create function note_low_balance() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('top_up_cards', json_build_object('businessId', new.business_id),
    job_key := 'top_up_cards|' || new.business_id);
  return null;
end $$;
create trigger financial_account_low after update of debits_posted, debits_pending on financial_account for each row
  when (new.top_up_below is not null and new.available_balance < new.top_up_below
    and new.available_balance < old.available_balance)
  execute function note_low_balance();


-- REQUESTS ----------------------------------------------------------------------------------------------------------------

create table card_request (
  id uuid primary key,
  business_id uuid not null references business,
  kind text not null check (kind in ('FUNDING', 'LIMIT', 'UNBLOCK', 'CARD')),
  status text not null default 'PENDING' check (status in ('PENDING', 'APPROVED', 'REJECTED', 'CANCELED', 'EXPIRED')),
  requested_by uuid not null references membership,
  card_id uuid references card,
  amount bigint check (amount > 0),
  period text check (period in ('PURCHASE', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'LIFETIME')),
  countries text[] not null default '{}',
  card_name text check (length(card_name) between 1 and 80),
  card_kind text check (card_kind in ('VIRTUAL', 'PHYSICAL')),
  until timestamptz,
  purpose text not null check (length(purpose) between 1 and 140),
  declined_transaction_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  idempotency_key uuid not null,
  content_hash bytea not null,
  -- Its end, by a decision, its holder or the time.
  settled_at timestamptz,
  decided_by uuid references membership,
  decided_amount bigint check (decided_amount > 0),
  decided_until timestamptz,
  decision_note text,
  decision_key uuid,
  decision_hash bytea,
  issued_card_id uuid references card,
  unique (requested_by, idempotency_key),
  check ((status = 'PENDING') = (settled_at is null)),
  check ((status in ('APPROVED', 'REJECTED')) = (decided_by is not null)),
  check ((kind = 'CARD') = (card_id is null))
);
create index card_request_of_business on card_request (business_id, id desc);
create index card_request_pending on card_request (business_id, id desc) where status = 'PENDING';
create index card_request_of_holder on card_request (requested_by, id desc);
create index card_request_expiry on card_request (expires_at) where status = 'PENDING';

-- The timeline of a request.
create table card_request_event (
  id uuid primary key,
  request_id uuid not null references card_request,
  kind text not null check (kind in ('CREATED', 'NOTE', 'APPROVED', 'REJECTED', 'CANCELED', 'EXPIRED')),
  actor_membership_id uuid references membership,
  amount bigint,
  note text,
  at timestamptz not null,
  -- Of a note: makes a retry harmless.
  idempotency_key uuid,
  unique (request_id, idempotency_key)
);
create index card_request_timeline on card_request_event (request_id, id);
create trigger card_request_event_append_only before update or delete on card_request_event
  for each row execute function refuse_change();
