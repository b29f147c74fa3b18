import type { Database } from '../../db/open.ts';
import type { CurrentSession } from './current-session.ts';
import { sql } from 'kysely';

export interface FoundSession extends CurrentSession {
  tokenExpiresAt: Date;
}

/** The session of a token's hash, unless it has ended. One indexed round trip. */
export async function readSession(db: Database, tokenHash: Buffer): Promise<FoundSession | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('membership', 'membership.id', 'session.membership_id')
    .innerJoin('business', 'business.id', 'membership.business_id')
    .select([
      'session.id',
      'session.token_hash as tokenHash',
      'session.person_id as personId',
      'session.membership_id as membershipId',
      'membership.business_id as businessId',
      'membership.role',
      'membership.preset',
      'membership.flags_granted as granted',
      'membership.flags_withheld as withheld',
      'membership.status as membershipStatus',
      'business.status as businessStatus',
      'business.allow_admin_view_card_usage as mayViewUsage',
      'session.device_id as deviceId',
      'session.methods',
      'session.epoch',
      'session.delivery',
      'session.authenticated_at as authenticatedAt',
      'session.stepped_up_at as steppedUpAt',
      'session.stepped_up_by as steppedUpBy',
      'session.factor_since as factorSince',
      'session.last_activity_at as lastActivityAt',
      'session.absolute_expires_at as absoluteExpiresAt',
      'session.token_expires_at as tokenExpiresAt',
      idleEnd.as('idleExpiresAt'),
      restrictedSince.as('restrictedSince'),
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.ended_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** When a session's idle limit is reached. */
export const idleEnd = sql<Date>`session.last_activity_at + session.idle_seconds * interval '1 second'`;

/**
 * Since when a session is suspicious: from its beginning, or from the moment the suspicion was set. Null if it is not.
 */
export const restrictedSince = sql<Date | null>`case when session.restricted_reason is not null then session.created_at
  else (select greatest(session.created_at, raised_at) from risk_flag
    where risk_flag.person_id = session.person_id and cleared_at is null order by raised_at limit 1) end`;
