import { money } from '@florin/contract/money';
import {
  decidingPermission,
  type CardRequest,
  type CardRequestDetail,
  type RequestEventKind,
} from '@florin/contract/money/requests';
import type { RequestKind, RequestStatus } from '@florin/contract/money/request-states';
import { flagsOf, whyNotPermitted, type Entrusted, type Permission } from '@florin/contract/permissions';
import { sql, type NotNull, type RawBuilder, type SqlBool } from 'kysely';
import { explain, leftAtDecline } from '../policies/explain.ts';
import { PolicyVersions } from '../policies/versions.ts';
import { isException } from './exceptions.ts';
import { hoursOf } from './hours.ts';
import { raisedBy } from './raised.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';

/** Section 9: the currency of the product. */
const usd = (amount: bigint | null) => (amount === null ? null : money(amount, 'USD'));
const fullName = (person: string) =>
  sql<string>`${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)}`;

const rows = (db: Database) =>
  db
    .selectFrom('card_request')
    .innerJoin('membership as asking', 'asking.id', 'card_request.requested_by')
    .innerJoin('person as asker', 'asker.id', 'asking.person_id')
    .leftJoin('membership as deciding', 'deciding.id', 'card_request.decided_by')
    .leftJoin('person as decider', 'decider.id', 'deciding.person_id')
    .leftJoin('card', 'card.id', 'card_request.card_id')
    .leftJoin('card_transaction as declined', (join) =>
      join
        .onRef('declined.id', '=', 'card_request.declined_transaction_id')
        .onRef('declined.card_id', '=', 'card_request.card_id')
        .on('declined.status', '=', 'DECLINED'),
    )
    .selectAll('card_request')
    .select([
      'asker.id as askerId',
      'card.kind as kindOfCard',
      'card.name as nameOfCard',
      'card.last_four as last4',
      'declined.merchant as declinedAtMerchant',
      'declined.at as declinedAt',
      'declined.requested as declinedAmount',
      'declined.decline_code as declineCode',
      'declined.mcc as declinedMcc',
      'declined.country as declinedCountry',
      'declined.presence as declinedPresence',
      fullName('asker').as('askedBy'),
      fullName('decider').$castTo<string | null>().as('decidedBy'),
    ]);

/** A request with the names of its people and its card. */
export type RequestRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** Pending requests whose time has passed count as expired, even before the job has written it. */
export const statusOf = ({ status, expires_at }: Pick<RequestRow, 'status' | 'expires_at'>, now: Date): RequestStatus =>
  status === 'PENDING' && expires_at <= now ? 'EXPIRED' : status;

/** The declined purchase behind a request, for those who may see it. */
function declinedOf(row: RequestRow, left: bigint | null = null): CardRequest['declined'] {
  const {
    declinedAtMerchant: merchant,
    declinedAt: at,
    declinedAmount,
    declineCode,
    declinedMcc,
    declinedCountry,
  } = row;
  if (merchant === null || at === null || declinedAmount === null) return null;
  return {
    merchant,
    at: at.toISOString(),
    amount: money(declinedAmount, 'USD'),
    code: declineCode,
    mcc: declinedMcc!,
    country: declinedCountry!,
    left: usd(left),
  };
}

/** The amount that would have been allowed by the rule that decided the decline. */
export async function leftFor(db: Database, row: RequestRow, reader: { isHolder: boolean }): Promise<bigint | null> {
  if (row.declinedAt === null || row.declineCode === null) return null;
  const event = await db
    .selectFrom('card_event')
    .innerJoin('business', 'business.id', 'card_event.business_id')
    .select(['trace', 'at', 'time_zone as zone'])
    .where('transaction_id', '=', row.declined_transaction_id)
    .where('trace', 'is not', null)
    .$narrowType<{ trace: NotNull }>()
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst();
  if (!event) return null;
  const { trace } = event;
  const versions = await new PolicyVersions().read(db, [...trace.versions]);
  const context = { zone: event.zone, at: event.at.getTime(), presence: row.declinedPresence! };
  const left = leftAtDecline(explain(trace, versions, context), row.declineCode, reader);
  return left === null ? null : BigInt(left);
}

interface Visibility {
  /** Whether the reader may see purchases. */
  purchases: boolean;
  /** Whether the reader made the request. */
  isHolder: boolean;
}

