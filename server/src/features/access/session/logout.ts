import { inTransaction } from '../../../db/transaction.ts';
import type { Handler } from '../../../http/call.ts';
import { sessionCookie } from '../../../http/cookies.ts';
import { originOf } from '../../../core/audit/events.ts';
import { hashBrowserSecret, registrationCookieChange } from '../../../identity/registrations/browser.ts';
import { endRegistrationOfBrowser } from '../../../identity/registrations/find-registration.ts';
import { endSessions } from '../../../identity/sessions/end.ts';
import { forgetSessions } from '../../../identity/sessions/session-cache.ts';

/** POST /api/logout: ends the session for every tab and every token that leads to it, refresh tokens in grace included. With it ends what the person has begun to register in this browser. */
export const logout: Handler<'logout'> = async (call) => {
  const { context, client, caller: session, input } = call;
  const { id, personId } = session;
  const browserHash = hashBrowserSecret(client.registrationSecret);
  await inTransaction(context.db, async (tx) => {
    await endSessions(tx, context, originOf(call), [{ id, personId, reason: input.body.reason }]);
    if (browserHash) await endRegistrationOfBrowser(tx, browserHash, context.clock.now());
  });
  if (browserHash) call.setCookie(registrationCookieChange(null));
  forgetSessions(context, [id]);
  if (session.delivery === 'cookie') call.setCookie({ name: sessionCookie, value: null, maxAgeSeconds: 0 });
  return { status: 204, body: null };
};
