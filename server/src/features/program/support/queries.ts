import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';

/** Who writes to support from an account, and the program that answers. */
export function readSender(db: Database, membershipId: string) {
  return db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.person_id')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .innerJoin('program', 'program.id', 'person.program_id')
    .select([
      'membership.role',
      'person.username',
      'business.name as businessName',
      'program.id as programId',
      'program.branding',
      sql<string>`person.first_name || ' ' || person.last_name`.as('name'),
    ])
    .where('membership.id', '=', membershipId)
    .executeTakeFirstOrThrow();
}
