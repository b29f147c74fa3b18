import type { PolicyDocument, PolicyLayer, PolicyVersionState } from '@florin/contract/cards/policies/spend-rules';
import type { PolicySort } from '@florin/contract/cards/spend-policies';
import { sql } from 'kysely';
import { newestCard, type CardOfChain } from '../../../core/policies/newest-card.ts';
import { placeOf } from '../../../core/policies/windows.ts';
import type { Database } from '../../../db/open.ts';

export interface PolicyRow {
  id: string;
  layer: PolicyLayer;
  name: string;
  groupId: string | null;
  groupName: string | null;
  chainId: string | null;
  card: CardOfChain | null;
  cards: number;
  people: number;
  /** Minor units; null where it was not asked for. */
  spent: bigint | null;
}

export interface VersionRow {
  id: number;
  policyId: string;
  number: number;
  state: PolicyVersionState;
  document: PolicyDocument;
  basedOn: number | null;
  note: string | null;
  createdAt: Date;
  createdBy: string | null;
  shadowFrom: Date | null;
  validFrom: Date | null;
  validUntil: Date | null;
}

/** How many open cards a policy is for; `what` counts them. */
const countUnder = (what: ReturnType<typeof sql>, businessId: string) => sql`(case p.layer
  when 'BUSINESS' then (select ${what} from card c where c.business_id = ${businessId} and c.status <> 'CLOSED')
  when 'GROUP' then (select ${what} from card_group_member m
    join card c on c.chain_id = m.chain_id and c.status <> 'CLOSED' where m.group_id = p.card_group_id)
  else (select ${what} from card c where c.chain_id = p.chain_id and c.status <> 'CLOSED') end)::int`;

/** The place of a month's three numbers among the counters (core/policies/windows.ts). */
const monthPlace = placeOf('month');

/** What the counters of a scope say of a month, in minor units. */
const spentIn = (month: number) => sql`
  coalesce(sum((l.windows->'*'->>${sql.lit(monthPlace + 1)}::int)::numeric)
    filter (where (l.windows->'*'->>${sql.lit(monthPlace)}::int)::numeric >= ${month}), 0)`;

const spentUnder = (businessId: string, month: number) => sql`(case p.layer
  when 'BUSINESS' then (select ${spentIn(month)} from limit_state l where l.scope_id = ${businessId})
  when 'GROUP' then (select ${spentIn(month)} from card_group_member m
    join limit_state l on l.scope_id = m.chain_id where m.group_id = p.card_group_id)
  else (select ${spentIn(month)} from limit_state l where l.scope_id = p.chain_id) end)::bigint`;

interface PolicyFilter {
  id?: string;
  layer?: readonly PolicyLayer[] | undefined;
  limits?: 'WITHOUT' | 'ONLY' | undefined;
  text?: string | undefined;
  sort?: PolicySort | undefined;
  order?: 'ASC' | 'DESC' | undefined;
  /** The last policy of the page before. */
  after?: string | undefined;
  atMost?: number;
  /** The number of the month (calendar.ts) whose spend is asked for. */
  month?: number | null;
}

const placeOfLayer = sql`array_position(array['BUSINESS', 'GROUP', 'CARD'], p.layer)`;

/** What a policy is sorted by; the ids of policies of the same place follow. */
function placesOf(sort: PolicySort, businessId: string, month: number) {
  switch (sort) {
    case 'LAYER':
      return [placeOfLayer, sql`p.name`];
    case 'NAME':
      return [sql`lower(p.name)`];
    case 'CARDS':
      return [countUnder(sql`count(*)`, businessId)];
    case 'SPENT':
      return [spentUnder(businessId, month)];
  }
}

