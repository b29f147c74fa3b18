-- The second factor of a login that is being linked (decision 037): it is proven for the session that began it, with a code
-- of its own purpose, and never opens a session.
alter table mfa_session add column link_session_id uuid references session on delete cascade;
create index mfa_session_link on mfa_session (link_session_id) where link_session_id is not null;
alter table one_time_code drop constraint one_time_code_purpose_check;
alter table one_time_code add constraint one_time_code_purpose_check
  check (purpose in ('LoginNewDevice', 'LinkLogin', 'PasswordReset', 'StepUp', 'ContactConfirmation', 'Registration'));
