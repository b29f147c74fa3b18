-- A login is reported once, however often it is said.
alter table login_record add column reported_at timestamptz;

-- Several reset links can be alive at once: whoever knows a name asks for one, and must not end the one in use (decision 021).
drop index reset_link_one_live;
create index reset_link_live on reset_link (person_id) where used_at is null and superseded_at is null;

-- From where a mail was asked for: keyed MAC of the address prefix. Null on devices the person is known on.
alter table recovery_mail add column asked_from bytea;
