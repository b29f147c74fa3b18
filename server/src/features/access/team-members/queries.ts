import type { Member, MemberSort } from '@florin/contract/access/team-members';
import type { PermissionFlag, Preset } from '@florin/contract/permissions';
import type { Role } from '@florin/contract/access/session';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';

export interface MemberRow {
  membershipId: string;
  personId: string;
  firstName: string;
  lastName: string;
  role: Role;
  preset: Preset | null;
  hasExceptions: boolean;
  state: Member['state'];
  cards: number;
  cardLast4: string | null;
  /** Minor units. */
  balance: bigint | null;
  lastLoginAt: Date | null;
  /** What the list is sorted by, as text that sorts like it. */
  key: string;
}

/** What is shown of the accounts of a business, and in which order. */
export interface TeamView {
  businessId: string;
  text?: string | undefined;
  role?: Role | undefined;
  preset?: readonly Preset[] | undefined;
  state?: Member['state'] | undefined;
  sort: MemberSort;
  order?: 'ASC' | 'DESC' | undefined;
}

/** Nobody can enter an account of a closed business. */
const state = sql<Member['state']>`case when m.status = 'OPEN' and b.status <> 'CLOSED' then 'OPEN' else 'CLOSED' end`;
const preset = sql<Preset | null>`case when m.role = 'ADMIN' then coalesce(m.preset, 'ADMINISTRATOR') end`;
const lastLogin = sql<Date | null>`(select at from login_record
  where person_id = m.person_id and membership_id = m.id order by at desc limit 1)`;

const columns = sql`
  m.id as "membershipId", m.person_id as "personId", p.first_name as "firstName", p.last_name as "lastName", m.role,
  ${preset} as preset, cardinality(m.flags_granted) + cardinality(m.flags_withheld) > 0 as "hasExceptions",
  ${state} as state,
  (select count(*)::int from card where card.membership_id = m.id and card.status <> 'CLOSED') as cards,
  (select last_four from card where card.membership_id = m.id and card.status <> 'CLOSED' order by id desc limit 1)
    as "cardLast4",
  (select sum(wallet.available_balance)::bigint from card join financial_account wallet on wallet.card_id = card.id
    where card.membership_id = m.id and card.status <> 'CLOSED') as balance,
  ${lastLogin} as "lastLoginAt"`;

const tables = sql`membership m join person p on p.id = m.person_id join business b on b.id = m.business_id`;

/**
 * Names as they are shown, in the order of a dictionary: É stands beside E. Then the account, so that no two rows have one
 * place.
 */
const nameKey = sql`(p.first_name || ' ' || p.last_name) collate "en-x-icu"`;
/** Seconds since 1970; of who never logged in 0. */
const loginKey = sql`lpad(coalesce(extract(epoch from ${lastLogin}), 0)::bigint::text, 10, '0') collate "C"`;

const name = sql`p.first_name || ' ' || p.last_name`;
/** Marks above and below letters, once they stand apart. */
const accents = '[\u0300-\u036F]';
/** A name without accents; most have none and are not searched for them. */
const foldedName = sql`case when octet_length(${name}) = char_length(${name}) then ${name}
  else regexp_replace(normalize(${name}, nfd), ${accents}, '', 'g') end`;

/** Names that contain every word, in any order and regardless of case and accents. */
function named(text: string) {
  const words = text.normalize('NFD').replaceAll(new RegExp(accents, 'gu'), '').trim().split(/\s+/);
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  return sql`(${foldedName}) ilike all(${patterns})`;
}

const matches = ({ businessId, text, role, preset: presets, state: wanted }: TeamView) => sql`
    m.business_id = ${businessId}
    and ${text ? named(text) : sql`true`}
    and ${role ? sql`m.role = ${role}` : sql`true`}
    and ${presets ? sql`${preset} = any(${[...presets]})` : sql`true`}
    and ${wanted ? sql`${state} = ${wanted}` : sql`true`}`;

/**
 * A page of the accounts of a business, and one more row if there is another page. What a row shows is read for the rows
 * of the page alone.
 * @param after the last row of the page before
 */
export async function listMembers(
  db: Database,
  view: TeamView,
  { after, limit }: { after: { key: string; id: string } | null; limit: number },
): Promise<MemberRow[]> {
  const key = view.sort === 'NAME' ? nameKey : loginKey;
  const isDescending = (view.order ?? (view.sort === 'NAME' ? 'ASC' : 'DESC')) === 'DESC';
  const direction = isDescending ? sql`desc` : sql`asc`;
  const { rows } = await sql<MemberRow>`
    with picked as (
      select m.id, ${key} as key from ${tables}
      where ${matches(view)}
        and ${after ? sql`(${key}, m.id) ${isDescending ? sql`<` : sql`>`} (${after.key}, ${after.id}::uuid)` : sql`true`}
      order by key ${direction}, m.id ${direction} limit ${limit + 1}
    )
    select ${columns}, picked.key from picked, ${tables} where m.id = picked.id
    order by picked.key ${direction}, m.id ${direction}`.execute(db);
  return rows;
}

/** How many accounts and people a view has in all. */
export async function countMembers(db: Database, view: TeamView): Promise<{ accounts: number; people: number }> {
  const { rows } = await sql<{ accounts: number; people: number }>`
    select count(*)::int as accounts, count(distinct m.person_id)::int as people from ${tables}
    where ${matches(view)}`.execute(db);
  return rows[0]!;
}

/** One account of a business. */
export async function readMember(db: Database, businessId: string, membershipId: string) {
  const { rows } = await sql<
    Omit<MemberRow, 'key'> & {
      granted: PermissionFlag[];
      withheld: PermissionFlag[];
      since: Date;
      mfaEnabled: boolean;
      mfaMode: string;
      passwordChangedAt: Date;
    }
  >`
    select ${columns}, m.flags_granted as granted, m.flags_withheld as withheld, m.created_at as since,
      p.mfa_enabled as "mfaEnabled", b.mfa_mode as "mfaMode", p.password_changed_at as "passwordChangedAt"
    from ${tables} where m.business_id = ${businessId} and m.id = ${membershipId}`.execute(db);
  return rows[0];
}

/** The cards of an account that are not closed, the newest first. */
export const heldCards = (db: Database, membershipId: string) =>
  db
    .selectFrom('card')
    .leftJoin('financial_account as wallet', 'wallet.card_id', 'card.id')
    .select([
      'card.id',
      'card.kind',
      'card.name',
      'card.last_four as last4',
      'card.status',
      'wallet.available_balance as left',
      sql<string[]>`array(select g.name from card_group_member c join card_group g on g.id = c.group_id
        where c.chain_id = card.chain_id order by g.name)`.as('groups'),
    ])
    .where('card.membership_id', '=', membershipId)
    .where('card.status', '<>', 'CLOSED')
    .orderBy('card.id', 'desc')
    .execute();

export async function openSessionsOf(db: Database, membershipId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('session')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('membership_id', '=', membershipId)
    .where('ended_at', 'is', null)
    .where('absolute_expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}
