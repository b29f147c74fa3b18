-- What people report about a purchase, until somebody closes it. One is open at a time.
create table transaction_report (
  id uuid primary key,
  transaction_id uuid not null references card_transaction,
  business_id uuid not null references business,
  reason text not null check (reason in
    ('NOT_MADE', 'WRONG_AMOUNT', 'CHARGED_TWICE', 'NOT_RECEIVED', 'NOT_REFUNDED', 'WRONGLY_DECLINED', 'OTHER')),
  text text not null check (length(text) between 1 and 1000),
  -- The number that people quote to support.
  reference text not null,
  reported_by uuid not null references membership,
  reported_at timestamptz not null,
  closed_at timestamptz,
  closed_by uuid references membership,
  answer text check (length(answer) between 1 and 1000),
  check ((closed_at is null) = (closed_by is null)),
  check (answer is null or closed_at is not null)
);
create unique index transaction_report_open on transaction_report (transaction_id) where closed_at is null;
create index transaction_report_transaction on transaction_report (transaction_id, reported_at);

-- The sheet of a declined purchase finds the request that was made because of it.
create index card_request_declined on card_request (declined_transaction_id) where declined_transaction_id is not null;