/** The policies of a business, without overrides: those for the business first and by name, unless sorted otherwise. */
export async function policiesOf(
  db: Database,
  businessId: string,
  { id, layer, limits, text, sort = 'LAYER', order = 'ASC', after, atMost, month = null }: PolicyFilter = {},
): Promise<PolicyRow[]> {
  const places = [...placesOf(sort, businessId, month ?? 0), sql`p.id`];
  const direction = order === 'ASC' ? sql`asc` : sql`desc`;
  const isLater = order === 'ASC' ? sql`>` : sql`<`;
  const pattern = text && `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<PolicyRow>`
    select p.id, p.layer, p.name, p.card_group_id as "groupId", g.name as "groupName", p.chain_id as "chainId",
      case when p.chain_id is not null then ${newestCard('p.chain_id')} end as card,
      ${countUnder(sql`count(*)`, businessId)} as cards,
      ${countUnder(sql`count(distinct c.membership_id)`, businessId)} as people,
      ${month === null ? sql`null::bigint` : spentUnder(businessId, month)} as spent
    from spend_policy p left join card_group g on g.id = p.card_group_id
    where p.business_id = ${businessId} and p.layer in ('BUSINESS', 'GROUP', 'CARD')
      ${id === undefined ? sql`` : sql`and p.id = ${id}`}
      ${layer === undefined ? sql`` : sql`and p.layer in (${sql.join(layer)})`}
      ${limits === undefined ? sql`` : sql`and p.is_card_limit = ${limits === 'ONLY'}`}
      ${
        pattern
          ? sql`and (p.name ilike ${pattern} or g.name ilike ${pattern} or exists (
            select from card c left join membership m on m.id = c.membership_id left join person on person.id = m.person_id
            where c.chain_id = p.chain_id and (c.name ilike ${pattern} or c.last_four = ${text}
              or person.first_name || ' ' || person.last_name ilike ${pattern})))`
          : sql``
      }
      ${
        after === undefined
          ? sql``
          : sql`and (${sql.join(places)}) ${isLater} (
            select ${sql.join(places)} from spend_policy p where p.id = ${after} and p.business_id = ${businessId})`
      }
    order by ${sql.join(places.map((place) => sql`${place} ${direction}`))} limit ${atMost ?? null}::int`.execute(db);
  return rows;
}

/** How many policies of a business are limits of single cards. */
export async function countCardLimits(db: Database, businessId: string): Promise<number> {
  const { count } = await db
    .selectFrom('spend_policy')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('business_id', '=', businessId)
    .where('is_card_limit', '=', true)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The versions of policies, the newest first. */
export async function versionsOf(db: Database, policyIds: readonly string[]): Promise<VersionRow[]> {
  if (policyIds.length === 0) return [];
  return db
    .selectFrom('spend_policy_version as v')
    .leftJoin('membership', 'membership.id', 'v.created_by')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select([
      'v.id',
      'v.policy_id as policyId',
      'v.number',
      'v.state',
      'v.document',
      'v.based_on as basedOn',
      'v.note',
      'v.created_at as createdAt',
      sql<string | null>`nullif(trim(person.first_name || ' ' || person.last_name), '')`.as('createdBy'),
      'v.shadow_from as shadowFrom',
      'v.valid_from as validFrom',
      'v.valid_until as validUntil',
    ])
    .where('v.policy_id', 'in', policyIds)
    .orderBy('v.number', 'desc')
    .orderBy('v.id', 'desc')
    .execute();
}

/** A policy of the business for a change, locked. */
export const lockPolicy = (tx: Database, businessId: string, id: string) =>
  tx
    .selectFrom('spend_policy')
    .select(['id', 'name', 'layer', 'chain_id', 'card_group_id'])
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .where('layer', '<>', 'OVERRIDE')
    .forUpdate()
    .executeTakeFirst();

export type LockedPolicy = NonNullable<Awaited<ReturnType<typeof lockPolicy>>>;

/** The protections of a business's program that are in force. */
export async function protectionsOf(db: Database, businessId: string, at: Date): Promise<PolicyDocument> {
  const { rows } = await sql<{ document: PolicyDocument }>`
    select distinct on (v.policy_id) v.document from spend_policy_version v
    join spend_policy p on p.id = v.policy_id
    join business b on b.program_id = p.program_id
    where b.id = ${businessId} and v.state = 'ACTIVE' and v.valid_from <= ${at}
      and (v.valid_until is null or v.valid_until > ${at})
    order by v.policy_id, v.valid_from desc, v.id desc`.execute(db);
  return {
    rules: rows.flatMap(({ document }) => document.rules),
    groups: [...new Map(rows.flatMap(({ document }) => document.groups.map((group) => [group.key, group]))).values()],
  };
}

/** A page of the open cards under a policy, by id. */
export async function cardsUnder(
  db: Database,
  policy: PolicyRow,
  businessId: string,
  after: string | null,
  atMost: number,
): Promise<CardOfChain[]> {
  const { rows } = await sql<CardOfChain>`
    select c.id as "cardId", c.last_four as last4, c.kind, c.name,
      nullif(trim(person.first_name || ' ' || person.last_name), '') as cardholder
    from card c
    left join membership on membership.id = c.membership_id
    left join person on person.id = membership.person_id
    where c.business_id = ${businessId} and c.status <> 'CLOSED' and (${after}::uuid is null or c.id > ${after})
      and (${policy.layer} = 'BUSINESS' or c.chain_id = ${policy.chainId}
        or exists (select from card_group_member m where m.chain_id = c.chain_id and m.group_id = ${policy.groupId}))
    order by c.id limit ${atMost}`.execute(db);
  return rows;
}
