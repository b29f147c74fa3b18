import type { Transaction } from 'kysely';
import { runWithin } from './in-transaction.ts';
import type { Database } from './open.ts';
import type { Schema } from './schema.ts';

const attemptsAtMost = 5;

/** PostgreSQL requires a retry of the transaction: 40001 serialization failure, 40P01 deadlock. */
const asksForRepetition = (error: unknown) => {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40001' || code === '40P01';
};

/**
 * Runs an act in one transaction, and repeats it if PostgreSQL requires that. The act has no effect outside the
 * transaction and uses no other connection.
 */
export async function inTransaction<T>(db: Database, act: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute((tx) => runWithin(() => act(tx)));
    } catch (error) {
      if (!asksForRepetition(error) || attempt === attemptsAtMost) throw error;
    }
  }
}
