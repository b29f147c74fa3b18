-- The secret a browser came with when it opened a link, as a SHA-256: two links that it opens at the same moment are told
-- by it to be one browser's (decision 012).
alter table reset_flow add column opened_with bytea;
create index reset_flow_opened_with on reset_flow (opened_with) where opened_with is not null;
