-- The policy of a card that is its limit: the one that the card began with or that was set on many cards at once, whatever its
-- name is now.
alter table spend_policy
  add column is_card_limit boolean not null default false,
  add check (not is_card_limit or layer = 'CARD');
update spend_policy set is_card_limit = true where id in (
  select distinct on (chain_id) id from spend_policy
  where layer = 'CARD' and name = 'Starting limit' order by chain_id, id);
create unique index spend_policy_card_limit on spend_policy (chain_id) where is_card_limit;
