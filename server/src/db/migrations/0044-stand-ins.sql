-- The rules that a card's processor was last told for outages, as its amount lock and the ids of the versions in force. Null
-- until the first time after the order.
alter table processor_card add column stand_in_basis text;
