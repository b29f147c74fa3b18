import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { CookieChange } from '../../http/call.ts';
import type { Client } from '../../http/client.ts';
import { renewDevice } from '../devices/queries.ts';
import { deviceCookieChange } from './complete.ts';
import type { CurrentSession } from './current-session.ts';
import { sessionCookie } from '../../http/cookies.ts';
import { hashToken, newToken } from '../../core/tokens.ts';
import { secondsUntil } from '../../core/time.ts';

/**
 * Gives a session another token and its browser another secret. From the commit on, copies of the old ones are useless
 * (ASVS 7.2.4, security design P26), and so are its autologin tickets. The session itself stays, with everything bound
 * to it. A caller with tokens has to use its refresh token, whose second use, by any holder of a copy, ends the session.
 * The caller holds the person's lock, and forgets the session after the commit (session-cache.ts).
 * @returns the cookies to set after the commit
 */
export async function rotateToken(
  tx: Database,
  { context, client, caller: session }: { context: Context; client: Client; caller: CurrentSession },
): Promise<CookieChange[]> {
  const { id, delivery, absoluteExpiresAt } = session;
  const now = context.clock.now();
  await tx
    .updateTable('autologin_ticket')
    .set({ used_at: now })
    .where('session_id', '=', id)
    .where('used_at', 'is', null)
    .execute();
  const device = await renewDevice(tx, client, session, now);
  const own = tx.updateTable('session').where('id', '=', id).where('ended_at', 'is', null);
  if (delivery === 'token') {
    await own.set({ token_expires_at: now }).execute();
    return [];
  }
  const token = newToken('ses');
  await own.set({ token_hash: hashToken(token) }).execute();
  const sessionChange = { name: sessionCookie, value: token, maxAgeSeconds: secondsUntil(absoluteExpiresAt, now) };
  return [sessionChange, ...deviceCookieChange(device)];
}
