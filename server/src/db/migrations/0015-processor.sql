-- What the installation and a card processor tell each other, and the memory of the simulated one.

-- A card's name at the processor that produced it; cards of the embedded processor have none.
create table processor_card (
  card_id uuid primary key references card,
  processor text not null check (processor in ('stripe', 'lithic')),
  reference text not null check (length(reference) between 1 and 200),
  created_at timestamptz not null,
  unique (processor, reference)
);

-- A cardholder's name at a processor, made with their first card.
create table processor_holder (
  membership_id uuid not null references membership,
  processor text not null check (processor in ('stripe', 'lithic')),
  reference text not null check (length(reference) between 1 and 200),
  created_at timestamptz not null,
  primary key (membership_id, processor)
);

-- Acts on cards that the processor has to be told. They are written with the act itself and told by a job, in order.
create table processor_act (
  id uuid primary key,
  card_id uuid not null references card,
  act text not null check (act in ('ISSUE', 'ACTIVATE', 'FREEZE', 'UNFREEZE', 'SHIP', 'STAND_IN', 'CLOSE')),
  -- Names and addresses among them, sealed until the processor has been told.
  details_sealed bytea,
  created_at timestamptz not null,
  attempts integer not null default 0,
  last_error text check (length(last_error) <= 300),
  done_at timestamptz,
  -- The processor refuses it for good; an operator has to look.
  refused_at timestamptz
);
create index processor_act_open on processor_act (created_at) where done_at is null;

-- Webhooks, stored before they are answered and processed by a job afterwards.
create table processor_webhook (
  id uuid primary key,
  processor text not null check (processor in ('stripe', 'lithic')),
  -- The processor's id of the delivery: each is processed once.
  delivery_id text not null check (length(delivery_id) between 1 and 200),
  type text not null check (length(type) between 1 and 200),
  happened_at timestamptz not null,
  received_at timestamptz not null,
  -- The processor's message without card data.
  payload json not null,
  -- IGNORED: nothing in it is for this product.
  status text not null default 'RECEIVED' check (status in ('RECEIVED', 'PROCESSED', 'IGNORED', 'FAILED')),
  attempts integer not null default 0,
  last_error text check (length(last_error) <= 300),
  processed_at timestamptz,
  -- Found by the catch-up, because the delivery itself was missed.
  was_missed boolean not null default false,
  unique (processor, delivery_id)
);
create index processor_webhook_open on processor_webhook (received_at) where status in ('RECEIVED', 'FAILED');
create index processor_webhook_received on processor_webhook (received_at);

-- The simulated network: how far its clock has been moved, and which faults are on.
create table simulator_state (
  only_row boolean primary key default true check (only_row),
  moved_seconds bigint not null default 0 check (moved_seconds >= 0),
  faults text[] not null default '{}' check (faults <@ '{LATE,TWICE,OUT_OF_ORDER,SILENT,NONSENSE}'::text[])
);
insert into simulator_state default values;

-- A purchase as its merchant sees it, in minor units of the card's currency.
create table simulator_purchase (
  id uuid primary key,
  business_id uuid not null references business,
  card_id uuid not null references card,
  merchant_id text not null,
  kind text not null check (kind in (
    'PLAIN', 'TIP', 'HOTEL', 'FUEL', 'SUBSCRIPTION', 'ATM', 'SINGLE_MESSAGE', 'FORCE_POST', 'REFUND', 'CREDIT',
    'BALANCE_INQUIRY', 'ACCOUNT_CHECK'
  )),
  presence text not null check (presence in ('PRESENT', 'NOT_PRESENT', 'WALLET', 'CASH')),
  merchant_currency text not null,
  -- What the merchant asked for, what stands on hold, what was settled and what was paid back.
  requested bigint not null check (requested >= 0),
  held bigint not null default 0 check (held >= 0),
  captured bigint not null default 0 check (captured >= 0),
  refunded bigint not null default 0 check (refunded >= 0),
  status text not null check (status in ('DECLINED', 'OPEN', 'SETTLED', 'VOIDED', 'EXPIRED', 'NO_ANSWER')),
  decline_code text,
  hold_until timestamptz,
  -- The next charge of a subscription.
  renews_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index simulator_purchase_of_business on simulator_purchase (business_id, updated_at desc, id desc);
create index simulator_purchase_renews on simulator_purchase (renews_at) where renews_at is not null;

-- What the network has sent or will send, and the answers: the simulator's log.
create table simulator_message (
  id uuid primary key,
  purchase_id uuid references simulator_purchase,
  business_id uuid not null references business,
  type text not null,
  -- Minor units; what settles on the day's report is signed: paid back is negative.
  amount bigint not null,
  settles bigint,
  message json not null,
  at timestamptz not null,
  due_at timestamptz not null,
  delivered_at timestamptz,
  answer text check (length(answer) <= 300),
  milliseconds integer
);
create index simulator_message_of_business on simulator_message (business_id, at desc, id desc);
create index simulator_message_due on simulator_message (due_at) where delivered_at is null;
