-- Purchases, declines and refunds notify people who want to know, in the transaction that makes them.
-- The words, the addresses and the way are the job's (core/notifications). What is older than a day is no news.

-- Few members are administrators: finding them must not read all holders of cards.
create index membership_administrators on membership (business_id) where role = 'ADMIN';

-- Whether a membership wants a kind. `p_by_default`: where nothing was chosen.
create function wants_notification(p_deliveries jsonb, p_kind text, p_by_default boolean) returns boolean
language sql immutable as $$
  select case when p_deliveries is null then p_by_default
    else p_deliveries -> p_kind <> '{"email": "OFF", "text": "OFF"}'::jsonb end
$$;

create function notify_of_card_events() returns trigger language plpgsql as $$
declare
  v_rows integer;
begin
  insert into notification (membership_id, kind, facts, at)
  select membership.id, news.kind, jsonb_build_object('kind', news.kind, 'merchant', purchase.merchant,
    'amount', jsonb_build_object('amount', news.amount, 'currency', news.currency), 'last4', card.last_four,
    'code', news.code), news.at
  from (
    select transaction_id, card_id, business_id, at, currency, decline_code as code,
      case when outcome = 'DECLINED' or type = 'RETURN' then amount else approved end as amount,
      case when outcome = 'DECLINED' then 'DECLINE' when outcome is not null then 'PURCHASE'
        when type = 'RETURN' then 'REFUND' end as kind
    from written
    where at > clock_timestamp() - interval '1 day'
      and (type = 'RETURN' or type in ('AUTHORIZATION', 'FINANCIAL_AUTHORIZATION') and outcome is not null)
  ) as news
    join card on card.id = news.card_id
    join card_transaction as purchase on purchase.id = news.transaction_id
    cross join lateral (
      select id, person_id, role from membership where id = card.membership_id and status = 'OPEN'
      union all
      select id, person_id, role from membership
        where business_id = news.business_id and role = 'ADMIN' and status = 'OPEN'
    ) as membership
    left join notification_preference as chosen on chosen.membership_id = membership.id
  where news.amount > 0
    and wants_notification(chosen.deliveries, news.kind, membership.role = 'CARDHOLDER' and news.kind <> 'PURCHASE');
  get diagnostics v_rows = row_count;
  if v_rows > 0 then perform graphile_worker.add_job('send_notifications'); end if;
  return null;
end $$;
create trigger card_event_notified after insert on card_event
  referencing new table as written for each statement execute function notify_of_card_events();
