import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import type { CurrentSession } from '../sessions/current-session.ts';
import type { Client } from '../../http/client.ts';
import { waysOf } from './methods.ts';
import { freshSecondFactors } from './rules.ts';

interface SessionCall {
  context: Context;
  caller: CurrentSession;
  client: Client;
}

/**
 * Refuses an act that needs a second factor if the fresh proof was the password alone, which is possible for a person
 * without another way. The given proof decides, not the ways that exist by now. The caller holds the person's lock.
 * @returns null if a second factor was proven, STEP_UP_REQUIRED if one can be, MFA_EMAIL_NOT_EXISTS if there is none
 */
export async function requireSecondFactor(
  tx: Database,
  { context, caller: session, client }: SessionCall,
): Promise<Refused<'STEP_UP_REQUIRED' | 'MFA_EMAIL_NOT_EXISTS'> | null> {
  if (freshSecondFactors(session, context.clock.now()).length > 0) return null;
  const ways = await waysOf(tx, context, session.personId, client.hostname);
  return ways.some(({ method }) => method === 'Password') ? refuse('MFA_EMAIL_NOT_EXISTS') : refuse('STEP_UP_REQUIRED');
}
