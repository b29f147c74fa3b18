-- Saved views of lists: a person's own, and those shared with the administrators of the business.

create table list_view (
  id uuid primary key,
  business_id uuid not null references business,
  -- Whose it is; it goes when the account is closed.
  membership_id uuid not null references membership,
  -- contract/src/list-views.ts
  list text not null,
  name text not null check (char_length(name) between 1 and 60),
  -- A query string, without the question mark.
  search text not null check (char_length(search) between 1 and 2000),
  is_shared boolean not null,
  -- Counts its changes, so that nobody overwrites a change that they have not seen.
  version integer not null default 1,
  created_at timestamptz not null
);
create unique index list_view_name on list_view (membership_id, list, lower(name));
create index list_view_shared on list_view (business_id, list) where is_shared;

create function forget_list_views() returns trigger language plpgsql as $$
begin
  insert into program_event (business_id, kind, subject_id, at)
  select business_id, 'view', id, clock_timestamp() from list_view where membership_id = new.id and is_shared;
  delete from list_view where membership_id = new.id;
  return null;
end $$;
create trigger membership_closed after update of status on membership
  for each row when (new.status = 'CLOSED' and old.status <> 'CLOSED') execute function forget_list_views();
