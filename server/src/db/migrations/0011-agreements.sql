-- What people have accepted, word for word, and when. Both tables only grow.

create table agreement_text (
  sha256 bytea primary key,
  agreement text not null,
  version integer not null,
  effective_date text not null,
  -- With every parameter filled in, as it was shown.
  markdown text not null,
  first_accepted_at timestamptz not null
);

create table agreement_acceptance (
  id uuid primary key,
  person_id uuid not null references person,
  -- The account they were in.
  membership_id uuid not null references membership,
  agreement text not null,
  version integer not null,
  text_sha256 bytea not null references agreement_text,
  accepted_at timestamptz not null,
  unique (person_id, agreement, version)
);

create function only_grows() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name;
end $$;
create trigger agreement_text_only_grows before update or delete on agreement_text
  for each row execute function only_grows();
create trigger agreement_acceptance_only_grows before update or delete on agreement_acceptance
  for each row execute function only_grows();
