-- A hash chain over the audit events: an event that is changed, removed or inserted later breaks the chain at its place.
-- Each business has a chain; so has each person, for the events that concern no business; the others share one.

create table audit_chain (
  -- Of the business or the person; the nil UUID for the rest.
  id uuid primary key,
  length bigint not null,
  -- Of the newest link.
  hash bytea not null
);

create table audit_link (
  sequence bigint primary key references audit_event,
  chain uuid not null references audit_chain,
  -- From one, without gaps.
  position bigint not null,
  -- The hash of the link before; empty for the first.
  previous bytea not null,
  -- SHA-256 of `previous` and the event's content.
  hash bytea not null,
  unique (chain, position)
);
create trigger audit_link_append_only before update or delete on audit_link
  for each row execute function refuse_change();
create trigger audit_link_no_truncate before truncate on audit_link
  for each statement execute function refuse_change();

create function audit_chain_of(e audit_event) returns uuid language sql immutable
  set search_path = pg_catalog, public, pg_temp as
  $$ select coalesce(e.business_id, e.person_id, '00000000-0000-0000-0000-000000000000') $$;

-- The same bytes in every session, whatever its settings.
create function audit_content(e audit_event) returns bytea language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
    select convert_to(jsonb_build_array(e.sequence, e.id, extract(epoch from e.at), e.type, e.person_id, e.membership_id,
      e.business_id, e.session_id, e.correlation_id, e.ip_prefix, e.details)::text, 'UTF8')
  $$;

create function audit_link_event(e audit_event) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_chain uuid := audit_chain_of(e);
  v_previous bytea;
  v_position bigint;
  v_hash bytea;
begin
  select length + 1, hash into strict v_position, v_previous from audit_chain where id = v_chain for update;
  v_hash := sha256(v_previous || audit_content(e));
  insert into audit_link (sequence, chain, position, previous, hash)
    values (e.sequence, v_chain, v_position, v_previous, v_hash);
  update audit_chain set length = v_position, hash = v_hash where id = v_chain;
end $$;

insert into audit_chain select distinct audit_chain_of(e), 0, ''::bytea from audit_event e;
do $$
declare
  e audit_event;
begin
  for e in select * from audit_event order by sequence loop
    perform audit_link_event(e);
  end loop;
end $$;

-- The chains of a transaction, noted as its events are written.
create function note_audit_chain() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('florin.audit_chains',
    coalesce(current_setting('florin.audit_chains', true), '') || audit_chain_of(new) || ' ', true);
  return null;
end $$;

-- At commit, so that a chain is held only while its transaction commits. All chains of a transaction are locked at once, in
-- order, so that no two transactions wait for each other. It runs with its owner's rights: the server only adds events.
create function link_audit_event() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_chains uuid[] := (
    select array_agg(distinct chain::uuid order by chain::uuid)
    from regexp_split_to_table(trim(current_setting('florin.audit_chains', true)), ' ') as chain where chain <> ''
  );
begin
  if v_chains is not null then
    insert into audit_chain select id, 0, ''::bytea from unnest(v_chains) as id on conflict do nothing;
    perform from audit_chain where id = any(v_chains) order by id for update;
    perform set_config('florin.audit_chains', '', true);
  end if;
  perform audit_link_event(new);
  return null;
end $$;

create trigger audit_event_chain after insert on audit_event
  for each row execute function note_audit_chain();
create constraint trigger audit_event_link after insert on audit_event
  deferrable initially deferred for each row execute function link_audit_event();

-- Where the chains are broken, the first place of each; no row if they are whole.
create function broken_audit_links() returns table (chain uuid, sequence bigint, problem text) language sql stable
  set search_path = pg_catalog, public, pg_temp as $$
    with links as (
      select l.chain, l.sequence, l.position, l.previous, l.hash, e.id is not null as has_event,
        sha256(l.previous || audit_content(e)) as content_hash, audit_chain_of(e) as own_chain,
        lag(l.hash, 1, ''::bytea) over in_order as hash_before, lag(l.position, 1, 0::bigint) over in_order as position_before
      from audit_link l left join audit_event e on e.sequence = l.sequence
      window in_order as (partition by l.chain order by l.position)
    ), problems as (
      select chain, sequence, position, case
          when not has_event then 'the event is missing'
          when position <> position_before + 1 then 'a link before it is missing'
          when own_chain <> chain then 'the event belongs to another chain'
          when content_hash <> hash then 'the event was changed'
          when previous <> hash_before then 'the link before it was changed'
        end as problem
      from links
      union all
      select audit_chain_of(e), e.sequence, null, 'the event has no link' from audit_event e
        where not exists (select from audit_link l where l.sequence = e.sequence)
      union all
      select c.id, null, c.length + 1, 'the newest links are missing' from audit_chain c
        where c.hash <> coalesce((select l.hash from audit_link l where l.chain = c.id order by l.position desc limit 1), '')
          or c.length <> (select coalesce(max(l.position), 0) from audit_link l where l.chain = c.id)
    )
    select distinct on (chain) chain, sequence, problem from problems where problem is not null
    order by chain, position nulls last, sequence
  $$;
