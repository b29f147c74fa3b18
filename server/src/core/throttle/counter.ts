import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../db/open.ts';

interface Counter {
  key: Buffer;
  windowSeconds: number;
  /** The first count that is not admitted; without it, every count is admitted. */
  cap?: number;
}

/**
 * The statement that counts under a key, within a window that starts with its first count. It returns `failures`, the
 * count including this one, and `isFull`, whether this was the last admitted one; no row if the cap is reached.
 * @param from a table of `with`: counts once if it has a row, otherwise not
 */
export const counting = (
  { key, windowSeconds, cap }: Counter,
  now: Date,
  from: RawBuilder<unknown> = sql``,
): RawBuilder<{ failures: number; isFull: boolean }> => {
  const isOver = sql`throttle.window_started_at <= ${new Date(now.getTime() - windowSeconds * 1000)}::timestamptz`;
  return sql`insert into throttle (key, failures, window_started_at)
      select ${key}::bytea, 1, ${now}::timestamptz ${from}
    on conflict (key) do update set
      failures = case when ${isOver} then 1 else throttle.failures + 1 end,
      window_started_at = case when ${isOver} then ${now} else throttle.window_started_at end
      where ${cap ?? null}::int is null or throttle.failures < ${cap ?? null}::int or ${isOver}
    returning failures, coalesce(failures >= ${cap ?? null}::int, false) as "isFull"`;
};

/** The statement that takes one count back. */
export const uncounting = (key: Buffer): RawBuilder<unknown> =>
  sql`update throttle set failures = failures - 1 where key = ${key} and failures > 0`;

/** @returns the count including this one, or null if the cap is reached */
export async function count(db: Database, counter: Counter, now: Date): Promise<number | null> {
  const { rows } = await counting(counter, now).execute(db);
  return rows[0]?.failures ?? null;
}

export async function uncount(db: Database, key: Buffer): Promise<void> {
  await uncounting(key).execute(db);
}

/** The count under a key, and the end of its window. */
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
