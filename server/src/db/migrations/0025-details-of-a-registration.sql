-- The details page of a registration as its browser has left it, sealed in its record. It goes with the registration: when
-- that is over there is none.
alter table registration add column details_sealed bytea check (details_sealed is null or step = 'DETAILS');
