import type { CardKind } from '@florin/contract/cards/card-states';
import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import type { CategoryRange } from '@florin/contract/cards/policies/spend-rules';
import type { HoldReason, Presence, TransactionStatus } from '@florin/contract/cards/transaction-states';
import { merchantSuggestions } from '@florin/contract/limits';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../db/open.ts';
import type { Place } from '../../../http/cursor.ts';
import { nearestNames } from './nearest.ts';

/** A transaction as stored, with the names of its card and cardholder. */
export interface TransactionRow {
  id: string;
  at: Date;
  status: TransactionStatus;
  merchantId: string;
  merchant: string;
  city: string | null;
  state: string | null;
  country: string;
  mcc: number;
  cardId: string;
  last4: string;
  cardKind: CardKind;
  cardName: string | null;
  membershipId: string | null;
  holder: string | null;
  presence: Presence;
  currency: string;
  amount: bigint;
  requested: bigint;
  held: bigint;
  settled: bigint;
  returned: bigint;
  merchantAmount: bigint | null;
  merchantCurrency: string | null;
  declineCode: DeclineCode | null;
  holdUntil: Date | null;
  holdReason: HoldReason | null;
  note: string | null;
  reference: string;
}

/** Whose transactions: all of a business, or those of the cards of one membership. */
export interface Scope {
  businessId: string;
  /** Set for a cardholder. */
  membershipId: string | null;
}

export interface View {
  scope: Scope;
  /** Words, each in the merchant, the city, the note or the cardholder's name. */
  text?: string;
  /** Part of the merchant's name. */
  merchant?: string;
  amountFrom?: number;
  amountTo?: number;
  from?: string;
  to?: string;
  status?: readonly TransactionStatus[];
  cardIds?: readonly string[];
  membershipIds?: readonly string[];
  mccs?: readonly number[];
  /** Of groups of categories: codes from one to another, both included. */
  categories?: readonly CategoryRange[];
  countries?: readonly string[];
  declined?: boolean;
  hasFee?: boolean;
  /** Selected ones alone. */
  ids?: readonly string[];
  sort: 'TIME' | 'AMOUNT';
  order: 'DESC' | 'ASC';
}

/** Rows that one call looks at for a filter without an index, and for a sort by amount. */
const scannedAtMost = 5000;
/** Rows that one call looks at for the totals of a view without a text. */
const totalledAtMost = 20_000;
/** More cards than this are a filter, not an index each. */
const streamsAtMost = 24;

const allOf = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);

/** The cards of the scope and of the filters for card and cardholder; null where all cards of the business count. */
async function cardsOf(db: Database, view: View): Promise<string[] | null> {
  const { scope, cardIds, membershipIds } = view;
  if (scope.membershipId === null && !cardIds && !membershipIds) return null;
  const rows = await db
    .selectFrom('card')
    .select('id')
    .where('business_id', '=', scope.businessId)
    .$if(scope.membershipId !== null, (query) => query.where('membership_id', '=', scope.membershipId))
    .$if(cardIds !== undefined, (query) => query.where('id', 'in', cardIds!))
    .$if(membershipIds !== undefined, (query) => query.where('membership_id', 'in', membershipIds!))
    .execute();
  return rows.map(({ id }) => id);
}

/** Which index gives the rows in their order: one stream of rows for each card, each status, or the business. */
function streamsOf(view: View, cards: readonly string[] | null) {
  const { businessId } = view.scope;
  const wanted = view.status ? [...new Set(view.status)] : view.declined === true ? (['DECLINED'] as const) : null;
  const statuses = wanted && view.declined === false ? wanted.filter((status) => status !== 'DECLINED') : wanted;
  if (cards && cards.length <= streamsAtMost)
    return {
      streams: cards.map((id) => sql`t.card_id = ${id}`),
      rest: statuses ? [anyOf(statuses.flatMap(statusesOf))] : [],
    };
  const rest = cards ? [sql`t.card_id = any(${[...cards]})`] : [];
  if (statuses)
    return {
      streams: statuses.flatMap(statusesOf).map((status) => sql`t.business_id = ${businessId} and ${status}`),
      rest,
    };
  return { streams: [sql`t.business_id = ${businessId}`], rest };
}

