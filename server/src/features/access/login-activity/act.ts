import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, type Refused } from '../../../http/call.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';

/**
 * Runs an act on the devices of a session's person. The person is locked: sign-ins and switches come before or after
 * it, never in between. A session that has ended meanwhile can no longer act: of two browsers that sign each other out,
 * the first one succeeds.
 * @param act returns the ids of the sessions it ended
 */
export async function actOnDevices(
  context: Context,
  session: CurrentSession,
  act: (tx: Database) => Promise<string[] | Refused<'NOT_FOUND'>>,
): Promise<string[] | Refused<'NOT_FOUND' | 'UNAUTHENTICATED'>> {
  const ended = await underLock({ context, caller: session }, act);
  if (!isRefused(ended)) forgetSessions(context, ended);
  return ended;
}
