import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';

/** Who writes to support from an account, and the program that answers. */
export function readSender(db: Database, accountId: string) {
  return db
    .selectFrom('account')
    .innerJoin('person', 'person.id', 'account.person_id')
    .innerJoin('business', 'business.id', 'account.business_id')
    .innerJoin('program', 'program.id', 'person.program_id')
    .select([
      'account.role',
      'person.username',
      'business.name as businessName',
      'program.id as programId',
      'program.branding',
      sql<string>`person.first_name || ' ' || person.last_name`.as('name'),
    ])
    .where('account.id', '=', accountId)
    .executeTakeFirstOrThrow();
}
