-- The request that the simulated network has sent about a purchase, until it has acted on the answer: a crash in between is
-- finished by asking again with the same id.
alter table simulator_purchase add column asking json;
update simulator_purchase set asking = json_build_object('eventId', id, 'amount', requested, 'isIncrement', false,
    'partialOk', false, 'mistake', null)
  where not begun and kind not in ('FORCE_POST', 'REFUND', 'CREDIT', 'BALANCE_INQUIRY');
