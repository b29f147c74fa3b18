import { money } from '@florin/contract/money';
import {
  decidingPermission,
  type CardRequest,
  type CardRequestDetail,
  type RequestEventKind,
  type RequestKind,
  type RequestStatus,
} from '@florin/contract/requests';
import { flagsOf, whyNotPermitted } from '@florin/contract/permissions';
import { sql } from 'kysely';
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
    .selectAll('card_request')
    .select([
      'asker.id as askerId',
      'card.name as nameOfCard',
      'card.last_four as last4',
      fullName('asker').as('askedBy'),
      fullName('decider').$castTo<string | null>().as('decidedBy'),
    ]);

/** A request with the names of its people and its card. */
export type RequestRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>;

/** Pending requests whose time is over are expired, before the job has written it. */
export const statusOf = ({ status, expires_at }: Pick<RequestRow, 'status' | 'expires_at'>, now: Date): RequestStatus =>
  status === 'PENDING' && expires_at <= now ? 'EXPIRED' : status;

/** A request in the form of the contract. */
export function requestOf(row: RequestRow, now: Date): CardRequest {
  const status = statusOf(row, now);
  return {
    id: row.id,
    kind: row.kind,
    status,
    requestedBy: { membershipId: row.requested_by, name: row.askedBy },
    card: row.card_id === null ? null : { id: row.card_id, name: row.nameOfCard, last4: row.last4! },
    amount: usd(row.amount),
    period: row.period,
    countries: row.countries,
    cardName: row.card_name,
    cardKind: row.card_kind,
    until: row.until?.toISOString() ?? null,
    purpose: row.purpose,
    declinedTransactionId: row.declined_transaction_id,
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
  kind?: RequestKind | undefined;
  status?: 'PENDING' | 'DECIDED' | undefined;
  membershipId?: string | undefined;
  cardId?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** Requests newest first: at most one more than `limit`. */
export async function listRequests(db: Database, filter: RequestFilter, now: Date): Promise<CardRequest[]> {
  const { businessId, kind, status, membershipId, cardId, cursor, limit } = filter;
  let wanted = rows(db)
    .where('card_request.business_id', '=', businessId)
    .orderBy('card_request.id', 'desc')
    .limit(limit + 1);
  if (kind) wanted = wanted.where('card_request.kind', '=', kind);
  if (membershipId) wanted = wanted.where('card_request.requested_by', '=', membershipId);
  if (cardId) wanted = wanted.where('card_request.card_id', '=', cardId);
  if (cursor) wanted = wanted.where('card_request.id', '<', cursor);
  if (status === 'PENDING')
    wanted = wanted.where('card_request.status', '=', 'PENDING').where('card_request.expires_at', '>', now);
  if (status === 'DECIDED')
    wanted = wanted.where((eb) =>
      eb.or([eb('card_request.status', '<>', 'PENDING'), eb('card_request.expires_at', '<=', now)]),
    );
  return (await wanted.execute()).map((row) => requestOf(row, now));
}

/** Whose requests may be read or changed: those of a business, or of one of its memberships. */
export interface Reader {
  businessId: string;
  /** Only this one's own. */
  membershipId?: string;
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

/** Who can decide requests of a kind: the first answer counts. */
export async function decidersOf(db: Database, businessId: string, kind: RequestKind) {
  const administrators = await db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .select([
      'membership.role',
      'membership.preset',
      'membership.flags_granted as granted',
      'membership.flags_withheld as withheld',
      'person.id as personId',
      fullName('person').as('name'),
    ])
    .where('membership.business_id', '=', businessId)
    .where('membership.role', '=', 'ADMIN')
    .where('membership.status', '=', 'OPEN')
    .orderBy('membership.id')
    .execute();
  return administrators.filter(
    (each) => whyNotPermitted(decidingPermission[kind], { role: each.role, flags: flagsOf(each) }) === null,
  );
}

/** A request with its timeline and the people who can decide it. */
export async function detailOf(db: Database, row: RequestRow, now: Date): Promise<CardRequestDetail> {
  const events = await db
    .selectFrom('card_request_event')
    .leftJoin('membership', 'membership.id', 'card_request_event.actor_membership_id')
    .leftJoin('person', 'person.id', 'membership.person_id')
    .select(['card_request_event.kind', 'amount', 'note', 'at', fullName('person').$castTo<string | null>().as('by')])
    .where('request_id', '=', row.id)
    .orderBy('card_request_event.id')
    .execute();
  const deciders = await decidersOf(db, row.business_id, row.kind);
  return {
    ...requestOf(row, now),
    timeline: events.map(({ kind, by, at, amount, note }) => ({
      kind,
      by,
      at: at.toISOString(),
      amount: usd(amount),
      note,
    })),
    deciders: deciders.map(({ name }) => name),
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
