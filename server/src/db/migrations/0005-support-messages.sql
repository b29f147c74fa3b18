-- Messages of strangers to a program's support that wait for the hourly digest, because many were mailed already. The next
-- digest deletes them.
create table support_message (
  id uuid primary key,
  program_id uuid not null references program,
  -- Subject, text and address for the reply.
  sealed bytea not null,
  created_at timestamptz not null
);
create index support_message_program on support_message (program_id, id);
