import type * as contract from '@florin/contract/access/session';
import { type HandlersOf, refuse, type Handler } from '../../../http/call.ts';
import { refreshToken } from './refresh.ts';
import { noticeEnd, remainingOf, type SessionLimits } from '../../../identity/sessions/rules.ts';
import { sql } from 'kysely';
import { idleEnd } from '../../../identity/sessions/queries.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';
import { afterSeconds } from '../../../core/time.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { sessionCookie } from '../../../http/cookies.ts';
import { originOf } from '../../../core/audit/events.ts';
import { hashBrowserSecret, registrationCookieChange } from '../../../identity/registrations/browser.ts';
import { endRegistrationOfBrowser } from '../../../identity/registrations/find-registration.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import type { CurrentSession } from '../../../identity/sessions/current-session.ts';
import { endSessions } from '../../../identity/sessions/end.ts';

/**
 * POST /api/logout: ends the session for every tab and every token, refresh tokens in their grace time included, and the
 * one that a switch or a step-up beside this call has put in its place. The person's registration in this browser ends
 * with it.
 */
const logout: Handler<'logout'> = async (call) => {
  const { context, client, caller: session, input } = call;
  const { id, personId } = session;
  const { reason } = input.body;
  const browserHash = hashBrowserSecret(client.registrationSecret);
  const ended = await inTransaction(context.db, async (tx) => {
    const end = (ids: readonly string[]) =>
      endSessions(
        tx,
        context,
        originOf(call),
        ids.map((of) => ({ id: of, personId, reason })),
      );
    // Sessions of a person are issued one after the other.
    await lockPerson(tx, personId);
    const own = await end([id]);
    const successors = own.length > 0 ? [] : await end(await openSessionsOf(tx, session));
    if (browserHash) await endRegistrationOfBrowser(tx, browserHash, context.clock.now());
    return [id, ...successors];
  });
  if (browserHash) call.setCookie(registrationCookieChange(null));
  forgetSessions(context, ended);
  if (session.delivery === 'cookie') call.setCookie({ name: sessionCookie, value: null, maxAgeSeconds: 0 });
  return { status: 204, body: null };
};

/** The open sessions of one sign-in, whose time switches and step-ups keep. */
async function openSessionsOf(tx: Database, session: CurrentSession): Promise<string[]> {
  const open = await tx
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', session.personId)
    .where('device_id', 'is not distinct from', session.deviceId)
    .where('authenticated_at', '=', session.authenticatedAt)
    .where('ended_at', 'is', null)
    .execute();
  return open.map(({ id }) => id);
}

/**
 * POST /api/session/activity: the only call that extends the idle limit (ASVS 7.3.1, security design P28). A reported
 * time before the last activity, or in the future, is ignored.
 */
const reportActivity: Handler<'reportActivity'> = async ({ context, caller: session, input }) => {
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

export const sessionRoutes: HandlersOf<typeof contract> = {
  /** The session check (login check result, section 3). It never extends anything. */
  session: async ({ caller: session, context }) => {
    const now = context.clock.now();
    const { restrictedSince } = session;
    return {
      status: 200,
      body: {
        userId: session.membershipId,
        role: session.role,
        epoch: session.epoch,
        isSuspect: restrictedSince !== null,
        suspectSecondsLeft: restrictedSince && Math.max(0, +noticeEnd(restrictedSince) - +now) / 1000,
        remaining: remainingOf(session, now),
      },
    };
  },
  reportActivity,
  logout,
  refreshToken,
};
