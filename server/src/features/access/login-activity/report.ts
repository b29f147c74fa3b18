import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { isRefused, refuse, type CookieChange, type Handler } from '../../../http/call.ts';
import { sessionCookie } from '../../../http/cookies.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { revokeEverywhere } from '../../../identity/credentials/revoke.ts';
import { rotateToken } from '../../../identity/sessions/rotate.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';
import { letterOf } from '../../../core/notices/letter.ts';
import { addMailJob } from '../../../identity/recovery/mail-job.ts';
import { notifyEveryAddress } from '../../../core/notices/notify-every-address.ts';
import { actOnDevices } from './act.ts';
import { reportMail, reportText } from './notice.ts';
import { findLogin } from './queries.ts';
import { isOwnLogin } from './rules.ts';

/**
 * POST /security/recent-logins/{loginId}/report: "This wasn't me". An attacker knows the password: every other session
 * ends, the trust in every other device ends, every address is notified, and the person gets a link to reset the
 * password. Reporting the login of the current device also ends the current session. A login is reported once: a
 * repeated report sends no more mail.
 */
export const reportDevice: Handler<'reportDevice'> = async (call) => {
  const { context, caller: session, input } = call;
  const { personId, id: sessionId, deviceId } = session;
  const origin = originOf(call);
  let cookies: CookieChange[] = [];
  const ended = await actOnDevices(context, session, async (tx) => {
    const login = await findLogin(tx, personId, input.params.loginId);
    if (!login) return refuse('NOT_FOUND');
    const except = isOwnLogin(login, session) ? null : { sessionId, deviceId };
    const ids = await revokeEverywhere(tx, context, origin, { personId, except });
    // A copy of this session's own cookie is another session, too, in everything but the row.
    if (except) cookies = await rotateToken(tx, call);
    // A repeated report ends the sessions open by then and sends no mail: the link is on its way, and /forgot-password
    // sends others.
    if (!(await markReported(tx, context, login.id))) return ids;
    const details = { login: login.id, sessions: ids.length };
    await recordEvent(tx, context, origin, { type: 'authn_login_reported', details, personId, sessionId });
    const letter = await letterOf(tx, context, personId);
    const [mail, text] = [reportMail(letter, login), reportText(letter)];
    await notifyEveryAddress(tx, context, personId, { kind: 'loginReported', mail, text });
    await addMailJob(tx, { kind: 'link', personId, deviceId, origin, isReport: true });
    return ids;
  });
  if (isRefused(ended)) return ended;
  forgetSessions(context, [sessionId]);
  for (const cookie of cookies) call.setCookie(cookie);
  if (ended.includes(sessionId) && session.delivery === 'cookie')
    call.setCookie({ name: sessionCookie, value: null, maxAgeSeconds: 0 });
  return { status: 204, body: null };
};

/** @returns false if it was reported before */
async function markReported(tx: Database, { clock }: Context, loginId: string): Promise<boolean> {
  const marked = await tx
    .updateTable('login_record')
    .set({ reported_at: clock.now() })
    .where('id', '=', loginId)
    .where('reported_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}
