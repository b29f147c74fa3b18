-- An administrator's word is for the browser that asked (decision 012). Every browser that opens a link has a secret in a
-- cookie; a flow and a request keep its SHA-256.
alter table reset_flow add column browser_hash bytea;
-- Flows of before are browsers of their own, and what was asked before has to be asked again.
update reset_flow set browser_hash = token_hash;
alter table reset_flow alter column browser_hash set not null;

alter table recovery_request add column browser_hash bytea;
update recovery_request set browser_hash = ''::bytea, closed_at = coalesce(closed_at, now());
alter table recovery_request alter column browser_hash set not null;

-- One request of a person waits at a time; what was confirmed stays with its browser when another one asks.
drop index recovery_request_one_open;
create unique index recovery_request_one_waiting on recovery_request (person_id)
  where closed_at is null and confirmed_at is null;
create unique index recovery_request_one_of_browser on recovery_request (person_id, browser_hash) where closed_at is null;
