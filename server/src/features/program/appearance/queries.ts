import type { Look } from '@florin/contract/appearance';
import type { Database } from '../../../db/open.ts';

export interface Appearance extends Look {
  tour_seen_at: Date | null;
}

/** What a person has chosen; the defaults of section 9 until they do. */
export async function readAppearance(db: Database, personId: string): Promise<Appearance> {
  const row = await db
    .selectFrom('appearance')
    .select(['theme', 'scheme', 'tour_seen_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ?? { theme: 'fresh', scheme: 'system', tour_seen_at: null };
}

export function writeLook(db: Database, personId: string, look: Look): Promise<Appearance> {
  return db
    .insertInto('appearance')
    .values({ person_id: personId, ...look, tour_seen_at: null })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(look))
    .returning(['theme', 'scheme', 'tour_seen_at'])
    .executeTakeFirstOrThrow();
}

/** The first look counts: a second tab does not move it. */
export function writeTourSeen(db: Database, personId: string, at: Date): Promise<Appearance> {
  return db
    .insertInto('appearance')
    .values({ person_id: personId, theme: 'fresh', scheme: 'system', tour_seen_at: at })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet((eb) => ({ tour_seen_at: eb.fn.coalesce('appearance.tour_seen_at', 'excluded.tour_seen_at') })),
    )
    .returning(['theme', 'scheme', 'tour_seen_at'])
    .executeTakeFirstOrThrow();
}
