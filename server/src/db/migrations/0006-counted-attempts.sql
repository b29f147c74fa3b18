-- Passwords that are counted and not checked yet. A crash leaves its rows, and the sweep of db/liveness.ts takes their
-- counts back, because nobody got an answer.
create table counted_attempt (
  id uuid primary key,
  -- The name of the server process (db/liveness.ts).
  process text not null,
  -- Of the throttle that counts it.
  key bytea not null,
  counted_at timestamptz not null default now()
);
create index counted_attempt_key on counted_attempt (key);
