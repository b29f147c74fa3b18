import { lowCardsFunded, type NeedsAttention } from '@florin/contract/program/dashboard';
import { money } from '@florin/contract/money';
import { defaultLowBalance } from '@florin/contract/program/notification-preferences';
import { seesUsage } from '@florin/contract/permissions';
import { sql } from 'kysely';
import { leftFor, listRequests, readRequest } from '../../../core/requests/queries.ts';
import { mayDecide } from '../../../core/requests/settle.ts';
import type { Database } from '../../../db/open.ts';
import { changesOf, statusOf } from '../../../identity/four-eyes/changes.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { dayOf, startOf } from './periods.ts';

const usd = (amount: bigint | string | null) => money(BigInt(amount ?? 0), 'USD');

/** Three with a row of their own, and those that are named after them. */
const requestsShown = 6;
const cardsShown = 3;
const declineDays = 7;

/** What waits for the person of a session. @param zone of the business */
export async function needsOf(db: Database, session: CurrentSession, zone: string, now: Date): Promise<NeedsAttention> {
  const { businessId } = session;
  const [requests, declines, activation, lowBalances, suspense, changes] = await Promise.all([
    requestsOf(db, session, now),
    seesUsage(session) ? declinesOf(db, businessId, zone, now) : null,
    activationOf(db, businessId),
    lowBalancesOf(db, businessId, zone, now),
    suspenseOf(db, businessId),
    changesOf(db, businessId).execute(),
  ]);
  return {
    requests,
    declines,
    activation,
    lowBalances,
    suspense,
    changes: changes.filter(
      (change) => statusOf(change, now) === 'PENDING' && change.requesterPersonId !== session.personId,
    ).length,
  };
}

async function requestsOf(db: Database, session: CurrentSession, now: Date): Promise<NeedsAttention['requests']> {
  const { businessId } = session;
  const { pending } = await db
    .selectFrom('card_request')
    .select(sql<number>`count(*)::int`.as('pending'))
    .where('business_id', '=', businessId)
    .where('status', '=', 'PENDING')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  if (pending === 0) return { pending, items: [] };
  const listed = await listRequests(db, { businessId, status: ['PENDING'], limit: requestsShown }, now, {
    purchases: seesUsage(session),
  });
  const items = listed.slice(0, requestsShown).map(async (request) => {
    const row = await readRequest(db, request.id, { businessId });
    const left = row && request.declined ? await leftFor(db, row, { isHolder: false }) : null;
    return {
      ...request,
      declined: request.declined && { ...request.declined, left: left === null ? null : usd(left) },
      mayDecide: row !== undefined && mayDecide(row, session),
    };
  });
  return { pending, items: await Promise.all(items) };
}

async function declinesOf(
  db: Database,
  businessId: string,
  zone: string,
  now: Date,
): Promise<NeedsAttention['declines']> {
  const from = dayOf(now, zone).subtract({ days: declineDays - 1 });
  const declined = db
    .selectFrom('card_transaction')
    .where('business_id', '=', businessId)
    .where('status', '=', 'DECLINED')
    .where('at', '>=', startOf(from, zone))
    .where('at', '<=', now);
  const [sum, latest] = await Promise.all([
    declined
      .select([sql<number>`count(*)::int`.as('count'), sql<string>`coalesce(sum(requested), 0)`.as('amount')])
      .executeTakeFirstOrThrow(),
    declined.select(['id', 'merchant', 'at']).orderBy('at', 'desc').orderBy('id', 'desc').limit(1).executeTakeFirst(),
  ]);
  return {
    from: from.toString(),
    count: sum.count,
    amount: usd(sum.amount),
    latest: latest ? { ...latest, at: latest.at.toISOString() } : null,
  };
}

/** Delivered cards that nobody has activated. */
async function activationOf(db: Database, businessId: string): Promise<NeedsAttention['activation']> {
  const rows = await db
    .selectFrom('card')
    .innerJoin('card_shipment', 'card_shipment.card_id', 'card.id')
    .select(['card.id', 'card.last_four as last4', sql<number>`(count(*) over ())::int`.as('count')])
    .where('card.business_id', '=', businessId)
    .where('card.status', '=', 'PENDING_ACTIVATION')
    .where('card_shipment.status', '=', 'DELIVERED')
    .orderBy('card.id', 'desc')
    .limit(cardsShown)
    .execute();
  return { count: rows[0]?.count ?? 0, cards: rows.map(({ id, last4 }) => ({ id, last4 })) };
}

/** Cards that can spend with a balance of their own that is low to their holder, the lowest first. */
async function lowBalancesOf(
  db: Database,
  businessId: string,
  zone: string,
  now: Date,
): Promise<NeedsAttention['lowBalances']> {
  const { rows } = await sql<{ id: string; last4: string; holder: string | null; available: bigint; count: number }>`
    select card.id, card.last_four as last4, person.first_name || ' ' || person.last_name as holder,
      wallet.available_balance as available, (count(*) over ())::int as count
    from card
    join financial_account wallet on wallet.card_id = card.id and wallet.kind = 'card_wallet'
    join business on business.id = card.business_id and not business.use_business_balance_for_auths
    join membership on membership.id = card.membership_id and membership.status = 'OPEN'
    join person on person.id = membership.person_id
    left join notification_preference chosen on chosen.membership_id = membership.id
    where card.business_id = ${businessId} and card.status = 'OPEN'
      and card.expires_on >= ${dayOf(now, zone).toString()}::date
      and (card.valid_until is null or card.valid_until > ${now})
      and (card.uses_at_most is null or card.uses < card.uses_at_most)
      and wallet.available_balance < coalesce(chosen.low_balance_below, ${defaultLowBalance.CARDHOLDER})
    order by wallet.available_balance, card.id limit ${sql.lit(lowCardsFunded)}`.execute(db);
  return {
    count: rows[0]?.count ?? 0,
    ids: rows.map(({ id }) => id),
    cards: rows
      .slice(0, cardsShown)
      .map(({ id, last4, holder, available }) => ({ id, last4, holder, available: usd(available) })),
  };
}

async function suspenseOf(db: Database, businessId: string): Promise<NeedsAttention['suspense']> {
  const { count, amount } = await db
    .selectFrom('suspense_item')
    .select([sql<number>`count(*)::int`.as('count'), sql<string>`coalesce(sum(amount), 0)`.as('amount')])
    .where('business_id', '=', businessId)
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { count, amount: usd(amount) };
}
