import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isRefused, refuse, type CookieChange, type Refused } from '../../http/call.ts';
import type { Client } from '../../http/client.ts';
import type { CurrentSession } from '../sessions/current-session.ts';
import { endResetProofs } from '../credentials/end-resets.ts';
import { isStillOpen } from '../sessions/is-open.ts';
import { rotateToken } from '../sessions/rotate.ts';
import { forgetSessions } from '../sessions/session-cache.ts';
import { lockPerson, type PersonForUpdate } from '../../core/people/lock-person.ts';
import { freshUntil } from './rules.ts';

/** Refuses an act that needs a proof of the last five minutes if there is none (STEP_UP_REQUIRED). */
export const requireStepUp = ({ clock }: Pick<Context, 'clock'>, session: CurrentSession) =>
  freshUntil(session, clock.now()) === null ? refuse('STEP_UP_REQUIRED') : null;

/**
 * Makes a change to factors, contacts or password: with a fresh proof, under the person's lock, and only while the
 * session is open.
 */
export async function makeChange<R>(
  call: { context: Context; caller: CurrentSession },
  change: (tx: Database, person: PersonForUpdate) => Promise<R>,
): Promise<R | Refused<'STEP_UP_REQUIRED' | 'UNAUTHENTICATED'>> {
  return requireStepUp(call.context, call.caller) ?? underLock(call, change);
}

interface ChangingCall {
  context: Context;
  client: Client;
  caller: CurrentSession;
  setCookie: (change: CookieChange) => void;
}

/**
 * Makes a change to the person's factors. Afterwards the session has another token, and its browser another secret, so
 * that a copy of its cookies does not outlive the change, and no reset counts as proven by a factor that may be gone.
 */
export async function changeCredential<R extends object>(
  call: ChangingCall,
  change: (tx: Database, person: PersonForUpdate) => Promise<R>,
): Promise<R | Refused<'STEP_UP_REQUIRED' | 'UNAUTHENTICATED'>> {
  const { context, caller: session } = call;
  let cookies: CookieChange[] = [];
  const result = await makeChange(call, async (tx, person) => {
    const changed = await change(tx, person);
    if (isRefused(changed)) return changed;
    await endResetProofs(tx, context, person.id);
    cookies = await rotateToken(tx, call);
    return changed;
  });
  if (isRefused(result)) return result;
  forgetSessions(context, [session.id]);
  for (const cookie of cookies) call.setCookie(cookie);
  return result;
}

/** Runs an act that needs no fresh proof, under the person's lock and only while the session is open. */
export const underLock = <R>(
  { context, caller: session }: { context: Context; caller: CurrentSession },
  act: (tx: Database, person: PersonForUpdate) => Promise<R>,
): Promise<R | Refused<'UNAUTHENTICATED'>> =>
  inTransaction(context.db, async (tx) => {
    const person = await lockPerson(tx, session.personId);
    return person && (await isStillOpen(tx, context, session)) ? act(tx, person) : refuse('UNAUTHENTICATED');
  });
