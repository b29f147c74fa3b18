-- A message and a purchase name the business of their card. One reference to both proves it, and costs a decision half of
-- what two references cost.
alter table card add unique (id, business_id);
alter table card_event
  drop constraint card_event_business_id_fkey,
  drop constraint card_event_card_id_fkey,
  add foreign key (card_id, business_id) references card (id, business_id);
alter table card_transaction
  drop constraint card_transaction_business_id_fkey,
  drop constraint card_transaction_card_id_fkey,
  add foreign key (card_id, business_id) references card (id, business_id);
