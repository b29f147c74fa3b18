import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type CookieChange, type Handler } from '../../../http/call.ts';
import { sessionCookie } from '../../../http/cookies.ts';
import { originOf, recordEvent, type Origin } from '../../../core/audit/events.ts';
import { revokeEverywhere } from '../../../identity/credentials/revoke.ts';
import { endSessions } from '../../../identity/sessions/end.ts';
import { rotateToken } from '../../../identity/sessions/rotate.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';
import { actOnDevices } from './act.ts';
import { findLogin, sessionOfLogin } from './queries.ts';

/**
 * POST /security/recent-logins/{loginId}/sign-out: ends the sessions of the login's device, and its trust (security
 * design 3.4, ASVS 7.5.2).
 */
export const signOutDevice: Handler<'signOutDevice'> = async (call) => {
  const { context, caller: session, input } = call;
  const { personId } = session;
  const origin = originOf(call);
  const ended = await actOnDevices(context, session, async (tx) => {
    const login = await findLogin(tx, personId, input.params.loginId);
    if (!login) return refuse('NOT_FOUND');
    const ids = await endSessionsOf(tx, context, origin, personId, login);
    const details = { which: 'one', sessions: ids.length } as const;
    await recordEvent(tx, context, origin, { type: 'session_devices_signed_out', details, personId });
    return ids;
  });
  if (isRefused(ended)) return ended;
  if (ended.includes(session.id) && session.delivery === 'cookie')
    call.setCookie({ name: sessionCookie, value: null, maxAgeSeconds: 0 });
  return { status: 204, body: null };
};

/** POST /security/sign-out-others: ends every other session of the person and the trust in every other device. */
export const signOutOtherDevices: Handler<'signOutOtherDevices'> = async (call) => {
  const { context, caller: session } = call;
  const { personId, id: sessionId, deviceId } = session;
  const origin = originOf(call);
  let cookies: CookieChange[] = [];
  const ended = await actOnDevices(context, session, async (tx) => {
    const ids = await revokeEverywhere(tx, context, origin, { personId, except: { sessionId, deviceId } });
    const details = { which: 'others', sessions: ids.length } as const;
    await recordEvent(tx, context, origin, { type: 'session_devices_signed_out', details, personId });
    // A copy of this session's own cookie is another session, too, in everything but the row.
    cookies = await rotateToken(tx, call);
    return ids;
  });
  if (isRefused(ended)) return ended;
  forgetSessions(context, [sessionId]);
  for (const cookie of cookies) call.setCookie(cookie);
  return { status: 200, body: { endedSessions: ended.length } };
};

async function endSessionsOf(
  tx: Database,
  context: Context,
  origin: Origin,
  personId: string,
  login: { deviceId: string | null; at: Date },
): Promise<string[]> {
  if (login.deviceId !== null) {
    await tx
      .updateTable('trusted_device')
      .set({ revoked_at: context.clock.now() })
      .where('person_id', '=', personId)
      .where('device_id', '=', login.deviceId)
      .where('revoked_at', 'is', null)
      .execute();
    await tx
      .deleteFrom('confirmed_device')
      .where('person_id', '=', personId)
      .where('device_id', '=', login.deviceId)
      .execute();
  }
  const open = await tx
    .selectFrom('session')
    .select('id')
    .where('person_id', '=', personId)
    .where('ended_at', 'is', null)
    .where(sessionOfLogin({ deviceId: sql`${login.deviceId}::uuid`, at: sql`${login.at}::timestamptz` }))
    .execute();
  return endSessions(
    tx,
    context,
    origin,
    open.map(({ id }) => ({ id, personId, reason: 'revoked' as const })),
  );
}
