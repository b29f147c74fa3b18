import { sql, type Expression } from 'kysely';

/**
 * The id of the card that stands for a membership wherever there is room for one: cards in use come before closed ones,
 * then the newest comes first (ids grow with time). Null where the membership holds no card.
 * @param membership its id, or the column that has it
 */
export const currentCardId = (membership: string | Expression<string>) => sql<string | null>`(
  select held.id from card held where held.membership_id = ${membership}
  order by held.status = 'CLOSED', held.id desc limit 1)`;
