import type { Card, CardSort } from '@florin/contract/cards/cards';
import type { CardKind, CardStatus } from '@florin/contract/cards/card-states';
import { money } from '@florin/contract/money';
import { seesUsage, type Entrusted } from '@florin/contract/permissions';
import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { nameOf } from '../../../core/cards/vault/reveal.ts';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { cursorOf, placeOf } from '../../../http/cursor.ts';

interface FreezeJson {
  by: Card['freezes'][number]['by'];
  cause: Card['freezes'][number]['cause'];
  reason: string | null;
  actor: string | null;
  since: string;
  until: string | null;
}

const freezesOfCard = sql<FreezeJson[]>`(
  select coalesce(json_agg(json_build_object(
    'by', card_freeze.frozen_by, 'cause', card_freeze.cause, 'reason', card_freeze.reason,
    'actor', by_person.first_name || ' ' || by_person.last_name,
    'since', card_freeze.since, 'until', card_freeze.until) order by card_freeze.since), '[]')
  from card_freeze
  left join membership by_membership on by_membership.id = card_freeze.actor_membership_id
  left join person by_person on by_person.id = by_membership.person_id
  where card_freeze.card_id = card.id)`;

const groupsOfCard = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', card_group.id, 'name', card_group.name) order by card_group.name), '[]')
  from card_group_member
  join card_group on card_group.id = card_group_member.group_id
  where card_group_member.chain_id = card.chain_id)`;

/** What the chain has spent since the first of the month, by the calendar of the business; refunds are taken off. */
const spentThisMonth = (now: Date) => sql<bigint>`(
  select coalesce(sum(card_transaction.amount), 0)::bigint from card_transaction
  join card spending on spending.id = card_transaction.card_id
  where spending.chain_id = card.chain_id and card_transaction.status in ('PENDING', 'SETTLED', 'RETURNED')
    and card_transaction.at >= date_trunc('month', ${now}::timestamptz at time zone business.time_zone)
      at time zone business.time_zone)`;

const cardsWithEverything = (db: Database, now: Date) =>
  db
    .selectFrom('card')
    .innerJoin('business', 'business.id', 'card.business_id')
    .leftJoin('card_holder', 'card_holder.card_id', 'card.id')
    .leftJoin('membership', 'membership.id', 'card.membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .leftJoin('card_shipment', 'card_shipment.card_id', 'card.id')
    .leftJoin('card as before', 'before.id', 'card.replaces_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('card as next')
          .select(['next.id', 'next.last_four'])
          .whereRef('next.replaces_id', '=', 'card.id')
          .orderBy('next.id', 'desc')
          .limit(1)
          .as('after'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('card_transaction')
          .select('card_transaction.at')
          .whereRef('card_transaction.card_id', '=', 'card.id')
          .where('card_transaction.status', '<>', 'DECLINED')
          .orderBy('card_transaction.at', 'desc')
          .limit(1)
          .as('used'),
      (join) => join.onTrue(),
    )
    .selectAll('card')
    .select([
      'card_holder.name_on_card as embossed',
      'person.first_name as firstName',
      'person.last_name as lastName',
      'card_shipment.status as shipmentStatus',
      'card_shipment.method',
      'card_shipment.carrier',
      'card_shipment.tracking_number',
      'card_shipment.expected_on',
      'business.program_id as programId',
      'before.last_four as beforeLastFour',
      'after.id as afterId',
      'after.last_four as afterLastFour',
      freezesOfCard.as('freezes'),
      groupsOfCard.as('groups'),
      'used.at as lastUsedAt',
      spentThisMonth(now).as('spentThisMonth'),
    ]);

export type CardRow = Awaited<ReturnType<ReturnType<typeof cardsWithEverything>['executeTakeFirstOrThrow']>>;

/** Whose cards a caller may see. */
export type CardScope = { businessId: string } | { membershipId: string };

type Reading = Pick<Context, 'db' | 'clock'>;

export interface CardFilter {
  status?: readonly CardStatus[] | undefined;
  kind?: CardKind | undefined;
  holder?: readonly string[] | undefined;
  group?: readonly string[] | undefined;
  notGroup?: readonly string[] | undefined;
  text?: string | undefined;
  sort?: CardSort | undefined;
  order?: 'ASC' | 'DESC' | undefined;
  /** The place of the last card of the page before (`isMoving`), or its id. */
  cursor?: string | undefined;
  limit: number;
}

const inScope = ({ db, clock }: Reading, scope: CardScope) =>
  'businessId' in scope
    ? cardsWithEverything(db, clock.now()).where('card.business_id', '=', scope.businessId)
    : cardsWithEverything(db, clock.now()).where('card.membership_id', '=', scope.membershipId);

/** A page of cards and the cursor of the next, newest first unless sorted otherwise. */
export async function pageOfCards(
  context: Reading,
  scope: CardScope,
  filter: CardFilter,
): Promise<{ rows: CardRow[]; nextCursor: string | null }> {
  const { limit, sort = 'ISSUED' } = filter;
  const found = (await usedLately(context, scope, filter)) ?? (await orderedCards(context, scope, filter));
  if (found.length === 0) return { rows: [], nextCursor: null };
  const page = found.slice(0, limit).map(({ id }) => id);
  const rows = await inScope(context, scope).where('card.id', 'in', page).execute();
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const { id, key } = found[page.length - 1]!;
  return {
    rows: page.flatMap((one) => rowOf.get(one) ?? []),
    nextCursor: found.length <= limit ? null : isMoving(sort) ? cursorOf({ key: String(key), id }) : id,
  };
}

/** Whether cards change their places as they are used: a cursor of such a list is a place, of any other a card's id. */
export const isMoving = (sort: CardSort = 'ISSUED'): boolean => sort === 'USED' || sort === 'SPENT';

/** A card's place in the order: by the key, then by the id. */
interface CardPlace {
  id: string;
  key: unknown;
}

/** The places of a page, and of one card more if there is one. */
async function orderedCards(context: Reading, scope: CardScope, filter: CardFilter): Promise<CardPlace[]> {
  const { cursor, limit, sort = 'ISSUED', order = 'DESC' } = filter;
  // Looked up once a card, however often it is compared.
  const place = sql<{ key: unknown }>`(select ${sortedBy(sort, context.clock.now())} as key offset 0)`.as('place');
  const all = plainCards(context.db, scope)
    .innerJoinLateral(place, (join) => join.onTrue())
    .clearSelect()
    .select(['card.id', 'place.key']);
  let query = all.$call((cards) => matching(cards, filter));
  if (cursor !== undefined) {
    // A card that is used while the list is read moves, and its former place goes on being the end of its page.
    const last = placeOf(cursor, 'number') ?? (await all.where('card.id', '=', cursor).executeTakeFirst());
    if (!last) return [];
    const sign = order === 'DESC' ? sql`<` : sql`>`;
    query = query.where(sql<SqlBool>`(place.key, card.id) ${sign} (${last.key}, ${last.id}::uuid)`);
  }
  const direction = order === 'DESC' ? 'desc' : 'asc';
  return query
    .orderBy('place.key', direction)
    .orderBy('card.id', direction)
    .limit(limit + 1)
    .execute();
}

/** Purchases among which the cards that were used last are looked for, before each card of the business is asked. */
const lateAtMost = 2000;

/**
 * The first page by last use, read from the newest purchases of the business; null where it is another page, or where
 * those are the purchases of too few cards.
 */
async function usedLately({ db }: Reading, scope: CardScope, filter: CardFilter): Promise<CardPlace[] | null> {
  const { cursor, limit, sort, order = 'DESC' } = filter;
  if (sort !== 'USED' || order !== 'DESC' || cursor !== undefined || !('businessId' in scope)) return null;
  const newest = sql<{ card_id: string; key: bigint }>`(
    with newest as materialized (
      select card_id, at from card_transaction where business_id = ${scope.businessId} and status <> 'DECLINED'
      order by at desc, id desc limit ${sql.lit(lateAtMost)})
    select card_id, ${microseconds(sql`max(at)`)} as key from newest group by card_id
    having max(at) > (select min(at) from newest))`;
  const rows = await plainCards(db, scope)
    .innerJoin(newest.as('used'), 'used.card_id', 'card.id')
    .clearSelect()
    .select(['card.id', 'used.key'])
    .$call((cards) => matching(cards, filter))
    .orderBy('used.key', 'desc')
    .orderBy('card.id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.length > limit ? rows : null;
}

/** How many cards match, and how many people hold them. */
export async function countCards(
  context: Reading,
  scope: CardScope,
  filter: CardFilter,
): Promise<{ cards: number; people: number }> {
  const { rows } = await sql<{ cards: number; people: number }>`
    select count(*)::int as cards, count(distinct membership_id)::int as people
    from (${plainCards(context.db, scope).$call((all) => matching(all, filter))}) as found`.execute(context.db);
  return rows[0]!;
}

/** Purchases that are added up for the foot of a list. */
const addedAtMost = 2000;

/**
 * What the chains of a list have spent since the first of the month; null where the business has bought more often than
 * is added up at once.
 */
export async function spentByCards(
  { db, clock }: Reading,
  businessId: string,
  filter: CardFilter,
): Promise<bigint | null> {
  const chains = plainCards(db, { businessId })
    .clearSelect()
    .select('card.chain_id')
    .$call((all) => matching(all, filter));
  const { rows } = await sql<{ purchases: number; spent: bigint }>`
    with month as materialized (
      select card_id, amount, status from card_transaction
      where business_id = ${businessId}
        and at >= (select date_trunc('month', ${clock.now()}::timestamptz at time zone time_zone) at time zone time_zone
          from business where id = ${businessId})
      order by at desc, id desc limit ${sql.lit(addedAtMost + 1)})
    select (select count(*)::int from month) as purchases, coalesce(sum(month.amount), 0)::bigint as spent
    from month join card spending on spending.id = month.card_id
    where (select count(*) from month) <= ${sql.lit(addedAtMost)}
      and month.status in ('PENDING', 'SETTLED', 'RETURNED') and spending.chain_id in (${chains})`.execute(db);
  const { purchases, spent } = rows[0]!;
  return purchases > addedAtMost ? null : spent;
}

/** The cards with what filters and orders read of them. */
const plainCards = (db: Database, scope: CardScope) => {
  const all = db
    .selectFrom('card')
    .innerJoin('business', 'business.id', 'card.business_id')
    .leftJoin('card_holder', 'card_holder.card_id', 'card.id')
    .leftJoin('membership', 'membership.id', 'card.membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select('card.membership_id');
  return 'businessId' in scope
    ? all.where('card.business_id', '=', scope.businessId)
    : all.where('card.membership_id', '=', scope.membershipId);
};

/** Exact, in 16 digits. */
const microseconds = (at: RawBuilder<unknown>) => sql<bigint>`(extract(epoch from ${at}) * 1000000)::bigint`;

/** What a card is sorted by. One that was never used comes after all others. */
function sortedBy(sort: CardSort, now: Date): RawBuilder<unknown> {
  switch (sort) {
    case 'NAME':
      return sql`lower(coalesce(card.name, card_holder.name_on_card, ''))`;
    case 'USED':
      return sql`coalesce((select ${microseconds(sql`max(purchase.at)`)} from card_transaction purchase
        where purchase.card_id = card.id and purchase.status <> 'DECLINED'), 0)`;
    case 'SPENT':
      return sql`${spentThisMonth(now)}`;
    case 'ISSUED':
      return sql`card.id`;
  }
}

/** The cards that a filter names. */
function matching<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { status, kind, holder, group, notGroup, text }: CardFilter,
): SelectQueryBuilder<DB, TB, O> {
  const wanted = text?.trim();
  const conditions = [
    ...(status ? [sql<SqlBool>`card.status in (${sql.join(status)})`] : []),
    ...(kind ? [sql<SqlBool>`card.kind = ${kind}`] : []),
    ...(holder ? [sql<SqlBool>`card.membership_id in (${sql.join(holder)})`] : []),
    ...(group ? [isInGroup(group)] : []),
    ...(notGroup ? [sql<SqlBool>`not ${isInGroup(notGroup)}`] : []),
    ...(wanted ? [contains(wanted)] : []),
  ];
  return conditions.reduce((all, condition) => all.where(condition), query);
}

const isInGroup = (groupIds: readonly string[]) =>
  sql<SqlBool>`exists (select from card_group_member member
    where member.group_id in (${sql.join(groupIds)}) and member.chain_id = card.chain_id)`;

const contains = (wanted: string) => {
  const pattern = `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<SqlBool>`(card.last_four = ${wanted} or concat_ws(chr(10), card.name, card.purpose, card.external_id,
    person.first_name || ' ' || person.last_name, card_holder.name_on_card) ilike ${pattern})`;
};

