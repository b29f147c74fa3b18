import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { recordContext } from '../../ports/keys/keys.ts';

/** A person's date of birth is sealed in their record. */
export const birthdateContext = (personId: string, programId: string) =>
  recordContext({ table: 'person', row: personId, column: 'date_of_birth_sealed', program: programId });

/** The date of birth of the person with a membership, yyyy-mm-dd; null where it is not known. */
export async function birthdateOf(
  db: Database,
  { keys }: Pick<Context, 'keys'>,
  membershipId: string,
): Promise<string | null> {
  const person = await db
    .selectFrom('person')
    .innerJoin('membership', 'membership.person_id', 'person.id')
    .select(['person.id', 'person.program_id as programId', 'person.date_of_birth_sealed as sealed'])
    .where('membership.id', '=', membershipId)
    .executeTakeFirst();
  if (!person?.sealed) return null;
  return keys.open(person.sealed, birthdateContext(person.id, person.programId)).toString();
}