/** A request in the form of the contract. */
export function requestOf(
  row: RequestRow,
  now: Date,
  { purchases }: Pick<Visibility, 'purchases'>,
  left: bigint | null = null,
): CardRequest {
  const status = statusOf(row, now);
  return {
    id: row.id,
    kind: row.kind,
    status,
    requestedBy: { membershipId: row.requested_by, name: row.askedBy },
    card:
      row.card_id === null ? null : { id: row.card_id, kind: row.kindOfCard!, name: row.nameOfCard, last4: row.last4! },
    amount: usd(row.amount),
    period: row.period,
    countries: row.countries,
    cardName: row.card_name,
    cardKind: row.card_kind,
    until: row.until?.toISOString() ?? null,
    purpose: row.purpose,
    declinedTransactionId: purchases ? row.declined_transaction_id : null,
    declined: purchases ? declinedOf(row, left) : null,
    requestedAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decision:
      status === 'PENDING'
        ? null
        : {
            by: row.decidedBy,
            at: (row.settled_at ?? row.expires_at).toISOString(),
            amount: usd(row.decided_amount),
            until: row.decided_until?.toISOString() ?? null,
            note: row.decision_note,
            cardId: row.issued_card_id,
          },
  };
}

export interface RequestFilter {
  businessId: string;
  kind?: readonly RequestKind[] | undefined;
  status?: readonly (RequestStatus | 'DECIDED')[] | undefined;
  membershipId?: readonly string[] | undefined;
  cardId?: readonly string[] | undefined;
  text?: string | undefined;
}

export interface RequestPage {
  order?: 'ASC' | 'DESC' | undefined;
  /** The id of the last request of the page before. */
  cursor?: string | undefined;
  limit: number;
}

/** Requests newest first unless ordered otherwise: at most one more than `limit`. */
export async function listRequests(
  db: Database,
  { order = 'DESC', cursor, limit, ...filter }: RequestFilter & RequestPage,
  now: Date,
  shown: Pick<Visibility, 'purchases'>,
): Promise<CardRequest[]> {
  let wanted = rows(db)
    .where(matching(filter, now))
    .orderBy('card_request.id', order === 'ASC' ? 'asc' : 'desc')
    .limit(limit + 1);
  if (cursor) wanted = wanted.where('card_request.id', order === 'ASC' ? '>' : '<', cursor);
  return (await wanted.execute()).map((row) => requestOf(row, now, shown));
}

/** How many requests match, and how many that the reader may read wait for a decision, whatever the filter. */
export async function countRequests(
  db: Database,
  filter: RequestFilter,
  { businessId, membershipId }: Reader,
  now: Date,
): Promise<{ requests: number; waiting: number }> {
  const count = async (counted: RequestFilter) => {
    const { number } = await db
      .selectFrom('card_request')
      .innerJoin('membership as asking', 'asking.id', 'card_request.requested_by')
      .innerJoin('person as asker', 'asker.id', 'asking.person_id')
      .leftJoin('card', 'card.id', 'card_request.card_id')
      .select(sql<number>`count(*)::int`.as('number'))
      .where(matching(counted, now))
      .executeTakeFirstOrThrow();
    return number;
  };
  return {
    requests: await count(filter),
    waiting: await count({
      businessId,
      status: ['PENDING'],
      membershipId: membershipId === undefined ? undefined : [membershipId],
    }),
  };
}

/** The requests that a filter names, in a query that has the person who asks and the card. */
function matching(filter: RequestFilter, now: Date): RawBuilder<SqlBool> {
  const { businessId, kind, status, membershipId, cardId } = filter;
  const text = filter.text?.trim();
  return sql.join<SqlBool>(
    [
      sql`card_request.business_id = ${businessId}`,
      ...(kind ? [sql`card_request.kind in (${sql.join(kind)})`] : []),
      ...(membershipId ? [sql`card_request.requested_by in (${sql.join(membershipId)})`] : []),
      ...(cardId ? [sql`card_request.card_id in (${sql.join(cardId)})`] : []),
      ...(status
        ? [
            sql`(${sql.join(
              status.map((one) => hasStatus(one, now)),
              sql` or `,
            )})`,
          ]
        : []),
      ...(text ? [contains(text)] : []),
    ],
    sql` and `,
  );
}

/** As `statusOf`. */
function hasStatus(status: RequestStatus | 'DECIDED', now: Date) {
  const isOver = sql`card_request.expires_at <= ${now}`;
  switch (status) {
    case 'PENDING':
      return sql`(card_request.status = 'PENDING' and not ${isOver})`;
    case 'EXPIRED':
      return sql`(card_request.status = 'EXPIRED' or (card_request.status = 'PENDING' and ${isOver}))`;
    case 'DECIDED':
      return sql`(card_request.status <> 'PENDING' or ${isOver})`;
    default:
      return sql`card_request.status = ${status}`;
  }
}

