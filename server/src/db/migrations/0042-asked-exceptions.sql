-- What a cardholder asks to be allowed, before a purchase is declined for it.
alter table card_request
  add exception_about text
    check (exception_about in ('group', 'mcc', 'merchant', 'country', 'state', 'currency', 'presence', 'hours')),
  add exception_value text check (length(exception_value) between 1 and 80),
  add check (exception_about is null or (kind = 'UNBLOCK' and until is not null and declined_transaction_id is null)),
  add check ((exception_value is null) = (exception_about is null or exception_about = 'hours'));
