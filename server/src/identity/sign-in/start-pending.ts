import { mfaSession } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import { newId } from '../../db/ids.ts';
import type { Database } from '../../db/open.ts';
import { writesOf } from '../../db/write-together.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { sql } from 'kysely';
import { eventInsert, type Origin } from '../../core/audit/events.ts';
import { quotaName, readProver } from '../attempts/attempts.ts';
import { codeWaitSeconds, recentSends } from '../codes/one-time-code.ts';
import { presentFactors, enrolledFactors } from '../factors/present.ts';
import { hashToken, newToken } from '../../core/tokens.ts';
import { contactsOf, entitiesOf } from '../../core/people/contacts.ts';
import { afterSeconds } from '../../core/time.ts';
import { codeFlowOf } from '../sessions/pending.ts';

interface Beginning {
  personId: string;
  deviceId: string | null;
  /** Where it began: passkeys of other host names do not work there. */
  hostname: string;
  /** The session that links this login's accounts to its own login; by default it opens a session. */
  linkSessionId?: string | null;
}

/**
 * Begins a pending sign-in for a person whose password is proven, and requires the second factor. It is never a
 * session: another table, another kind of token (security design P2). Nothing is sent yet; Retry-After says when a code
 * can be, if the quota is used up.
 */
export async function startPendingSignIn(
  tx: Database,
  context: Context,
  origin: Origin,
  { personId, deviceId, hostname, linkSessionId = null }: Beginning,
): Promise<Refused<'MFA'>> {
  const now = context.clock.now();
  const token = newToken('mfp');
  const id = newId(now.getTime());
  const pending = tx.insertInto('mfa_session').values({
    id,
    token_hash: hashToken(token),
    person_id: personId,
    device_id: deviceId,
    created_at: now,
    expires_at: afterSeconds(now, mfaSession.lifetimeSeconds),
    completed_at: null,
    link_session_id: linkSessionId,
  });
  const event = eventInsert(tx, context, origin, [{ type: 'authn_mfa_required', details: {}, personId }]);
  await sql`${writesOf([pending, event])} select`.execute(tx);
  const TwoFactorAuthEntities = entitiesOf(await contactsOf(tx, context, personId));
  const EnrolledFactors = enrolledFactors(await presentFactors(tx, personId, hostname));
  const quota = quotaName((await readProver(tx, context, { personId, deviceId })).quota);
  const flow = codeFlowOf({ id, linkSessionId });
  const retryAfterSeconds = codeWaitSeconds(await recentSends(tx, flow, { ownerId: personId, quota }, now), now);
  const body = { TwoFactorAuthSessionId: token, TwoFactorAuthEntities, EnrolledFactors };
  return refuse('MFA', body, retryAfterSeconds > 0 ? { retryAfterSeconds } : {});
}
