import type { Context } from '../../../context.ts';
import type { Client } from '../../../http/client.ts';
import { findSession } from '../../../identity/sessions/find-session.ts';

/**
 * The session whose cookie came along with a call that needs none: a passkey challenge is bound to it, so that an answer to
 * it is worth nothing in another browser. Null for callers who are not signed in, and for those with tokens.
 */
export async function callersSession(context: Context, { sessionToken, delivery }: Client): Promise<string | null> {
  if (sessionToken === null || delivery === 'token') return null;
  const session = await findSession(context, sessionToken);
  return session?.delivery === 'cookie' ? session.id : null;
}
