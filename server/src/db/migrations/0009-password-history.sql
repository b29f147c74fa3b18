-- Hashes of passwords that a person has replaced; the newest two count beside the current one.
create table password_history (
  id uuid primary key,
  person_id uuid not null references person,
  password_hash text not null,
  replaced_at timestamptz not null
);
create index password_history_person on password_history (person_id, replaced_at desc);
