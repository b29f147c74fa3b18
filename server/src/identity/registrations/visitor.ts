import type { Context } from '../../context.ts';
import type { Client } from '../../http/client.ts';
import { findSession } from '../sessions/find-session.ts';
import { hashBrowserSecret } from './browser.ts';

/** The visitor at a browser with an open registration. */
export interface Visitor {
  /** Null if it has begun none. */
  browserHash: Buffer | null;
  /** The signed-in person; null for none. */
  personId: string | null;
}

export async function visitorOf(
  context: Context,
  { registrationSecret, sessionToken }: Pick<Client, 'registrationSecret' | 'sessionToken'>,
): Promise<Visitor> {
  return { browserHash: hashBrowserSecret(registrationSecret), personId: await personOf(context, sessionToken) };
}

/** The person of a session cookie; null if it is missing or has no live session. */
export async function personOf(context: Context, sessionCookie: string | null): Promise<string | null> {
  const session = sessionCookie === null ? null : await findSession(context, sessionCookie);
  return session?.delivery === 'cookie' ? session.personId : null;
}
