-- What the merchant asked for in its own currency, in minor units: the cents of the card do not tell a yen from the next. Null
-- for a purchase from before.
alter table simulator_purchase add column asked bigint check (asked >= 0);
