import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { CookieChange } from '../../http/call.ts';
import type { CurrentSession } from './current-session.ts';
import { sessionCookie } from '../../http/cookies.ts';
import { hashToken, newToken } from '../../core/tokens.ts';
import { secondsUntil } from '../../core/time.ts';

/**
 * Gives a session another token. From the commit on, a copy of the old token is useless (ASVS 7.2.4, security design
 * P26), and so are its autologin tickets. The session itself stays, with everything bound to it. A caller with tokens
 * has to use its refresh token, whose second use, by any holder of a copy, ends the session. After the commit the
 * caller forgets the session (session-cache.ts).
 * @returns the cookies to set after the commit
 */
export async function rotateToken(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  { id, delivery, absoluteExpiresAt }: CurrentSession,
): Promise<CookieChange[]> {
  const now = clock.now();
  await tx
    .updateTable('autologin_ticket')
    .set({ used_at: now })
    .where('session_id', '=', id)
    .where('used_at', 'is', null)
    .execute();
  const own = tx.updateTable('session').where('id', '=', id).where('ended_at', 'is', null);
  if (delivery === 'token') {
    await own.set({ token_expires_at: now }).execute();
    return [];
  }
  const token = newToken('ses');
  await own.set({ token_hash: hashToken(token) }).execute();
  return [{ name: sessionCookie, value: token, maxAgeSeconds: secondsUntil(absoluteExpiresAt, now) }];
}
