import { accessCode } from '@florin/contract/limits';
import type { EntityType } from '@florin/contract/fields';
import type { OperationNodeSource } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { isRefused, refuse, type Refused } from '../../http/call.ts';
import { recordEvent, type Origin } from '../../core/audit/events.ts';
import type { PersonForUpdate } from '../../core/people/lock-person.ts';
import type { CodeFlow } from './code-flow.ts';
import { isRightCode } from './code-mac.ts';
import { secondFactorKey } from './failure-keys.ts';
import { consume, countTry } from './queries.ts';
import { resend, type Resent } from './resend.ts';

type Refusal = Refused<'MFA_INVALID_CODE' | 'MFA_MAX_ATTEMPT_LIMIT_REACHED' | 'RESEND_LIMIT_REACHED' | 'LOCKED'>;

interface Proving {
  flow: CodeFlow;
  person: PersonForUpdate;
  /** The device of the session. */
  deviceId: string | null;
  code: string;
  /** When it arrived. */
  receivedAt: Date;
  /** The guarded update that moves the flow on, returning a row where it did. */
  advance: OperationNodeSource;
}

/**
 * Proves the code that was sent for a flow of somebody who is signed in: the try is counted on code and person first, the
 * code used up together with `advance`, and one that no longer works replaced. The caller holds the person's lock.
 */
export async function proveCode(
  tx: Database,
  context: Context,
  origin: Origin,
  { flow, person, deviceId, code, receivedAt, advance }: Proving,
): Promise<{ proven: EntityType } | Resent | Refusal> {
  const now = context.clock.now();
  const personId = person.id;
  const personKey = await secondFactorKey(tx, context, { personId, deviceId });
  const counted = await countTry(tx, flow, personKey, { now, receivedAt });
  const replace = async () => {
    const resent = await resend(tx, context, origin, { flow, person, deviceId, isLive: true, receivedAt });
    const isOver = isRefused(resent) && resent.refused === 'UNAUTHENTICATED';
    return isOver ? refuse('MFA_INVALID_CODE') : (resent as Resent | Refusal);
  };
  if (!counted.code) return replace();
  if (counted.failures === null) return refuse('LOCKED');
  const { id, contactId, mac, kind, tries } = counted.code;
  if (isRightCode(context, mac, { flow, contactId, code }))
    return (await consume(tx, id, advance, personKey, now)) ? { proven: kind } : refuse('MFA_INVALID_CODE');
  const { failures } = counted;
  await recordEvent(tx, context, origin, { type: 'authn_mfa_fail', details: { tries, failures }, personId });
  if (failures >= accessCode.maxFailuresPerDay)
    await recordEvent(tx, context, origin, { type: 'authn_mfa_lock', details: {}, personId });
  return tries < accessCode.maxTries ? refuse('MFA_INVALID_CODE') : replace();
}
