-- The end of a card's restriction waits for a second administrator.

alter table pending_change drop constraint pending_change_kind_check;
alter table pending_change add constraint pending_change_kind_check
  check (kind in ('PERMISSIONS', 'BANK_ACCOUNT', 'SPEND_POLICY', 'INVITE', 'CLOSING', 'FOUR_EYES', 'CARD_UPDATE',
    'CARD_GROUP', 'SPEND_OVERRIDE', 'SPEND_OVERRIDE_END'));
