import { sql } from 'kysely';
import type { Database } from './open.ts';

interface Counter {
  key: Buffer;
  windowSeconds: number;
  /** Not admitted at that many; none: always counted. */
  cap?: number;
}

/**
 * Counts under a key within a window that starts with its first count.
 * @returns the count with this one, or null where the cap is reached
 */
export async function count(db: Database, { key, windowSeconds, cap }: Counter, now: Date): Promise<number | null> {
  const isOver = sql`throttle.window_started_at <= ${new Date(now.getTime() - windowSeconds * 1000)}::timestamptz`;
  const { rows } = await sql<{ failures: number }>`
    insert into throttle (key, failures, window_started_at) values (${key}, 1, ${now})
    on conflict (key) do update set
      failures = case when ${isOver} then 1 else throttle.failures + 1 end,
      window_started_at = case when ${isOver} then ${now} else throttle.window_started_at end
      where ${cap ?? null}::int is null or throttle.failures < ${cap ?? null}::int or ${isOver}
    returning failures`.execute(db);
  return rows[0]?.failures ?? null;
}

/** Takes one count back. */
export async function uncount(db: Database, key: Buffer): Promise<void> {
  await sql`update throttle set failures = failures - 1 where key = ${key} and failures > 0`.execute(db);
}

/** What stands under a key, and until when. */
export async function readCount(db: Database, { key, windowSeconds }: Counter, now: Date) {
  const row = await db
    .selectFrom('throttle')
    .select(['failures', 'window_started_at'])
    .where('key', '=', key)
    .where('window_started_at', '>', new Date(now.getTime() - windowSeconds * 1000))
    .executeTakeFirst();
  if (!row) return { failures: 0, until: now };
  return { failures: row.failures, until: new Date(row.window_started_at.getTime() + windowSeconds * 1000) };
}
