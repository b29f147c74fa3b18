-- Who was signed in when a registration was begun, or has gone on with it since; null: nobody. It is worth nothing to
-- anybody else who sits down at the same browser.
alter table registration add column person_id uuid references person;
