-- People are notified of the money that cards are given, and an entry leads to its run.

alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('PURCHASE', 'DECLINE', 'REFUND', 'REQUEST', 'FUNDING', 'LOW_BALANCE', 'CARD_CHANGE'));

-- What was chosen before gets the default of the role (contract/src/notification-preferences.ts).
update notification_preference p set deliveries = p.deliveries || jsonb_build_object('FUNDING',
    jsonb_build_object('email', case m.role when 'ADMIN' then 'OFF' else 'NOW' end, 'text', 'OFF'))
  from membership m where m.id = p.membership_id and not p.deliveries ? 'FUNDING';
update business set notification_defaults = jsonb_set(jsonb_set(notification_defaults,
    '{ADMIN,deliveries,FUNDING}', '{"email": "OFF", "text": "OFF"}'),
    '{CARDHOLDER,deliveries,FUNDING}', '{"email": "NOW", "text": "OFF"}')
  where notification_defaults is not null;

create index funding_run_line_transfer on funding_run_line (transfer_id) where transfer_id is not null;
