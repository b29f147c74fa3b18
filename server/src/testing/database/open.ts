import type pg from 'pg';
import { closeLanes } from '../../core/authorizations/lanes.ts';
import { testDatabase } from './cluster.ts';
import { openDatabase, openPool, type Database } from '../../db/open.ts';

/** A database of its own with a pool on it, for one test file; closing it drops it. By default migrated and empty. */
export async function openTestDatabase(
  make: () => Promise<{ url: string; drop: () => Promise<void> }> = testDatabase,
): Promise<{ db: Database; pool: pg.Pool; url: string } & AsyncDisposable> {
  const { url, drop } = await make();
  const pool = openPool(url);
  const endPool = endOf(pool);
  const db = openDatabase(pool);
  const close = async () => {
    await closeLanes(db);
    await endPool();
    await drop();
  };
  return { db, pool, url, [Symbol.asyncDispose]: close };
}

/**
 * Ends a pool and waits until its connections are closed, for which the pool does not wait: dropping the database would
 * kill those still open. A test may break connections; the query under way reports it.
 */
export function endOf(pool: pg.Pool): () => Promise<void> {
  const ends: Promise<unknown>[] = [];
  const ignore = () => {};
  pool.on('error', ignore).on('connect', (client) => {
    client.on('error', ignore);
    ends.push(new Promise<void>((resolve) => client.once('end', resolve)));
  });
  return async () => {
    await pool.end();
    await Promise.all(ends);
  };
}
