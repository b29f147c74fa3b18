import { tabCountAtMost } from '@florin/contract/cards/card-counts';
import type * as contract from '@florin/contract/cards/card-counts';
import { flagsOf, whyNotPermitted } from '@florin/contract/permissions';
import { sql, type RawBuilder } from 'kysely';
import type { Handler, HandlersOf } from '../../../http/call.ts';

const upTo = (rows: RawBuilder<unknown>) =>
  sql`(select count(*)::int from (select 1 ${rows} limit ${sql.lit(tabCountAtMost)}) as counted)`;

/** GET /api/cards/counts */
const cardCounts: Handler<'cardCounts'> = async ({ context: { db, clock }, caller }) => {
  const { businessId, role } = caller;
  const { rows } = await sql<{ cards: number; requests: number; policies: number; vendorLinks: number }>`select
    ${upTo(sql`from card where business_id = ${businessId} and status <> 'CLOSED'`)} as cards,
    ${upTo(sql`from card_request where business_id = ${businessId} and status = 'PENDING'`)} as requests,
    ${upTo(sql`from spend_policy where business_id = ${businessId} and layer in ('BUSINESS', 'GROUP', 'CARD')`)}
      as policies,
    ${upTo(sql`from vendor_link where business_id = ${businessId} and used_at is null and revoked_at is null
      and expires_at > ${clock.now()}`)} as "vendorLinks"`.execute(db);
  const counts = rows[0]!;
  const seesLinks = whyNotPermitted('vendor-links.view', { role, flags: flagsOf(caller) }) === null;
  return { status: 200, body: { ...counts, vendorLinks: seesLinks ? counts.vendorLinks : null } };
};

export const cardCountsRoutes: HandlersOf<typeof contract> = { cardCounts };