function contains(text: string) {
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql`(card.last_four = ${text} or concat_ws(chr(10), card_request.purpose, card_request.card_name, card.name,
    asker.first_name || ' ' || asker.last_name) ilike ${pattern})`;
}

/** Whose requests may be read or changed: those of a business, or of one of its memberships. */
export interface Reader {
  businessId: string;
  /** Only this one's own. */
  membershipId?: string | undefined;
}

const ofReader = (db: Database, id: string, { businessId, membershipId }: Reader) => {
  const found = rows(db).where('card_request.id', '=', id).where('card_request.business_id', '=', businessId);
  return membershipId === undefined ? found : found.where('card_request.requested_by', '=', membershipId);
};

/** Undefined for a request that the reader may not see. */
export const readRequest = (db: Database, id: string, reader: Reader) => ofReader(db, id, reader).executeTakeFirst();

/** As `readRequest`, locked: decisions about a request are made one after the other. */
export const lockRequest = (tx: Database, id: string, reader: Reader) =>
  ofReader(tx, id, reader).forNoKeyUpdate('card_request').executeTakeFirst();

/**
 * Whether an administrator is entrusted with deciding a request. What allows a purchase shows it, and is for those who may see
 * purchases; where the business shows them to nobody, its approvers see what is to be allowed, and nothing else of it.
 */
export const permitsDeciding = (row: Pick<RequestRow, 'kind' | 'until'>, decider: Entrusted): boolean => {
  const holder = { role: decider.role, flags: flagsOf(decider) };
  const needed: Permission[] = [
    decidingPermission[row.kind],
    ...(isException(row) && decider.mayViewUsage !== false ? (['transactions.view'] as const) : []),
  ];
  return needed.every((permission) => whyNotPermitted(permission, holder) === null);
};

/** Who can decide a request. The first decision counts. The person who makes the request cannot decide it. */
export async function decidersOf(
  db: Database,
  { business_id: businessId, askerId, ...row }: Pick<RequestRow, 'business_id' | 'kind' | 'until' | 'askerId'>,
) {
  const administrators = await db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .select([
      'membership.role',
      'membership.preset',
      'membership.flags_granted as granted',
      'membership.flags_withheld as withheld',
      'business.allow_admin_view_card_usage as mayViewUsage',
      'person.id as personId',
      fullName('person').as('name'),
    ])
    .where('membership.business_id', '=', businessId)
    .where('membership.role', '=', 'ADMIN')
    .where('membership.status', '=', 'OPEN')
    .where('person.id', '<>', askerId)
    .orderBy('membership.id')
    .execute();
  return administrators.filter((each) => permitsDeciding(row, each));
}

/**
 * A request with its timeline and the people who can decide it.
 * @param readerId the person who decides with it, who is not among the others
 */
export async function detailOf(
  db: Database,
  row: RequestRow,
  now: Date,
  shown: Visibility,
  readerId?: string,
): Promise<CardRequestDetail> {
  const events = await db
    .selectFrom('card_request_event')
    .leftJoin('membership', 'membership.id', 'card_request_event.actor_membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select(['card_request_event.kind', 'amount', 'note', 'at', fullName('person').$castTo<string | null>().as('by')])
    .where('request_id', '=', row.id)
    .orderBy('card_request_event.id')
    .execute();
  const deciders = await decidersOf(db, row);
  return {
    ...requestOf(row, now, shown, shown.purchases ? await leftFor(db, row, shown) : null),
    timeline: events.map(({ kind, by, at, amount, note }) => ({
      kind,
      by,
      at: at.toISOString(),
      amount: usd(amount),
      note,
    })),
    hours: shown.purchases ? await hoursOf(db, row) : null,
    raised: await raisedBy(db, row.override_id),
    deciders: deciders.filter(({ personId }) => personId !== readerId).map(({ name }) => name),
  };
}

export interface NewEvent {
  requestId: string;
  kind: RequestEventKind;
  /** Null: the time did it. */
  actorMembershipId: string | null;
  amount?: bigint | null;
  note?: string | null;
  at: Date;
  /** Of a note. */
  idempotencyKey?: string;
}

/** Adds to the timeline. @returns whether it was added: a note with a known key was before */
export async function addEvent(tx: Database, event: NewEvent): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('card_request_event')
    .values({
      id: newId(event.at.getTime()),
      request_id: event.requestId,
      kind: event.kind,
      actor_membership_id: event.actorMembershipId,
      amount: event.amount ?? null,
      note: event.note ?? null,
      at: event.at,
      idempotency_key: event.idempotencyKey ?? null,
    })
    .onConflict((conflict) => conflict.columns(['request_id', 'idempotency_key']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}
