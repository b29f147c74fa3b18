-- What a change of time zone leaves of used limits, activations that wait for a second administrator, and the group that
-- new cards join.

alter table business
  -- The zone before the last change, and when it was changed: a change that is taken back the same day leaves no trace.
  add column time_zone_before text,
  add column time_zone_changed_at timestamptz,
  add check ((time_zone_before is null) = (time_zone_changed_at is null)),
  -- The policies of this group hold for new cards, until somebody takes the card out of it.
  add column default_card_group_id uuid references card_group on delete set null;

alter table pending_change drop constraint pending_change_kind_check;
alter table pending_change add constraint pending_change_kind_check
  check (kind in ('PERMISSIONS', 'BANK_ACCOUNT', 'SPEND_POLICY'));

-- A page of policies: by layer, then by name.
create index spend_policy_page on spend_policy
  (business_id, (array_position(array['BUSINESS', 'GROUP', 'CARD'], layer)), name, id)
  where layer in ('BUSINESS', 'GROUP', 'CARD');
