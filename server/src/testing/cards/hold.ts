import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database } from '../../db/open.ts';

interface Hold<T> {
  /** Takes the lock. */
  lock: (tx: Database) => Promise<unknown>;
  /** Starts the calls that wait for it. */
  start: () => Promise<T>[];
  /** Starts the calls that wait for those. */
  behind?: () => Promise<T>[];
  /** Runs while all of them wait, before the lock is released. */
  meanwhile?: (tx: Database) => Promise<unknown>;
}

/** For a busy machine; a call that never waits fails the test. */
const patience = { timeout: 60_000 };

/**
 * Plays an order that otherwise only a race would: calls that have read one state, and continue once another is true.
 * @returns their answers
 */
export async function holdUp<T>(db: Database, { lock, start, behind, meanwhile }: Hold<T>): Promise<T[]> {
  const held = await db.transaction().execute(async (tx) => {
    await lock(tx);
    const calls = start();
    await vi.waitFor(async () => expect(await waiting(db)).toBe(calls.length), patience);
    calls.push(...(behind?.() ?? []));
    await vi.waitFor(async () => expect(await waiting(db)).toBe(calls.length), patience);
    await meanwhile?.(tx);
    return { calls };
  });
  return Promise.all(held.calls);
}

/** The number of statements in this database that wait for a lock. */
async function waiting(db: Database): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
