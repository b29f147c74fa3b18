-- Freezes by their cause, the reason of a replacement, and answers to repeated requests.

-- Why the card is frozen: the holder, an administrator, or one of several causes of the program.
alter table card_freeze add column cause text;
update card_freeze set cause = case frozen_by
  when 'HOLDER' then 'HOLDER_FREEZE' when 'ADMIN' then 'ADMIN_FREEZE' else 'INTERNAL_REVIEW' end;
alter table card_freeze
  alter column cause set not null,
  drop constraint card_freeze_pkey,
  add primary key (card_id, cause),
  add check (cause in (
    'HOLDER_FREEZE', 'ADMIN_FREEZE', 'INTERNAL_REVIEW', 'SUSPENDED_BUSINESS', 'SUSPICIOUS_ACTIVITY', 'RECEIPTS_OVERDUE'
  ));
-- A card is paused because a freeze stands.
insert into card_freeze (card_id, frozen_by, cause, since)
  select id, 'ADMIN', 'ADMIN_FREEZE', now() from card where status = 'PAUSED'
  on conflict do nothing;
update card set substatus = 'ADMIN_FREEZE' where status = 'PAUSED' and substatus is null;

alter table card
  -- Of a replacement: why. The substatus of the card before it, once that one is closed.
  add column replaces_for text check (replaces_for in (
    'LOST', 'STOLEN', 'COMPROMISED', 'DAMAGED', 'EXPIRING', 'UNDELIVERABLE'
  )),
  -- A vendor link's own card is closed by its capture.
  add column closes_on_capture boolean not null default false;
-- A card has one replacement that works or will.
create unique index card_replaced_once on card (replaces_id) where replaces_id is not null and status <> 'CLOSED';
create index card_replaces on card (replaces_id) where replaces_id is not null;
create index card_expiring on card (expires_on) where status <> 'CLOSED';
create index card_valid_until on card (valid_until) where valid_until is not null and status <> 'CLOSED';

-- The answer to an act with an idempotency key: the same request gets it again, another one is refused.
create table idempotent_request (
  business_id uuid not null references business,
  key uuid not null,
  fingerprint bytea not null,
  -- Null while the act runs.
  answer jsonb,
  at timestamptz not null,
  primary key (business_id, key)
);
