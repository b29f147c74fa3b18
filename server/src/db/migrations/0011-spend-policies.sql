-- Spend policies: versioned documents by layer, and the arrays with which a decision finds the versions of a card.

create table spend_policy (
  id uuid primary key,
  layer text not null check (layer in ('PROGRAM', 'BUSINESS', 'GROUP', 'CARD', 'OVERRIDE')),
  -- The program of a layer PROGRAM; all others belong to a business.
  program_id uuid references program,
  business_id uuid references business,
  card_group_id uuid references card_group on delete restrict,
  -- The first card of the chain that a policy or an override is for.
  chain_id uuid references card,
  name text not null check (length(name) between 1 and 80),
  created_at timestamptz not null,
  -- Null where the system or an operator has created it.
  created_by uuid references membership,
  check ((layer = 'PROGRAM') = (program_id is not null)),
  check ((layer = 'PROGRAM') = (business_id is null)),
  check ((layer = 'GROUP') = (card_group_id is not null)),
  check ((layer in ('CARD', 'OVERRIDE')) = (chain_id is not null))
);
create index spend_policy_of_business on spend_policy (business_id) where business_id is not null;
create index spend_policy_of_program on spend_policy (program_id) where program_id is not null;
create index spend_policy_of_group on spend_policy (card_group_id) where card_group_id is not null;
create index spend_policy_of_chain on spend_policy (chain_id) where chain_id is not null;

-- Integer ids, because every decision reads and stores them.
create table spend_policy_version (
  id integer primary key generated always as identity,
  policy_id uuid not null references spend_policy,
  number integer not null check (number > 0),
  state text not null check (state in ('DRAFT', 'SHADOW', 'ACTIVE', 'INACTIVE')),
  -- Rules, and the category groups as they were when it was saved.
  document jsonb not null,
  based_on integer,
  note text check (length(note) between 1 and 200),
  created_at timestamptz not null,
  created_by uuid references membership,
  shadow_from timestamptz,
  -- Once set, it never changes: processes keep active versions as they have read them.
  valid_from timestamptz,
  -- Of an override, its end from the start; of others, when they ended.
  valid_until timestamptz,
  unique (policy_id, number),
  check (state <> 'ACTIVE' or valid_from is not null),
  check (state <> 'SHADOW' or shadow_from is not null)
);
create unique index spend_policy_one_draft on spend_policy_version (policy_id) where state = 'DRAFT';
create unique index spend_policy_one_shadow on spend_policy_version (policy_id) where state = 'SHADOW';

-- What a version says never changes, and no version comes back.
create function spend_policy_version_keeps() returns trigger language plpgsql as $$
begin
  if (new.id, new.policy_id, new.number, new.document::text, new.created_at)
      is distinct from (old.id, old.policy_id, old.number, old.document::text, old.created_at)
    or (old.valid_from is not null and new.valid_from is distinct from old.valid_from)
    or array_position(array['DRAFT', 'SHADOW', 'ACTIVE', 'INACTIVE'], new.state)
      < array_position(array['DRAFT', 'SHADOW', 'ACTIVE', 'INACTIVE'], old.state) then
    raise exception 'version % of a spend policy cannot change so', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger spend_policy_version_keeps before update on spend_policy_version
  for each row execute function spend_policy_version_keeps();

create function spend_policy_version_stays() returns trigger language plpgsql as $$
begin
  if old.state <> 'DRAFT' then
    raise exception 'version % of a spend policy cannot be deleted', old.id using errcode = 'integrity_constraint_violation';
  end if;
  return old;
end $$;
create trigger spend_policy_version_stays before delete on spend_policy_version
  for each row execute function spend_policy_version_stays();

-- Own groups of merchant categories of a business; ranges of codes, both ends included.
create table merchant_category_group (
  id uuid primary key,
  business_id uuid not null references business,
  name text not null check (length(name) between 1 and 80),
  ranges jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (business_id, name)
);

-- The arrays `policy_versions` hold the ids of versions in force or about to be; one in shadow stands there as a negative
-- number. A program's protections are in the program's array, a business's own in the business's; a card has those of
-- its groups, its chain and its overrides. Triggers keep them, whoever changes versions, groups or cards.

create function versions_in_arrays(p_policies uuid[]) returns integer[] language sql stable as $$
  select coalesce(array_agg(case state when 'SHADOW' then -id else id end order by id), '{}')
  from spend_policy_version
  where policy_id = any (p_policies) and state in ('ACTIVE', 'SHADOW')
$$;

create function versions_of_chain(p_chain uuid) returns integer[] language sql stable as $$
  select versions_in_arrays(array(
    select id from spend_policy where chain_id = p_chain
    union all
    select p.id from spend_policy p join card_group_member m on m.group_id = p.card_group_id where m.chain_id = p_chain
  ))
$$;

-- Cards are locked in the order of their ids, so that two changes that meet wait for each other instead of failing.
create function refresh_versions_of_chains(p_chains uuid[]) returns void language plpgsql as $$
begin
  perform from card where chain_id = any (p_chains) order by id for no key update;
  update card set policy_versions = v.versions
  from (select chain, versions_of_chain(chain) as versions from unnest(p_chains) chain) v
  where card.chain_id = v.chain and card.policy_versions is distinct from v.versions;
end $$;

create function spend_policy_version_arrays() returns trigger language plpgsql as $$
declare
  p spend_policy;
begin
  select * into strict p from spend_policy where id = new.policy_id;
  case p.layer
    when 'PROGRAM' then
      perform from program where id = p.program_id for no key update;
      update program set policy_versions =
        versions_in_arrays(array(select id from spend_policy where program_id = p.program_id))
      where id = p.program_id;
    when 'BUSINESS' then
      perform from business where id = p.business_id for no key update;
      update business set policy_versions =
        versions_in_arrays(array(select id from spend_policy where business_id = p.business_id and layer = 'BUSINESS'))
      where id = p.business_id;
    when 'GROUP' then
      -- A card that joins or leaves the group meanwhile waits, or has been counted.
      perform from card_group where id = p.card_group_id for no key update;
      perform refresh_versions_of_chains(array(select chain_id from card_group_member where group_id = p.card_group_id));
    else
      perform refresh_versions_of_chains(array[p.chain_id]);
  end case;
  return null;
end $$;
create trigger spend_policy_version_inserted after insert on spend_policy_version
  for each row when (new.state in ('ACTIVE', 'SHADOW')) execute function spend_policy_version_arrays();
create trigger spend_policy_version_changed after update on spend_policy_version
  for each row when (new.state is distinct from old.state) execute function spend_policy_version_arrays();

create function card_group_member_joins() returns trigger language plpgsql as $$
begin
  perform from card_group where id in (select group_id from changed) order by id for share;
  perform refresh_versions_of_chains(array(select distinct chain_id from changed));
  return null;
end $$;
create trigger card_group_member_joined after insert on card_group_member
  referencing new table as changed for each statement execute function card_group_member_joins();
create trigger card_group_member_left after delete on card_group_member
  referencing old table as changed for each statement execute function card_group_member_joins();

-- A replacement begins with the versions of its chain.
create function card_begins_with_versions() returns trigger language plpgsql as $$
begin
  if new.first_card_id is not null then
    perform from card where id = new.first_card_id for share;
    new.policy_versions = versions_of_chain(new.first_card_id);
  end if;
  return new;
end $$;
create trigger card_begins_with_versions before insert on card
  for each row execute function card_begins_with_versions();
