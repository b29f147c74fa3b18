-- A browser that opens a reset link again gets a new secret, and takes along what it has asked and proven (decision 026).
create index reset_flow_browser on reset_flow (browser_hash);
create index recovery_request_browser on recovery_request (browser_hash) where closed_at is null;