export const cardById = (context: Reading, scope: CardScope, id: string): Promise<CardRow | undefined> =>
  inScope(context, scope).where('card.id', '=', id).executeTakeFirst();

/** What happened to a card and to those that it replaced, newest first. */
export const timelineOf = (db: Database, { chain_id, id }: Pick<CardRow, 'chain_id' | 'id'>) =>
  db
    .selectFrom('card_transition')
    .innerJoin('card', 'card.id', 'card_transition.card_id')
    .leftJoin('membership', 'membership.id', 'card_transition.actor_membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select([
      'card_transition.id',
      'card_transition.at',
      'card_transition.transition as act',
      'card_transition.from_status as fromStatus',
      'card_transition.to_status as toStatus',
      'card_transition.substatus',
      'card_transition.channel',
      'card_transition.reason',
      sql<string | null>`case when card.id <> ${id} then card.last_four end`.as('former'),
      sql<string | null>`person.first_name || ' ' || person.last_name`.as('actor'),
    ])
    .where('card.chain_id', '=', chain_id)
    .where('card.id', '<=', id)
    .orderBy('card_transition.at', 'desc')
    .orderBy('card_transition.id', 'desc')
    .limit(timelineAtMost)
    .execute();

/** Older entries stay in the audit trail. */
export const timelineAtMost = 200;

