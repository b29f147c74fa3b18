import { sql } from 'kysely';
import type { Database } from '../../../db/open.ts';
import { idleEnd, restrictedSince } from '../../../identity/sessions/queries.ts';
import type { SessionLimits } from '../../../identity/sessions/rules.ts';

/** The session of a refresh token. */
export interface RefreshableSession extends SessionLimits {
  id: string;
  personId: string;
  tokenExpiresAt: Date;
  ended: boolean;
  restrictedSince: Date | null;
  usedAt: Date | null;
  successor: Buffer | null;
}

/**
 * Locks the session of a refresh token and reads both, so that uses of a token happen one after the other, in this
 * process and in others.
 */
export async function lockRefreshable(tx: Database, tokenHash: Buffer): Promise<RefreshableSession | null> {
  const session = await tx
    .selectFrom('session')
    .select([
      'session.id',
      'session.person_id as personId',
      'session.absolute_expires_at as absoluteExpiresAt',
      'session.token_expires_at as tokenExpiresAt',
      idleEnd.as('idleExpiresAt'),
      sql<boolean>`session.ended_at is not null`.as('ended'),
      restrictedSince.as('restrictedSince'),
    ])
    .where('session.id', '=', (eb) =>
      eb.selectFrom('refresh_token').select('session_id').where('token_hash', '=', tokenHash),
    )
    .forUpdate()
    .executeTakeFirst();
  if (!session) return null;
  // Read after the lock: the previous use has written here.
  const token = await tx
    .selectFrom('refresh_token')
    .select(['used_at as usedAt', 'successor_sealed as successor'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  return { ...session, ...token };
}

/** Marks a refresh token as used; false if it was used already. */
export async function useRefreshToken(tx: Database, tokenHash: Buffer, successor: Buffer, now: Date): Promise<boolean> {
  const used = await tx
    .updateTable('refresh_token')
    .set({ used_at: now, successor_sealed: successor })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('session_id')
    .executeTakeFirst();
  return used !== undefined;
}
