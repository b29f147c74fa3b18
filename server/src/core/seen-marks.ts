import { sql } from 'kysely';
import type { Database } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';

type Page = Schema['seen_mark']['page'];

/** When a person last opened a page; null if never. */
export async function lastSeen(db: Database, personId: string, page: Page): Promise<Date | null> {
  const mark = await db
    .selectFrom('seen_mark')
    .select('seen_at')
    .where('person_id', '=', personId)
    .where('page', '=', page)
    .executeTakeFirst();
  return mark?.seen_at ?? null;
}

/**
 * Records that a person has opened a page. A mark never moves back: of two tabs the later one counts.
 * @returns the current mark
 */
export async function markSeen(db: Database, personId: string, page: Page, at: Date): Promise<Date> {
  const { seen_at } = await db
    .insertInto('seen_mark')
    .values({ person_id: personId, page, seen_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['person_id', 'page'])
        .doUpdateSet({ seen_at: sql`greatest(seen_mark.seen_at, excluded.seen_at)` }),
    )
    .returning('seen_at')
    .executeTakeFirstOrThrow();
  return seen_at;
}
