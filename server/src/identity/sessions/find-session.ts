import type { Context } from '../../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { CurrentSession } from './current-session.ts';
import { housekeeping } from '../../core/audit/events.ts';
import { endSessions } from './end.ts';
import { idleEnd, readSession, restrictedSince, type FoundSession } from './queries.ts';
import { doubtEnd, expiryOf } from './rules.ts';
import { beginSessionRead, cachedSession } from './session-cache.ts';
import { hashToken, isToken } from '../../core/tokens.ts';

/**
 * The open session of a token `ses_…`; null if it is unknown, ended or past a limit. A session past its idle or
 * absolute limit, or suspicious for longer than its notice, is ended at once: the limits apply whatever the browser
 * does (ASVS 7.3.1, 7.3.2).
 */
export async function findSession(context: Context, token: string): Promise<CurrentSession | null> {
  if (!isToken('ses', token)) return null;
  const now = context.clock.now();
  const tokenHash = hashToken(token);
  const key = tokenHash.toString('latin1');
  const cached = cachedSession(context, key, now);
  if (cached) return cached;

  const keep = beginSessionRead(context, key, now);
  const found = await readSession(context.db, tokenHash);
  if (!found) return null;
  if (expiryOf(found, now)) return (await endExpired(context, found)) ? null : findSession(context, token);
  const { tokenExpiresAt, ...session } = found;
  if (tokenExpiresAt <= now) return null;
  const limits = [tokenExpiresAt, session.idleExpiresAt, session.absoluteExpiresAt];
  if (session.restrictedSince) limits.push(doubtEnd(session.restrictedSince));
  keep(session, new Date(Math.min(...limits.map(Number))));
  return session;
}

/**
 * Ends a session that is past a limit.
 * @returns false if activity has moved its limit, or it has ended, since it was read
 */
export function endExpired(context: Context, { id, personId }: FoundSession): Promise<boolean> {
  return inTransaction(context.db, async (tx) => {
    const limits = await tx
      .selectFrom('session')
      .select([
        'session.absolute_expires_at as absoluteExpiresAt',
        idleEnd.as('idleExpiresAt'),
        restrictedSince.as('restrictedSince'),
      ])
      .where('session.id', '=', id)
      .where('session.ended_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    const reason = limits ? expiryOf(limits, context.clock.now()) : null;
    if (!reason) return false;
    await endSessions(tx, context, housekeeping, [{ id, personId, reason }]);
    return true;
  });
}
