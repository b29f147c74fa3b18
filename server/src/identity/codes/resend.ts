import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { isRefused, refuse, type Refused } from '../../http/call.ts';
import type { Origin } from '../../core/audit/events.ts';
import type { PersonForUpdate } from '../../core/people/lock-person.ts';
import { deliveryProblem } from './delivery.ts';
import type { CodeFlow } from './code-flow.ts';
import { readOpenCode } from './queries.ts';
import { sendAccessCode, type SentCode } from './send-code.ts';

/** A code that no longer works was replaced by a new one. */
export interface Resent {
  resent: SentCode;
  because: 'expired' | 'attempts';
}

type Refusal = Refused<
  'UNAUTHENTICATED' | 'MFA_INVALID_CODE' | 'MFA_MAX_ATTEMPT_LIMIT_REACHED' | 'RESEND_LIMIT_REACHED' | 'LOCKED'
>;

interface Replacing {
  flow: CodeFlow;
  person: PersonForUpdate;
  deviceId: string | null;
  isLive: boolean;
  /** When the guess arrived. */
  receivedAt: Date;
}

/**
 * Replaces the expired or used-up code of a flow by the same way and within the quotas of any other code, but without the
 * pause, which is for codes that are asked for (section 8; security design, section 6, sentence 2; decision 021).
 */
export async function resend(
  tx: Database,
  context: Context,
  origin: Origin,
  { flow, person, deviceId, isLive, receivedAt }: Replacing,
): Promise<Resent | Refusal> {
  const now = context.clock.now();
  const open = await readOpenCode(tx, flow);
  // Nothing was asked for yet, so there is nothing to guess either.
  if (!open) return refuse('MFA_INVALID_CODE');
  if (!isLive) return refuse('UNAUTHENTICATED');
  // Guesses that came together with the one that used the code up: it has been replaced already.
  if (open.createdAt > receivedAt) return refuse('MFA_MAX_ATTEMPT_LIMIT_REACHED');
  const because = open.expiresAt <= now ? 'expired' : 'attempts';
  const sent = await sendAccessCode(tx, context, origin, {
    flow,
    person,
    deviceId,
    kind: open.kind,
    because,
  });
  if (!isRefused(sent)) return { resent: sent, because };
  if (sent.refused === 'LOCKED') return refuse('LOCKED');
  const { retryAfterSeconds } = sent;
  return refuse(
    'RESEND_LIMIT_REACHED',
    { Because: because },
    retryAfterSeconds === undefined ? {} : { retryAfterSeconds },
  );
}

/** The answer once the new code is on its way; where it cannot go that way any more, the person has to ask for another. */
export async function resendAnswer(context: Context, origin: Origin, personId: string, { resent, because }: Resent) {
  const problem = await deliveryProblem(context, origin, personId, resent);
  if (problem?.refused === 'DELIVERY_DELAYED') return refuse('DELIVERY_DELAYED');
  if (problem) return refuse('RESEND_LIMIT_REACHED', { Because: because });
  return refuse(because === 'expired' ? 'MFA_CODE_EXPIRED' : 'MFA_MAX_ATTEMPT_LIMIT_REACHED');
}
