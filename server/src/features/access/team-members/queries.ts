import type { Member, MemberSort } from '@florin/contract/team-members';
import type { Preset } from '@florin/contract/permissions';
import type { Role } from '@florin/contract/session';
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
  lastLoginAt: Date | null;
  /** What the list is sorted by, as text that sorts like it. */
  key: string;
}

export interface MemberFilter {
  businessId: string;
  text?: string | undefined;
  role?: Role | undefined;
  preset?: Preset | undefined;
  state?: Member['state'] | undefined;
  sort: MemberSort;
  /** The last row of the page before. */
  after: { key: string; id: string } | null;
  limit: number;
}

/** Nobody can enter an account of a closed business. */
const state = sql<Member['state']>`case when m.status = 'OPEN' and b.status <> 'CLOSED' then 'OPEN' else 'CLOSED' end`;

const columns = sql`
  m.id as "membershipId", m.person_id as "personId", p.first_name as "firstName", p.last_name as "lastName", m.role,
  case when m.role = 'ADMIN' then coalesce(m.preset, 'ADMINISTRATOR') end as preset,
  cardinality(m.flags_granted) + cardinality(m.flags_withheld) > 0 as "hasExceptions", ${state} as state,
  (select count(*)::int from card where card.membership_id = m.id and card.status <> 'CLOSED') as cards,
  (select last_four from card where card.membership_id = m.id and card.status <> 'CLOSED' order by id desc limit 1)
    as "cardLast4",
  login.at as "lastLoginAt"`;

const tables = sql`
  membership m join person p on p.id = m.person_id join business b on b.id = m.business_id
  left join lateral (select max(at) as at from login_record where person_id = m.person_id and membership_id = m.id)
    as login on true`;

/** Names of people regardless of their case; then the account, so that no two rows have one place. */
const nameKey = sql`lower(p.last_name || ' ' || p.first_name)`;
/** The latest login first: what is later has the smaller key. */
const loginKey = sql`lpad((9999999999 - coalesce(extract(epoch from login.at), 0)::bigint)::text, 10, '0')`;

/** A page of the accounts of a business. */
export async function listMembers(db: Database, filter: MemberFilter): Promise<MemberRow[]> {
  const { businessId, text, role, preset, sort, after, limit } = filter;
  const key = sort === 'NAME' ? nameKey : loginKey;
  const pattern = `%${(text ?? '').trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<MemberRow>`
    select ${columns}, ${key} collate "C" as key from ${tables}
    where m.business_id = ${businessId}
      and ${text ? sql`(p.first_name || ' ' || p.last_name) ilike ${pattern}` : sql`true`}
      and ${role ? sql`m.role = ${role}` : sql`true`}
      and ${preset ? sql`m.role = 'ADMIN' and coalesce(m.preset, 'ADMINISTRATOR') = ${preset}` : sql`true`}
      and ${filter.state ? sql`${state} = ${filter.state}` : sql`true`}
      and ${after ? sql`(${key} collate "C", m.id) > (${after.key}, ${after.id}::uuid)` : sql`true`}
    order by ${key} collate "C", m.id limit ${limit + 1}`.execute(db);
  return rows;
}

/** One account of a business. */
export async function readMember(db: Database, businessId: string, membershipId: string) {
  const { rows } = await sql<
    Omit<MemberRow, 'key'> & {
      granted: string[];
      withheld: string[];
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
