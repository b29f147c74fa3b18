-- How the person proved themselves again within a session: 'password' is the password alone, anything else a second factor
-- beside it. Null with stepped_up_at, and for proofs from before this was kept, which count as the password alone.
alter table session add column stepped_up_by text
  check (stepped_up_by in ('password', 'email', 'sms', 'totp', 'backup', 'webauthn'));

-- Whether somebody who was signed in has added the address; the others came with the registration or from the business.
alter table contact add column added_later boolean not null default false;
update contact set added_later = true where exists (
  select from audit_event
  where type = 'contact_added' and audit_event.person_id = contact.person_id
    and details ->> 'channel' = contact.kind
    and at between contact.created_at - interval '1 second' and contact.created_at + interval '1 second'
);
