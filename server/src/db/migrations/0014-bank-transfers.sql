-- Money between a business and its bank accounts, by ACH.

create table bank_transfer (
  id uuid primary key,
  business_id uuid not null references business,
  external_account_id uuid not null references external_account,
  -- IN: from the bank account, an ACH debit. OUT: to it, an ACH credit.
  direction text not null check (direction in ('IN', 'OUT')),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('PENDING', 'SETTLED', 'DECLINED', 'RETURNED', 'REVERSED', 'CANCELED')),
  stage text not null
    check (stage in ('SCHEDULED', 'SENT', 'HELD', 'DONE', 'DECLINED', 'RETURNED', 'REVERSED', 'CANCELED')),
  note text check (length(note) between 1 and 80),
  requested_by uuid not null references membership,
  created_at timestamptz not null,
  -- Can be canceled until then.
  sends_at timestamptz not null,
  settles_on date not null,
  -- Of a deposit: it can be spent from then on.
  available_on date check ((direction = 'IN') = (available_on is not null)),
  -- When the bank had taken the entry over.
  handed_over_at timestamptz,
  return_code text check (return_code ~ '^R\d\d$'),
  -- The pending transfer of the ledger.
  hold_id uuid not null references transfer,
  idempotency_key uuid not null,
  content_hash bytea not null,
  unique (business_id, idempotency_key)
);
create index bank_transfer_of_business on bank_transfer (business_id, id desc);
create index bank_transfer_to_send on bank_transfer (sends_at) where stage = 'SCHEDULED';
create index bank_transfer_to_hand_over on bank_transfer (id) where stage = 'SENT' and handed_over_at is null;
create index bank_transfer_held on bank_transfer (available_on) where stage = 'HELD';
create index bank_transfer_returned on bank_transfer (external_account_id) where return_code is not null;

create table bank_transfer_event (
  id uuid primary key,
  transfer_id uuid not null references bank_transfer,
  step text not null
    check (step in ('request', 'send', 'cancel', 'decline', 'settle', 'release', 'return', 'reverse')),
  actor_membership_id uuid references membership,
  return_code text,
  at timestamptz not null
);
create index bank_transfer_timeline on bank_transfer_event (transfer_id, id);
create trigger bank_transfer_event_append_only before update or delete on bank_transfer_event
  for each row execute function refuse_change();

-- What the embedded bank has been given, and when it does what with it.
create table embedded_bank_entry (
  reference uuid primary key,
  direction text not null check (direction in ('IN', 'OUT')),
  amount bigint not null,
  settles_at timestamptz,
  declined boolean not null,
  return_code text,
  returns_at timestamptz,
  settlement_confirmed boolean not null default false,
  end_confirmed boolean not null default false
);
