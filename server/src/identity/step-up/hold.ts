import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import type { CurrentSession } from '../sessions/current-session.ts';
import type { Client } from '../../http/client.ts';
import { heldAfterChange } from '@florin/contract/limits';
import { heldUntil, holdingTypes } from './hold-rules.ts';
import { afterSeconds } from '../../core/time.ts';

interface SessionCall {
  context: Context;
  caller: CurrentSession;
  client: Client;
}

type Older = 'Passkey' | 'Authenticator';

/**
 * Refuses card details and vendor links for a day after a password reset or a change to the person's factors or
 * addresses: the change may be an attacker's, and the owner has that day to read the notice (security design 3.5, P5,
 * P40; decision 023). A proof of an older passkey or authenticator app lifts the hold, because a change cannot create
 * one. Call it under the person's lock, after a fresh proof of a second factor.
 */
export async function refuseWhileHeld(tx: Database, asking: SessionCall): Promise<Refused<'HELD_AFTER_CHANGE'> | null> {
  const hold = await findHold(tx, asking);
  return hold && refuse('HELD_AFTER_CHANGE', { Until: hold.until.toISOString(), OlderFactors: hold.olderFactors });
}

/** The hold on the session's card details: its end, and the factors whose proof lifts it; null if there is none. */
export async function findHold(
  tx: Database,
  { context, caller: session, client }: SessionCall,
): Promise<{ until: Date; olderFactors: Older[] } | null> {
  const now = context.clock.now();
  const since = afterSeconds(now, -heldAfterChange.seconds);
  const changes = await tx
    .selectFrom('audit_event')
    .select(['type', 'details', 'at'])
    .where('person_id', '=', session.personId)
    .where('type', 'in', [...holdingTypes])
    .where('at', '>', since)
    .execute();
  const until = heldUntil(changes);
  // A factor of this login proves nothing about the owner of accounts that came from another login.
  if (changes.some(({ type }) => type === 'authn_login_linked')) return until && { until, olderFactors: [] };
  // Every factor added since then is itself one of the changes, so an older factor is older than all of them.
  if (session.factorSince !== null && session.factorSince <= since) return null;
  return until && { until, olderFactors: await olderFactors(tx, session.personId, client.hostname, since) };
}

/** @param hostname the host name of the page: passkeys of other host names do not work there */
async function olderFactors(tx: Database, personId: string, hostname: string, since: Date): Promise<Older[]> {
  const passkey = await tx
    .selectFrom('passkey')
    .select('id')
    .where('person_id', '=', personId)
    .where('rp_id', '=', hostname)
    .where('created_at', '<=', since)
    .executeTakeFirst();
  const authenticator = await tx
    .selectFrom('authenticator')
    .select('id')
    .where('person_id', '=', personId)
    .where('confirmed_at', '<=', since)
    .executeTakeFirst();
  return [...(passkey ? (['Passkey'] as const) : []), ...(authenticator ? (['Authenticator'] as const) : [])];
}
