-- The events that are settled with the network, by the report that settled them. A later report does not expect them.
create table settled_event (
  event_id text primary key,
  report_id uuid not null references settlement_report,
  settled_at timestamptz not null
);

-- REPEATED: reported, and settled by an earlier report.
alter table settlement_difference drop constraint settlement_difference_kind_check;
alter table settlement_difference add constraint settlement_difference_kind_check
  check (kind in ('MISSING_EVENT', 'NOT_REPORTED', 'AMOUNT', 'ENTRIES', 'REPEATED'));
create index settlement_difference_of_event on settlement_difference (event_id) where closed_at is null;

-- What the simulated network settles, by day.
create index simulator_message_settles on simulator_message (at) where settles is not null;

-- Reports from before settled the events of their day without a difference.
insert into settled_event (event_id, report_id, settled_at)
  select e.event_id, r.id, r.received_at
  from settlement_report r
  join business b on b.program_id = r.program_id
  join card_event e on e.business_id = b.id and (e.at at time zone 'UTC')::date = r.day
  where e.type in ('CLEARING', 'FINANCIAL_AUTHORIZATION', 'CORRECTION_DEBIT', 'RETURN_REVERSAL', 'RETURN', 'CORRECTION_CREDIT')
    and e.outcome is distinct from 'DECLINED' and not 'SUSPENSE' = any(e.flags)
    and not exists (select from settlement_difference d where d.event_id = e.event_id)
  union all
  select s.event_id, r.id, r.received_at
  from settlement_report r
  join business b on b.program_id = r.program_id
  join suspense_item s on s.business_id = b.id and (s.at at time zone 'UTC')::date = r.day
  where not exists (select from settlement_difference d where d.event_id = s.event_id)
  on conflict do nothing;
