-- The temporary change that the approval of a request made.
alter table card_request add column override_id uuid references spend_policy;
update card_request set override_id = (
    select p.id from spend_policy p
    join card on card.id = card_request.card_id
    where p.layer = 'OVERRIDE' and p.chain_id = card.chain_id and p.created_by = card_request.decided_by
      and p.created_at between card_request.settled_at - interval '1 minute' and card_request.settled_at
    order by p.created_at desc limit 1)
  where status = 'APPROVED' and kind in ('LIMIT', 'UNBLOCK') and until is not null;
