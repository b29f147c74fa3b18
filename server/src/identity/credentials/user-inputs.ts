import { sql } from 'kysely';
import type { Database } from '../../db/open.ts';

/**
 * The texts that a person's new password must not consist of: names, username, businesses, the last four digits of
 * cards (section 5).
 */
export async function userInputsOf(db: Database, personId: string): Promise<string[]> {
  const { rows } = await sql<{ input: string }>`
    select first_name as input from person where id = ${personId}
    union select last_name from person where id = ${personId}
    union select username from person where id = ${personId}
    union select business.name from membership join business on business.id = membership.business_id where person_id = ${personId}
    union select card.last_four from membership join card on card.membership_id = membership.id where person_id = ${personId}
    order by input`.execute(db);
  return rows.map(({ input }) => input);
}
