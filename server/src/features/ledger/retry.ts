import { setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Database } from '../../db/open.ts';
import type { Schema } from '../../db/schema.ts';
import { isRetryable, retryDelayMilliseconds } from './rules.ts';

const attemptsAtMost = 10;

/**
 * Runs an act that moves money in one transaction, and runs it again when PostgreSQL asks for that (40001, 40P01).
 * The idempotency keys of its commands must be chosen outside, so that every run uses the same ones.
 * @throws what the last run threw
 */
export async function moneyTransaction<T>(db: Database, act: (tx: Transaction<Schema>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(act);
    } catch (error) {
      if (!isRetryable(error) || attempt === attemptsAtMost) throw error;
      await wait(retryDelayMilliseconds(attempt, Math.random()));
    }
  }
}
