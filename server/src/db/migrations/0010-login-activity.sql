-- What a person has looked at, and until when: logins after that moment are new.
create table seen_mark (
  person_id uuid not null references person,
  page text not null check (page in ('login-activity', 'security-checklist')),
  seen_at timestamptz not null,
  primary key (person_id, page)
);

-- Each device of a person with its last login.
create index login_record_device on login_record (person_id, (coalesce(device_id, id)), at desc);
-- Sessions of an account that was closed.
create index session_membership_live on session (membership_id) where ended_at is null;
