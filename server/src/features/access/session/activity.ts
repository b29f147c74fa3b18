import { sql } from 'kysely';
import { refuse, type Handler } from '../../../http/call.ts';
import { idleEnd } from '../../../identity/sessions/queries.ts';
import { remainingOf, type SessionLimits } from '../../../identity/sessions/rules.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';
import { afterSeconds } from '../../../core/time.ts';

/**
 * POST /api/session/activity: the only call that extends the idle limit (ASVS 7.3.1, security design P28). The moment a
 * browser reports counts neither when it lies before the last one nor when it lies in the future.
 */
export const reportActivity: Handler<'reportActivity'> = async ({ context, caller: session, input }) => {
  const now = context.clock.now();
  const activeAt = afterSeconds(now, -input.body.idleSeconds);
  const limits = await context.db
    .updateTable('session')
    .set({ last_activity_at: sql`greatest(session.last_activity_at, ${activeAt}::timestamptz)` })
    .where('session.id', '=', session.id)
    .where('session.ended_at', 'is', null)
    .where(idleEnd, '>', now)
    .returning([idleEnd.as('idleExpiresAt'), 'session.absolute_expires_at as absoluteExpiresAt'])
    .executeTakeFirst();
  if (!limits) return refuse('UNAUTHENTICATED');
  forgetSessions(context, [session.id]);
  return { status: 200, body: remainingOf(limits satisfies SessionLimits, now) };
};
