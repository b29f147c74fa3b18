import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { SessionEnd } from '../../db/schema.ts';
import { eventInsert, type AuditEvent, type Origin } from '../../core/audit/events.ts';

/** A session and the reason for its end. */
export interface Ending {
  id: string;
  personId: string;
  reason: SessionEnd;
}

function eventOf({ id, personId, reason }: Ending): AuditEvent {
  const about = { personId, sessionId: id };
  if (reason === 'idle' || reason === 'absolute') return { type: 'session_expired', details: { reason }, ...about };
  if (reason === 'refresh_reuse') return { type: 'authn_token_reuse', details: {}, ...about };
  return { type: 'session_ended', details: { reason }, ...about };
}

/**
 * Ends sessions and records it; one that has ended meanwhile is left as it is. After the commit the caller forgets the
 * returned sessions (session-cache.ts).
 * @returns the ids of the sessions that ended here
 */
export async function endSessions(
  tx: Database,
  context: Pick<Context, 'clock'>,
  origin: Origin,
  endings: readonly Ending[],
): Promise<string[]> {
  if (endings.length === 0) return [];
  const ids = endings.map(({ id }) => id);
  const reasons = endings.map(({ reason }) => reason);
  const { rows } = await sql<{ id: string }>`
    update session set ended_at = ${context.clock.now()}, end_reason = ending.reason
    from unnest(${ids}::uuid[], ${reasons}::text[]) as ending (id, reason)
    where session.id = ending.id and session.ended_at is null
    returning session.id`.execute(tx);
  const ended = new Set(rows.map(({ id }) => id));
  const events = endings.filter(({ id }) => ended.has(id)).map(eventOf);
  if (events.length > 0) await eventInsert(tx, context, origin, events).execute();
  return [...ended];
}
