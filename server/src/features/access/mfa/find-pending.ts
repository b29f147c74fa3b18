import type { Context } from '../../../context.ts';
import { hashToken, isToken } from '../../../core/tokens.ts';
import { isLivePending, readPendingByToken, type PendingSignIn } from '../../../identity/sessions/pending.ts';

declare module '../../../http/call.ts' {
  interface Callers {
    pendingSignIn: PendingSignIn;
  }
}

/**
 * The live pending sign-in of a bearer token `mfp_…`; null if the token is unknown, or the sign-in expired or
 * completed.
 */
export async function findPendingSignIn(context: Context, token: string): Promise<PendingSignIn | null> {
  if (!isToken('mfp', token)) return null;
  const pending = await readPendingByToken(context.db, hashToken(token));
  return isLivePending(pending, context.clock.now()) ? pending : null;
}