/** Who looks at a card: its holder, or an administrator, who may see what it is used for, or may not. */
export type CardViewer = 'HOLDER' | 'ADMIN' | 'ADMIN_WITHOUT_USAGE';

export const viewerOf = (session: Entrusted): CardViewer =>
  session.role === 'CARDHOLDER' ? 'HOLDER' : seesUsage(session) ? 'ADMIN' : 'ADMIN_WITHOUT_USAGE';

/** A card as its viewers see it. */
export function cardOf(row: CardRow, viewer: CardViewer): Card {
  const showsUsage = viewer !== 'ADMIN_WITHOUT_USAGE';
  const awaitsProof = viewer === 'HOLDER' && row.kind === 'PHYSICAL' && row.status.startsWith('PENDING');
  const hasName = row.membership_id !== null && row.firstName !== null && row.lastName !== null;
  return {
    id: row.id,
    chainId: row.chain_id,
    kind: row.kind,
    name: row.name,
    purpose: row.purpose,
    externalId: row.external_id,
    last4: row.last_four,
    nameOnCard: nameOf(row),
    expiresOn: awaitsProof ? null : row.expires_on,
    status: row.status,
    substatus: row.substatus,
    holder: hasName ? { membershipId: row.membership_id!, firstName: row.firstName!, lastName: row.lastName! } : null,
    freezes: row.freezes.map(({ since, until, ...freeze }) => ({
      ...freeze,
      since: new Date(since).toISOString(),
      until: until === null ? null : new Date(until).toISOString(),
    })),
    shipment:
      row.shipmentStatus === null || row.method === null
        ? null
        : {
            status: row.shipmentStatus,
            method: row.method,
            carrier: row.carrier,
            trackingNumber: row.tracking_number,
            expectedOn: row.expected_on,
          },
    pinStatus: row.pin_status,
    controls: controlsOf(row, showsUsage),
    groups: row.groups,
    policyVersions: row.policy_versions,
    issuedAt: iso(row.issued_at),
    activatedAt: iso(row.activated_at),
    closedAt: iso(row.closed_at),
    replaces: row.replaces_id === null ? null : { id: row.replaces_id, last4: row.beforeLastFour ?? '' },
    replacedBy: row.afterId === null ? null : { id: row.afterId, last4: row.afterLastFour ?? '' },
    lastUsedAt: showsUsage ? iso(row.lastUsedAt) : null,
    spentThisMonth: showsUsage ? money(row.spentThisMonth, 'USD') : null,
  };
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const controlsOf = (row: CardRow, showsUsage: boolean): Card['controls'] => ({
  usesAtMost: row.uses_at_most,
  uses: row.uses,
  amountLock: row.amount_lock === null ? null : money(row.amount_lock, 'USD'),
  merchantLock:
    row.merchant_lock === null
      ? null
      : {
          kind: row.merchant_lock,
          // Of the first purchase, unless an administrator has named it.
          ...(row.merchant_lock === 'NAMED' || showsUsage
            ? { merchantId: row.locked_merchant_id, merchant: row.locked_merchant_name }
            : { merchantId: null, merchant: null }),
        },
  validFrom: iso(row.valid_from),
  validUntil: iso(row.valid_until),
});
