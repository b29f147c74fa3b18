-- Card numbers are reached through these functions only. They run with the rights of their owner, which db/roles.ts makes
-- the vault's own role, so that the server's role needs no right to the table: a query that escapes its statement cannot
-- list it. One call reads one card.

create function vault.store_number(p_card_id uuid, p_sealed bytea, p_index bytea) returns boolean
  language sql security definer set search_path = pg_catalog, pg_temp as $$
    with stored as (
      insert into vault.card_number (card_id, number_sealed, number_index) values (p_card_id, p_sealed, p_index)
      on conflict (number_index) do nothing returning 1
    )
    select exists (select from stored)
  $$;

create function vault.find_card(p_index bytea) returns uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp as
  $$ select card_id from vault.card_number where number_index = p_index $$;

create function vault.sealed_number(p_card_id uuid) returns bytea
  language sql stable security definer set search_path = pg_catalog, pg_temp as
  $$ select number_sealed from vault.card_number where card_id = p_card_id $$;

create function vault.has_number(p_card_id uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as
  $$ select exists (select from vault.card_number where card_id = p_card_id) $$;

revoke execute on all functions in schema vault from public;
