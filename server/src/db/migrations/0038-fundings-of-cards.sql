-- The page of a card shows what it was given and gave back.

create index funding_run_line_card on funding_run_line (card_id) where change <> 0;
