-- A login is reported once, however often it is said.
alter table login_record add column reported_at timestamptz;
