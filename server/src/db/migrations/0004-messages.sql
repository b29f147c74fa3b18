-- Mail and texts: a row per message, written in the transaction that causes it, sent by a job.

create table message (
  id uuid primary key,
  channel text not null check (channel in ('email', 'sms')),
  program_id uuid not null references program,
  -- Recipient and content, sealed under 'message|<id>' and emptied once the message is out.
  sealed bytea,
  -- The access code this message carries: superseding the code cancels the message.
  access_code_id uuid references access_code,
  created_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  sent_at timestamptz,
  cancelled_at timestamptz,
  failed_at timestamptz
);
create index message_access_code on message (access_code_id) where sent_at is null and cancelled_at is null;

-- The embedded mode's mailbox and phone.
create table outbox_message (
  id uuid primary key,
  at timestamptz not null,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text,
  text text not null,
  html text
);
create index outbox_message_newest on outbox_message (at desc, id desc);
