-- Since when the person has had the authenticator app or passkey by which a session was last proven; null where that was
-- anything else. Kept with the session, because the factor itself may be gone by the time it is asked for.
alter table session add column factor_since timestamptz;

-- Addresses that were added since 0020, when nothing wrote that down yet.
update contact set added_later = true where not added_later and exists (
  select from audit_event
  where type = 'contact_added' and audit_event.person_id = contact.person_id
    and details ->> 'channel' = contact.kind
    and at between contact.created_at - interval '1 second' and contact.created_at + interval '1 second'
);
