-- What is written anyway tells the open tabs: no act can forget it.

-- Rows are pruned by time; an index by block costs nothing to write.
drop index program_event_at;
create index program_event_at on program_event using brin (at);

-- Every message of a processor about a purchase.
create function announce_card_events() returns trigger language plpgsql as $$
begin
  insert into program_event (business_id, membership_id, kind, subject_id, at)
  select written.business_id, card.membership_id, 'transaction', written.transaction_id, clock_timestamp()
  from written join card on card.id = written.card_id
  group by written.business_id, card.membership_id, written.transaction_id;
  return null;
end $$;
create trigger card_event_announced after insert on card_event
  referencing new table as written for each statement execute function announce_card_events();

-- Acts on cards, requests, policies and money, by their audit events.
create function announce_audit_events() returns trigger language plpgsql as $$
begin
  insert into program_event (business_id, membership_id, kind, subject_id, at)
  select told.business_id, coalesce(card.membership_id, request.requested_by), told.kind,
    coalesce(told.request, told.card), clock_timestamp()
  from (
    select business_id, (details ->> 'card')::uuid as card, (details ->> 'request')::uuid as request,
      case
        when type in ('card_issued', 'card_changed', 'card_group_changed') then 'card'
        when type in ('request_made', 'request_settled') then 'request'
        when type = 'cards_funded' then 'balance'
        when type like 'spend\_%' or type = 'category_group_changed' then 'policy'
        when type like 'transfer\_%' then 'transfer'
      end as kind
    from written
    where business_id is not null and (type like 'card\_%' or type like 'request\_%' or type = 'cards_funded'
      or type like 'spend\_%' or type = 'category_group_changed' or type like 'transfer\_%')
  ) as told
    left join card on card.id = told.card
    left join card_request as request on request.id = told.request
  where told.kind is not null;
  return null;
end $$;
create trigger audit_event_announced after insert on audit_event
  referencing new table as written for each statement execute function announce_audit_events();
