import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { CurrentSession } from './current-session.ts';

/**
 * Whether a call's session is open and still has the call's token. Check this under the person's lock, before an act:
 * while the call waited or the session was cached, the session may have ended or got another token (rotate.ts).
 */
export async function isStillOpen(
  tx: Database,
  { clock }: Pick<Context, 'clock'>,
  { id, tokenHash }: Pick<CurrentSession, 'id' | 'tokenHash'>,
): Promise<boolean> {
  const session = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', id)
    .where('token_hash', '=', tokenHash)
    .where('token_expires_at', '>', clock.now())
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return session !== undefined;
}
