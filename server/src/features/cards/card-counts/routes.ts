import { tabCountAtMost } from '@florin/contract/cards/card-counts';
import type * as contract from '@florin/contract/cards/card-counts';
import { flagsOf, whyNotPermitted } from '@florin/contract/permissions';
import { sql, type RawBuilder } from 'kysely';
import { permitsDeciding } from '../../../core/requests/queries.ts';
import type { Database } from '../../../db/open.ts';
import type { Handler, HandlersOf } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';

const upTo = (rows: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select 1 ${rows} limit ${sql.lit(tabCountAtMost)}) as counted)`;

/** GET /api/cards/counts */
const cardCounts: Handler<'cardCounts'> = async ({ context: { db, clock }, caller }) => {
  const { businessId, role } = caller;
  const { rows } = await sql<{ cards: number; requests: number; policies: number; vendorLinks: number }>`select
    ${upTo(sql`from card where business_id = ${businessId} and status <> 'CLOSED'`)} as cards,
    ${upTo(sql`from card_request where business_id = ${businessId} and status = 'PENDING'`)} as requests,
    ${upTo(sql`from spend_policy where business_id = ${businessId} and layer in ('BUSINESS', 'GROUP', 'CARD')
      and not is_card_limit`)}
      as policies,
    ${upTo(sql`from vendor_link where business_id = ${businessId} and used_at is null and revoked_at is null
      and expires_at > ${clock.now()}`)} as "vendorLinks"`.execute(db);
  const counts = rows[0]!;
  const toDecide = counts.requests === 0 ? 0 : await requestsToDecide(db, caller, clock.now());
  const seesLinks = whyNotPermitted('vendor-links.view', { role, flags: flagsOf(caller) }) === null;
  return { status: 200, body: { ...counts, toDecide, vendorLinks: seesLinks ? counts.vendorLinks : null } };
};

/** The requests that the person of a session may decide: all of one kind, with or without an end, are alike. */
async function requestsToDecide(db: Database, caller: CurrentSession, now: Date): Promise<number> {
  const alike = await db
    .selectFrom('card_request')
    .innerJoin('membership as asking', 'asking.id', 'card_request.requested_by')
    .select(['card_request.kind', sql<Date | null>`max(card_request.until)`.as('until')])
    .select(sql<number>`count(*)::int`.as('count'))
    .where('card_request.business_id', '=', caller.businessId)
    .where('card_request.status', '=', 'PENDING')
    .where('card_request.expires_at', '>', now)
    .where('asking.person_id', '<>', caller.personId)
    .groupBy(['card_request.kind', sql`card_request.until is null`])
    .execute();
  const decidable = alike.filter((row) => permitsDeciding(row, caller));
  return Math.min(
    tabCountAtMost,
    decidable.reduce((sum, { count }) => sum + count, 0),
  );
}

export const cardCountsRoutes: HandlersOf<typeof contract> = { cardCounts };