/** A purchase on hold holds something; one that only awaits its refund belongs to the settled ones. */
const statusesOf = (status: TransactionStatus): RawBuilder<unknown>[] =>
  status === 'PENDING'
    ? [sql`t.status = 'PENDING' and t.held > 0`]
    : status === 'SETTLED'
      ? [sql`t.status = 'SETTLED'`, sql`t.status = 'PENDING' and t.held = 0`]
      : [sql`t.status = ${status}`];

const anyOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;

/** A pattern for texts that contain this one. */
const containing = (text: string) => `%${text.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** More words are looked for as one text: each costs a look at every row. */
const wordsAtMost = 6;

/** What a row has to contain, each anywhere. */
function wordsOf(text = ''): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  const rest = words.slice(wordsAtMost - 1).join(' ');
  return [...new Set([...words.slice(0, wordsAtMost - 1), ...(rest ? [rest] : [])])];
}

/** What no index finds. */
function filtersOf(view: View): RawBuilder<unknown>[] {
  const { text, merchant, amountFrom, amountTo, mccs, categories, countries, declined, status, hasFee, ids } = view;
  const found: RawBuilder<unknown>[] = [];
  for (const word of wordsOf(text)) {
    const part = containing(word);
    found.push(sql`(t.merchant ilike ${part} or t.city ilike ${part}
      or exists (select from transaction_note n where n.transaction_id = t.id and n.note ilike ${part})
      or exists (select from card c join membership m on m.id = c.membership_id join person p on p.id = m.person_id
        where c.id = t.card_id and p.first_name || ' ' || p.last_name ilike ${part}))`);
  }
  if (merchant?.trim()) found.push(sql`t.merchant ilike ${containing(merchant)}`);
  if (amountFrom !== undefined) found.push(sql`abs(t.amount) >= ${amountFrom}`);
  if (amountTo !== undefined) found.push(sql`abs(t.amount) <= ${amountTo}`);
  if (mccs) found.push(sql`t.mcc = any(${[...mccs]})`);
  if (categories)
    found.push(
      categories.length === 0
        ? sql`false`
        : sql`(${sql.join(
            categories.map(({ from, to }) => sql`t.mcc between ${from} and ${to}`),
            sql` or `,
          )})`,
    );
  if (countries) found.push(sql`t.country = any(${[...countries]})`);
  if (declined === false && !status) found.push(sql`t.status <> 'DECLINED'`);
  if (ids) found.push(sql`t.id = any(${[...ids]})`);
  if (hasFee !== undefined) found.push(hasFee ? sql`t.fees > 0` : sql`t.fees = 0`);
  return found;
}

const columns = sql`t.id, t.at, t.status, t.merchant_id as "merchantId", t.merchant, t.city, t.state, t.country, t.mcc,
  t.card_id as "cardId", card.last_four as last4, card.kind as "cardKind", card.name as "cardName",
  card.membership_id as "membershipId",
  coalesce(person.first_name || ' ' || person.last_name, card_holder.name_on_card) as holder, t.presence, t.currency,
  t.amount, t.requested, t.held, t.settled, t.returned, t.merchant_amount as "merchantAmount",
  t.merchant_currency as "merchantCurrency", t.decline_code as "declineCode", t.hold_until as "holdUntil",
  t.hold_reason as "holdReason", t.reference, note.note`;

const names = sql`join card on card.id = t.card_id
  left join membership on membership.id = card.membership_id
  left join person on person.id = membership.person_id
  left join card_holder on card_holder.card_id = card.id
  left join transaction_note note on note.transaction_id = t.id`;

/** The rows of a view that an index gives, in the order of time, at most `limit` of them. */
function scanned(view: View, cards: readonly string[] | null, limit: number, place: Place | null) {
  const descends = view.order === 'DESC' || view.sort === 'AMOUNT';
  const order = descends ? sql`order by at desc, id desc` : sql`order by at, id`;
  const after =
    place && view.sort === 'TIME'
      ? [sql`(t.at, t.id) ${descends ? sql`<` : sql`>`} (${place.key}::timestamptz, ${place.id}::uuid)`]
      : [];
  return rowsOf(view, cards, limit, order, after);
}

/** @param order none where it does not matter which `limit` rows are found */
function rowsOf(
  view: View,
  cards: readonly string[] | null,
  limit: number,
  order: RawBuilder<unknown> = sql``,
  after: readonly RawBuilder<unknown>[] = [],
) {
  const { streams, rest } = streamsOf(view, cards);
  const within = [
    ...(view.from === undefined ? [] : [sql`t.at >= ${view.from}`]),
    ...(view.to === undefined ? [] : [sql`t.at < ${view.to}`]),
    ...after,
  ];
  const parts = streams.map(
    (stream) =>
      sql`(select t.* from card_transaction t where ${allOf([stream, ...within])} ${order} limit ${sql.lit(limit)})`,
  );
  const rows =
    parts.length === 0 ? sql`(select * from card_transaction where false)` : sql.join(parts, sql` union all `);
  return {
    rows: sql`select * from (${rows}) stream ${order} limit ${sql.lit(limit)}`,
    filters: [...rest, ...filtersOf(view)],
  };
}

export interface ListedPage {
  rows: TransactionRow[];
  next: Place | null;
  searchedBackTo: Date | null;
}

/**
 * A page of a view. What an index gives is read as far as the page needs; for any other filter, and to sort by amount,
 * at most `scannedAtMost` rows are looked at.
 */
export async function listTransactions(
  db: Database,
  view: View,
  { limit, place }: { limit: number; place: Place | null },
): Promise<ListedPage> {
  const cards = await cardsOf(db, view);
  const { filters } = scanned(view, cards, 0, place);
  const isBounded = filters.length > 0 || view.sort === 'AMOUNT';
  const bound = isBounded ? scannedAtMost : limit + 1;
  const { rows: from } = scanned(view, cards, bound, place);
  const descends = view.order === 'DESC';
  const sorted = view.sort === 'AMOUNT' ? 'amount' : 'at';
  const after =
    place && view.sort === 'AMOUNT'
      ? [sql`(t.amount, t.id) ${descends ? sql`<` : sql`>`} (${place.key}::bigint, ${place.id}::uuid)`]
      : [];
  const order = descends
    ? sql`order by t.${sql.ref(sorted)} desc, t.id desc`
    : sql`order by t.${sql.ref(sorted)}, t.id`;
  const { rows } = await sql<
    TransactionRow & { scanned: bigint; lastAt: Date | null; lastId: string | null }
  >`with scanned as materialized (${from}),
    last as (select at, id from scanned order by at ${descends || view.sort === 'AMOUNT' ? sql`` : sql`desc`},
      id ${descends || view.sort === 'AMOUNT' ? sql`` : sql`desc`} limit 1)
    select (select count(*) from scanned) as scanned, (select at from last) as "lastAt", (select id from last) as "lastId", page.*
    from (values (1)) one
    left join lateral (select ${columns} from (
      select t.* from scanned t where ${allOf([...filters, ...after])} ${order} limit ${sql.lit(limit + 1)}
    ) t ${names} ${order}) page on true`.execute(db);
  const { scanned: seen, lastAt, lastId } = rows[0]!;
  const found = rows.filter((row) => row.id !== null);
  const page = found.slice(0, limit);
  const isCut = isBounded && Number(seen) === bound;
  const last = page.at(-1);
  const keyOf = (row: TransactionRow) => (view.sort === 'AMOUNT' ? String(row.amount) : row.at.toISOString());
  if (found.length > limit) return { rows: page, next: { key: keyOf(last!), id: last!.id }, searchedBackTo: null };
  if (isCut && view.sort === 'TIME')
    return { rows: page, next: { key: lastAt!.toISOString(), id: lastId! }, searchedBackTo: lastAt };
  return { rows: page, next: null, searchedBackTo: isCut ? lastAt : null };
}

/** Whether a view may have more rows than are sorted by amount. */
export async function isTooLongToSort(db: Database, view: View): Promise<boolean> {
  if (view.sort !== 'AMOUNT') return false;
  const { rows: from } = scanned(view, await cardsOf(db, view), scannedAtMost + 1, null);
  const { rows } = await sql<{ seen: bigint }>`select count(*) as seen from (${from}) one`.execute(db);
  return Number(rows[0]!.seen) > scannedAtMost;
}

export interface Totals {
  transactions: number;
  settled: bigint;
  held: bigint;
  returned: bigint;
  incoming: bigint;
  fees: bigint;
}

/** The sums of a whole view; null where it is too large to be added up at once. Declines are counted, not added. */
export async function totalsOf(db: Database, view: View): Promise<Totals | null> {
  // A text is looked for in notes and names as well, which takes longer for each row.
  const atMost = view.text?.trim() ? scannedAtMost : totalledAtMost;
  const { rows: from, filters } = rowsOf(view, await cardsOf(db, view), atMost + 1);
  const sumOf = (column: Exclude<keyof Totals, 'transactions'>) =>
    sql`coalesce(sum(${sql.ref(column)}), 0) as ${sql.ref(column)}`;
  const { rows } = await sql<
    Record<Exclude<keyof Totals, 'transactions'>, string> & { scanned: bigint; transactions: bigint }
  >`select (select count(*) from (${from}) one) as scanned, count(*) as transactions, ${sumOf('settled')},
      ${sumOf('held')}, ${sumOf('returned')}, ${sumOf('incoming')}, ${sumOf('fees')}
    from (${from}) t where ${allOf(filters)}`.execute(db);
  const { scanned: seen, transactions, settled, held, returned, incoming, fees } = rows[0]!;
  if (Number(seen) > atMost) return null;
  return {
    transactions: Number(transactions),
    settled: BigInt(settled),
    held: BigInt(held),
    returned: BigInt(returned),
    incoming: BigInt(incoming),
    fees: BigInt(fees),
  };
}

/** One transaction of the scope; those of others are not found. */
export async function transactionById(db: Database, scope: Scope, id: string): Promise<TransactionRow | null> {
  const { rows } = await sql<TransactionRow>`select ${columns} from card_transaction t ${names}
    where t.id = ${id} and t.business_id = ${scope.businessId}
      and ${scope.membershipId === null ? sql`true` : sql`card.membership_id = ${scope.membershipId}`}`.execute(db);
  return rows[0] ?? null;
}

/** When each transaction was settled last, by its id. */
export async function settlementsOf(
  db: Database,
  of: readonly Pick<TransactionRow, 'id' | 'reference'>[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .selectFrom('card_event')
    .select(['transaction_id as id', ({ fn }) => fn.max('at').as('at')])
    .where('reference', 'in', [...new Set(of.map(({ reference }) => reference))])
    .where('type', 'in', ['CLEARING', 'FINANCIAL_AUTHORIZATION', 'RETURN'])
    .where('outcome', 'is distinct from', 'DECLINED')
    .groupBy('transaction_id')
    .execute();
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/**
 * The events of transactions, oldest first; with `figures`, those that a line of a list needs: fees, and amounts in the
 * currency of the merchant.
 */
export const eventsOf = (db: Database, of: readonly Pick<TransactionRow, 'id' | 'reference'>[], which?: 'figures') =>
  db
    .selectFrom('card_event')
    .select([
      'event_id as id',
      'transaction_id as transactionId',
      'type',
      'at',
      'amount',
      'currency',
      'merchant_amount as merchantAmount',
      'merchant_currency as merchantCurrency',
      'outcome',
      'decline_code as declineCode',
      'approved',
      'held',
      'milliseconds',
      'flags',
      'fee_kind as feeKind',
      'basis_points as basisPoints',
      'trace',
    ])
    .where('reference', 'in', [...new Set(of.map(({ reference }) => reference))])
    .where(
      'transaction_id',
      'in',
      of.map(({ id }) => id),
    )
    .$if(which !== undefined, (query) =>
      query.where((eb) => eb.or([eb('type', '=', 'FEE'), eb('merchant_amount', 'is not', null)])),
    )
    .orderBy('sequence')
    .execute();
export type EventRow = Awaited<ReturnType<typeof eventsOf>>[number];

interface NoteWrite {
  id: string;
  /** Null removes it. */
  note: string | null;
  /** The note that is replaced, null for none; undefined for whichever there is. */
  replaces: string | null | undefined;
  membershipId: string;
  at: Date;
}

/**
 * Writes or removes the note of a transaction, in one statement, so that of two writers the second finds the first's.
 * @returns false where another note than the one to be replaced is there; nothing is written then
 */
export async function writeNote(db: Database, { id, note, replaces, membershipId, at }: NoteWrite): Promise<boolean> {
  const text = note?.trim() || null;
  if (text === null) {
    if (replaces === null) return !(await noteOf(db, id));
    const { numDeletedRows } = await db
      .deleteFrom('transaction_note')
      .where('transaction_id', '=', id)
      .$if(replaces !== undefined, (query) => query.where('note', '=', replaces!))
      .executeTakeFirst();
    return replaces === undefined || numDeletedRows === 1n;
  }
  const written = { note: text, written_by: membershipId, written_at: at };
  if (typeof replaces === 'string') {
    const { numUpdatedRows } = await db
      .updateTable('transaction_note')
      .set(written)
      .where('transaction_id', '=', id)
      .where('note', '=', replaces)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('transaction_note')
    .values({ transaction_id: id, ...written })
    .onConflict((conflict) => {
      const there = conflict.column('transaction_id');
      return replaces === null ? there.doNothing() : there.doUpdateSet(written);
    })
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const noteOf = (db: Database, id: string) =>
  db.selectFrom('transaction_note').select('note').where('transaction_id', '=', id).executeTakeFirst();

/** How many of these transactions belong to the business. */
export async function countOf(db: Database, businessId: string, ids: readonly string[]): Promise<number> {
  const { found } = await db
    .selectFrom('card_transaction')
    .select(sql<number>`count(*)::int`.as('found'))
    .where('business_id', '=', businessId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow();
  return found;
}

/**
 * The merchants whose names may have been meant by a text that finds none, among the latest transactions of the scope: as
 * many as an index gives at once.
 */
export async function suggestMerchants(db: Database, { businessId, membershipId }: Scope, typed: string) {
  const latest =
    membershipId === null
      ? sql`select merchant from card_transaction where business_id = ${businessId}
          order by at desc, id desc limit ${sql.lit(merchantSuggestions.scannedAtMost)}`
      : sql`select latest.merchant from card cross join lateral (
          select merchant from card_transaction where card_id = card.id
            order by at desc, id desc limit ${sql.lit(merchantSuggestions.scannedAtMost)}) latest
          where card.business_id = ${businessId} and card.membership_id = ${membershipId}`;
  const { rows } = await sql<{ name: string; transactions: number }>`
    select merchant as name, count(*)::int as transactions from (${latest}) scanned group by merchant`.execute(db);
  return nearestNames(typed, rows, merchantSuggestions.atMost);
}
