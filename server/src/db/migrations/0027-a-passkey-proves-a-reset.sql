-- A passkey can be the second proof of a reset: its challenge belongs to that reset.
alter table passkey_challenge add column reset_flow_id uuid references reset_flow on delete cascade;
create index passkey_challenge_reset on passkey_challenge (reset_flow_id) where reset_flow_id is not null;
alter table reset_flow drop constraint reset_flow_proven_by_check;
alter table reset_flow add constraint reset_flow_proven_by_check
  check (proven_by in ('PhoneNumber', 'Authenticator', 'BackupCode', 'Passkey', 'AdminConfirmation'));
