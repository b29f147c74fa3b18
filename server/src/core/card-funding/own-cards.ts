import type { Database } from '../../db/open.ts';

/** A person who acts in a business, with any membership. */
export interface Actor {
  businessId: string;
  personId: string;
}

/**
 * Whether the business asks for four eyes and one of the cards is the person's own, held by any membership of theirs:
 * then only another administrator can give it money or loosen its limits (decision 061). Replacements have the same
 * holder.
 */
export async function isOwnUnderFourEyes(
  db: Database,
  { businessId, personId }: Actor,
  cardIds: readonly string[],
): Promise<boolean> {
  if (cardIds.length === 0) return false;
  const own = await db
    .selectFrom('card')
    .innerJoin('business', 'business.id', 'card.business_id')
    .innerJoin('membership', 'membership.id', 'card.membership_id')
    .select('card.id')
    .where('card.id', 'in', [...cardIds])
    .where('card.business_id', '=', businessId)
    .where('business.four_eyes', '=', true)
    .where('membership.person_id', '=', personId)
    .limit(1)
    .executeTakeFirst();
  return own !== undefined;
}

/** The same for an account in the business: a card issued to it belongs to the person. */
export async function isOwnAccountUnderFourEyes(
  db: Database,
  { businessId, personId }: Actor,
  membershipId: string,
): Promise<boolean> {
  const own = await db
    .selectFrom('membership')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .select('membership.id')
    .where('membership.id', '=', membershipId)
    .where('business.id', '=', businessId)
    .where('business.four_eyes', '=', true)
    .where('membership.person_id', '=', personId)
    .executeTakeFirst();
  return own !== undefined;
}
