import type { Database } from '../../db/open.ts';

/** The chain and the state of a card of the business. */
export const cardOfBusiness = (db: Database, businessId: string, cardId: string) =>
  db
    .selectFrom('card')
    .select(['id', 'chain_id as chainId', 'status', 'last_four as last4', 'membership_id as membershipId'])
    .where('id', '=', cardId)
    .where('business_id', '=', businessId)
    .executeTakeFirst();

/** The ids of these cards that belong to the business. */
export async function cardsOfBusiness(db: Database, businessId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('card')
    .select('id')
    .where('business_id', '=', businessId)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ id }) => id);
}
