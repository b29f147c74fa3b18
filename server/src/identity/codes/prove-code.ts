import type { ErrorCode } from '@florin/contract/errors';
import type { EntityType } from '@florin/contract/fields';
import type { OperationNodeSource } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { isRefused, refuse, type Refused } from '../../http/call.ts';
import { recordEvent, type Origin } from '../../core/audit/events.ts';
import type { PersonForUpdate } from '../../core/people/lock-person.ts';
import { secondFactorTally, type Prover } from '../attempts/attempts.ts';
import { deliveryProblem } from './delivery.ts';
import { readOpenCode, tryCode } from './one-time-code.ts';
import { policyOf, type AccessCodePurpose, type CodeFlow } from './policies.ts';
import { sendAccessCode, type SentCode } from './send-code.ts';

interface Proving<Over extends ErrorCode> {
  flow: CodeFlow<AccessCodePurpose>;
  person: PersonForUpdate;
  prover: Prover;
  /** Six digits. */
  code: string;
  /** When it arrived. */
  receivedAt: Date;
  /** The guarded update that continues the flow and returns a row if it did. */
  advance: OperationNodeSource;
  /** A flow that has expired can be proven, but gets no new code. */
  isLive?: boolean;
  /** The answer if the flow has ended, or a concurrent call has continued it. */
  over: Refused<Over>;
}

/** A code that no longer works was replaced by a new one. */
export interface Replaced {
  sent: SentCode;
  because: 'expired' | 'attempts';
}

type Refusal = 'MFA_INVALID_CODE' | 'MFA_MAX_ATTEMPT_LIMIT_REACHED' | 'RESEND_LIMIT_REACHED' | 'LOCKED';

/**
 * Proves a secure access code: counts the try on code and person before the comparison, uses the code up together with
 * `advance`, and replaces a code that no longer works. The caller holds the person's lock.
 */
export async function proveCode<Over extends ErrorCode>(
  tx: Database,
  context: Context,
  origin: Origin,
  proving: Proving<Over>,
): Promise<{ proven: EntityType } | Replaced | Refused<Refusal | Over>> {
  const { flow, person, prover, code, receivedAt, advance, over } = proving;
  const personId = person.id;
  const tally = secondFactorTally(context, prover);
  const tried = await tryCode(tx, context, { flow, tally, code, receivedAt, advance: () => advance });
  switch (tried.is) {
    case 'proven':
      return { proven: tried.by };
    case 'late':
      return over;
    case 'locked':
      return refuse('LOCKED');
    case 'spent':
      return replace(tx, context, origin, proving);
    case 'wrong': {
      const { tries, counted } = tried;
      const details = { tries, failures: counted.failures };
      await recordEvent(tx, context, origin, { type: 'authn_mfa_fail', details, personId });
      if (counted.isFull) await recordEvent(tx, context, origin, { type: 'authn_mfa_lock', details: {}, personId });
      return tries < policyOf(flow).maxTries! ? refuse('MFA_INVALID_CODE') : replace(tx, context, origin, proving);
    }
  }
}

/**
 * Replaces the expired or used-up code of a flow by the same way and within the quotas of any other code, but without
 * the pause, which is for requested codes (section 8; security design, section 6, sentence 2; decision 021).
 */
async function replace<Over extends ErrorCode>(
  tx: Database,
  context: Context,
  origin: Origin,
  { flow, person, prover, receivedAt, isLive = true, over }: Proving<Over>,
): Promise<Replaced | Refused<Refusal | Over>> {
  const open = await readOpenCode(tx, flow);
  // No code was requested yet, so there is none to guess.
  if (!open) return refuse('MFA_INVALID_CODE');
  if (!isLive) return over;
  // Guesses that arrived together with the one that used up the code, which is already replaced.
  if (open.createdAt > receivedAt) return refuse('MFA_MAX_ATTEMPT_LIMIT_REACHED');
  const because = open.expiresAt <= context.clock.now() ? 'expired' : 'attempts';
  const sent = await sendAccessCode(tx, context, origin, { flow, person, prover, kind: open.channel, because });
  if (!isRefused(sent)) return { sent, because };
  if (sent.refused === 'LOCKED') return refuse('LOCKED');
  const { retryAfterSeconds } = sent;
  return refuse(
    'RESEND_LIMIT_REACHED',
    { Because: because },
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}

/** The answer after the new code was sent. If that way no longer works, the person has to request another code. */
export async function replacedAnswer(context: Context, origin: Origin, { sent, because }: Replaced) {
  const problem = await deliveryProblem(context, origin, sent);
  const wait = { retryAfterSeconds: sent.resendInSeconds };
  if (problem?.refused === 'DELIVERY_DELAYED') return refuse('DELIVERY_DELAYED', {}, wait);
  if (problem) return refuse('RESEND_LIMIT_REACHED', { Because: because }, wait);
  return refuse(because === 'expired' ? 'MFA_CODE_EXPIRED' : 'MFA_MAX_ATTEMPT_LIMIT_REACHED', {}, wait);
}
