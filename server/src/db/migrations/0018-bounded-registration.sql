-- Wrong verification codes of a card since the last right one or the last lift; at the limit it is locked, however many
-- days they are spread over.
alter table card add column wrong_codes_total integer not null default 0;
-- How often administrators have lifted such a lock.
alter table card add column times_unlocked integer not null default 0;
