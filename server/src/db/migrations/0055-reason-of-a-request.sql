-- A declined purchase is a reason by itself: the person who asks may leave theirs out.
alter table card_request
  alter column purpose drop not null,
  add check (purpose is not null or declined_transaction_id is not null);
