import { sql, type Expression } from 'kysely';

/**
 * The id of a membership's current card, for places that show one card. Activated cards come before cards that are not
 * activated yet, and closed cards come last. Among these it is the newest replacement of the card that the person has
 * had the longest (ids grow with time). Null if the membership has no card.
 * @param membership its id, or the column that contains it
 */
export const currentCardId = (membership: string | Expression<string>) => sql<string | null>`(
  select held.id from card held where held.membership_id = ${membership}
  order by held.status = 'CLOSED', held.status not in ('OPEN', 'PAUSED'),
    held.chain_id, held.id desc limit 1)`;
