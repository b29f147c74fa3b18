import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';

/** The reader's data for a mail about an account. */
export interface Letter {
  programId: string;
  programName: string;
  firstName: string;
  username: string;
  /** Links start with the origin of the person's program, never with the request's (security design P14). */
  origin: string;
  at: Date;
}

export async function letterOf(tx: Database, { config, clock }: Context, personId: string): Promise<Letter> {
  const { canonicalOrigin, ...row } = await tx
    .selectFrom('person')
    .innerJoin('program', 'program.id', 'person.program_id')
    .select([
      'program.id as programId',
      'program.name as programName',
      'person.first_name as firstName',
      'person.username',
      'program.canonical_origin as canonicalOrigin',
    ])
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow();
  return { ...row, origin: canonicalOrigin ?? config.publicOrigin, at: clock.now() };
}
