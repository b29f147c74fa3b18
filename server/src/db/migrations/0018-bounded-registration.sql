-- Wrong verification codes of a card since the last right one or the last lift; at the limit it is locked, however many
-- days they are spread over.
alter table card add column wrong_codes_total integer not null default 0;
-- How often administrators have lifted such a lock.
alter table card add column times_unlocked integer not null default 0;

-- The link that a registration was begun with: once the invite is sent again, the old link is worth nothing, and neither is
-- what was begun with it.
alter table registration add column invite_code_hash bytea;
update registration set invite_code_hash = invite.code_hash from invite where invite.id = registration.invite_id;
alter table registration add check ((invite_id is null) = (invite_code_hash is null));
