import type { Context } from '../../context.ts';
import type { Client } from '../../http/client.ts';
import { findSession } from '../sessions/find-session.ts';
import { hashBrowserSecret } from './browser.ts';

/** Who sits at a browser that has a registration under way. */
export interface Visitor {
  /** Null where it has begun none. */
  browserHash: Buffer | null;
  /** Who is signed in there; null: nobody. */
  personId: string | null;
}

export async function visitorOf(
  context: Context,
  { registrationSecret, sessionToken }: Pick<Client, 'registrationSecret' | 'sessionToken'>,
): Promise<Visitor> {
  return { browserHash: hashBrowserSecret(registrationSecret), personId: await personOf(context, sessionToken) };
}

/** The person behind a session cookie; null where it is missing or leads to no live session. */
export async function personOf(context: Context, sessionCookie: string | null): Promise<string | null> {
  const session = sessionCookie === null ? null : await findSession(context, sessionCookie);
  return session?.delivery === 'cookie' ? session.personId : null;
}
