-- Spend over time and by category, card and merchant is added up from the index alone.
drop index card_transaction_business;
create index card_transaction_business on card_transaction (business_id, at desc, id desc)
  include (status, amount, mcc, card_id, merchant);
