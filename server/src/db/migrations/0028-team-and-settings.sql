-- What invited administrators will be entrusted with, changes of a team and its business that wait for a second
-- administrator, and the settings of a business.

alter table invite
  -- Of an administrator; null: ADMINISTRATOR.
  add column preset text check (preset in ('OWNER', 'ADMINISTRATOR', 'FUNDER', 'REVIEWER', 'AUDITOR')),
  -- No mail is sent before a second administrator has approved it.
  add column awaits_approval boolean not null default false,
  add check (preset is null or role = 'ADMIN');

alter table pending_change drop constraint pending_change_kind_check;
alter table pending_change add constraint pending_change_kind_check
  check (kind in ('PERMISSIONS', 'BANK_ACCOUNT', 'SPEND_POLICY', 'INVITE', 'CLOSING', 'FOUR_EYES'));

alter table business
  -- Counts the changes of the settings, so that nobody overwrites a change that they have not seen.
  add column settings_version integer not null default 1,
  -- What people are notified of who have not chosen: preferences by role (contract/src/notification-preferences.ts).
  add column notification_defaults jsonb;

create or replace function notify_of_card_events() returns trigger language plpgsql as $$
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
    join business on business.id = news.business_id
    left join notification_preference as chosen on chosen.membership_id = membership.id
  where news.amount > 0
    and wants_notification(coalesce(chosen.deliveries, business.notification_defaults -> membership.role -> 'deliveries'),
      news.kind, membership.role = 'CARDHOLDER' and news.kind <> 'PURCHASE');
  get diagnostics v_rows = row_count;
  if v_rows > 0 then perform graphile_worker.add_job('send_notifications'); end if;
  return null;
end $$;
