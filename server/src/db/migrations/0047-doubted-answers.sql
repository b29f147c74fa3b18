-- Approvals that were stored, but not known to be stored, when their request had to be answered. WITHDRAWN: the answer was a
-- decline, so the approval does not count and a job releases its hold · CONFIRMED: the request was repeated before that,
-- and answered with the approval.
create table doubted_answer (
  event_id text primary key references card_event,
  answer text not null check (answer in ('WITHDRAWN', 'CONFIRMED')),
  at timestamptz not null
);
