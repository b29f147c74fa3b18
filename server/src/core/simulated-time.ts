import { sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Database } from '../db/open.ts';

/** How far the simulator has moved the product's clock, in seconds. */
export async function movedSeconds(db: Database): Promise<number> {
  const { moved_seconds: moved } = await db
    .selectFrom('simulator_state')
    .select('moved_seconds')
    .executeTakeFirstOrThrow();
  return Number(moved);
}

/**
 * Moves the product's clock forward, permanently: a later start continues there. Sessions move with the clock, so
 * nobody is logged out.
 */
export async function moveClock(
  { db, movableClock }: Pick<Context, 'db' | 'movableClock'>,
  seconds: number,
): Promise<void> {
  if (!movableClock) throw new Error('The clock of this installation stands with the machine’s.');
  const by = sql`${seconds} * interval '1 second'`;
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('simulator_state')
      .set({ moved_seconds: sql`moved_seconds + ${seconds}` })
      .execute();
    await sql`update session set created_at = created_at + ${by}, authenticated_at = authenticated_at + ${by},
        last_activity_at = last_activity_at + ${by}, absolute_expires_at = absolute_expires_at + ${by},
        token_expires_at = token_expires_at + ${by}, stepped_up_at = stepped_up_at + ${by}
      where ended_at is null`.execute(tx);
    await sql`update refresh_token set expires_at = expires_at + ${by} where used_at is null`.execute(tx);
  });
  movableClock.advance(seconds);
}
