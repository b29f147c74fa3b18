-- What happened: append-only rows, written in the transaction of the act they record.

create table login_record (
  id uuid primary key,
  person_id uuid not null references person,
  membership_id uuid not null references membership,
  device_id uuid references device,
  session_id uuid not null references session,
  at timestamptz not null,
  agent_family text,
  os_family text,
  ip_address text not null,
  location_city text,
  location_region text,
  location_country text
);
create index login_record_newest on login_record (person_id, at desc);

-- `type` is one of the typed events in server/src/features/audit/events.ts; `details` never holds a secret.
create table audit_event (
  sequence bigint generated always as identity primary key,
  id uuid not null unique,
  at timestamptz not null,
  type text not null,
  person_id uuid references person,
  membership_id uuid references membership,
  business_id uuid references business,
  session_id uuid,
  correlation_id text not null,
  ip_prefix text,
  details jsonb not null default '{}'
);
create index audit_event_person on audit_event (person_id, sequence desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger audit_event_append_only before update or delete on audit_event
  for each row execute function refuse_change();
create trigger audit_event_no_truncate before truncate on audit_event
  for each statement execute function refuse_change();
