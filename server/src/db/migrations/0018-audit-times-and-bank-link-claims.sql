-- When an event was chained, by the database's own clock. It is part of the link's hash: an event that is added with an
-- earlier time is seen.

alter table audit_link
  -- Null: chained before this column was there.
  add column linked_at timestamptz;

-- One row, which only the owner changes.
create table audit_clock (
  -- From then on the database sets the events' times. Null: the server does, whose clock demo data and tests move.
  database_since timestamptz
);
create unique index audit_clock_only on audit_clock ((true));
insert into audit_clock values (clock_timestamp());

create function set_audit_time() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select database_since is not null from audit_clock) then
    new.at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger audit_event_time before insert on audit_event
  for each row execute function set_audit_time();

-- The hashed bytes of a link, apart from the hash before it: the same in every session, whatever its settings.
create function audit_content(e audit_event, linked_at timestamptz) returns bytea language sql immutable
  set search_path = pg_catalog, public, pg_temp as $$
    select convert_to((jsonb_build_array(e.sequence, e.id, extract(epoch from e.at), e.type, e.person_id, e.membership_id,
      e.business_id, e.session_id, e.correlation_id, e.ip_prefix, e.details)
      || case when linked_at is null then '[]' else jsonb_build_array(extract(epoch from linked_at)) end)::text, 'UTF8')
  $$;

create or replace function audit_link_event(e audit_event) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
declare
  v_chain uuid := audit_chain_of(e);
  v_previous bytea;
  v_position bigint;
  v_hash bytea;
  v_now timestamptz;
begin
  select length + 1, hash into strict v_position, v_previous from audit_chain where id = v_chain for update;
  v_now := clock_timestamp();
  v_hash := sha256(v_previous || audit_content(e, v_now));
  insert into audit_link (sequence, chain, position, previous, hash, linked_at)
    values (e.sequence, v_chain, v_position, v_previous, v_hash, v_now);
  update audit_chain set length = v_position, hash = v_hash where id = v_chain;
end $$;

-- Where the chains are broken, the first place of each; no row if they are whole. Clocks are set back now and then, and a
-- transaction takes a while: a minute, and five, are no finding.
create or replace function broken_audit_links() returns table (chain uuid, sequence bigint, problem text)
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
    with links as (
      select l.chain, l.sequence, l.position, l.previous, l.hash, l.linked_at, e.at, e.id is not null as has_event,
        sha256(l.previous || audit_content(e, l.linked_at)) as content_hash, audit_chain_of(e) as own_chain,
        lag(l.hash, 1, ''::bytea) over in_order as hash_before, lag(l.position, 1, 0::bigint) over in_order as position_before,
        max(l.linked_at) over (in_order rows between unbounded preceding and 1 preceding) as latest_before
      from audit_link l left join audit_event e on e.sequence = l.sequence
      window in_order as (partition by l.chain order by l.position)
    ), problems as (
      select l.chain, l.sequence, l.position, case
          when not has_event then 'the event is missing'
          when position <> position_before + 1 then 'a link before it is missing'
          when own_chain <> l.chain then 'the event belongs to another chain'
          when content_hash <> hash then 'the event was changed'
          when previous <> hash_before then 'the link before it was changed'
          when latest_before is not null and coalesce(linked_at, '-infinity') < latest_before - interval '1 minute'
            then 'the event was added later, with an earlier time'
          when linked_at >= c.database_since and abs(extract(epoch from linked_at - at)) > 300
            then 'the event has another time than its link'
        end as problem
      from links l, audit_clock c
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

drop function audit_content(audit_event);

-- A bank accepts the result of a visit once: one call takes it there, and all get its answer.
alter table bank_link
  -- A call is finishing the link until then, unless its process is killed.
  add column claimed_until timestamptz,
  -- Why the newest call connected nothing, for those that came before it was answered.
  add column refusal jsonb,
  add column refused_at timestamptz,
  add check ((refusal is null) = (refused_at is null));
