import { merchantSuggestions } from '@florin/contract/limits';
import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import { nearestNames } from './nearest.ts';
import type { Scope } from './queries.ts';

/**
 * The merchants whose names may have been meant by a text that finds none, among the latest transactions of the scope: as
 * many as an index gives at once.
 */
export async function suggestMerchants(db: Database, { businessId, membershipId }: Scope, typed: string) {
  const { scannedAtMost, atMost } = merchantSuggestions;
  const latest =
    membershipId === null
      ? sql`select merchant from card_transaction where business_id = ${businessId}
          order by at desc, id desc limit ${sql.lit(scannedAtMost)}`
      : sql`select latest.merchant from card cross join lateral (
          select merchant from card_transaction where card_id = card.id
            order by at desc, id desc limit ${sql.lit(scannedAtMost)}) latest
          where card.business_id = ${businessId} and card.membership_id = ${membershipId}`;
  const { rows } = await sql<{ name: string; transactions: number }>`
    select merchant as name, count(*)::int as transactions from (${latest}) scanned group by merchant`.execute(db);
  return nearestNames(typed, rows, atMost);
}
