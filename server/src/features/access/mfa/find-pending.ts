import type { Context } from '../../../context.ts';
import { hashToken, isToken } from '../../../core/tokens.ts';

/** A pending sign-in: the password is proven, the second factor is not. */
interface PendingSignIn {
  id: string;
  personId: string;
  deviceId: string | null;
  expiresAt: Date;
}

declare module '../../../http/call.ts' {
  interface Callers {
    pendingSignIn: PendingSignIn;
  }
}

/** The live pending sign-in behind a bearer token `mfp_…`; null when it is unknown, over or completed. */
export async function findPendingSignIn(context: Context, token: string): Promise<PendingSignIn | null> {
  if (!isToken('mfp', token)) return null;
  const row = await context.db
    .selectFrom('mfa_session')
    .select(['id', 'person_id', 'device_id', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .where('completed_at', 'is', null)
    .where('expires_at', '>', context.clock.now())
    .executeTakeFirst();
  return row ? { id: row.id, personId: row.person_id, deviceId: row.device_id, expiresAt: row.expires_at } : null;
}
