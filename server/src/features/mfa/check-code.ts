import { accessCode } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import { recordEvent, type Origin } from '../audit/events.ts';
import type { Subject } from '../session/subject.ts';
import { isRightCode } from './code-mac.ts';
import { countTry, secondFactorKey, type CountedTry, type Pending } from './queries.ts';
import { resend, type Resent } from './resend.ts';

export type RightCode = NonNullable<CountedTry['code']>;

type Refusal = 'MFA_SESSION_EXPIRED' | 'MFA_INVALID_CODE' | 'RESEND_LIMIT_REACHED' | 'LOCKED';

/**
 * Counts a try and then compares the code (security design P3, P7). A code that is worn out or expired is replaced by a
 * new one. The right code is not used up yet: the caller does that together with what the code is for.
 * The caller holds the person's lock.
 */
export async function checkCode(
  tx: Database,
  context: Context,
  origin: Origin,
  { pending, subject, code }: { pending: Pending; subject: Subject; code: string },
): Promise<{ right: RightCode } | Resent | Refused<Refusal>> {
  const counted = await countTry(tx, pending.id, secondFactorKey(context, subject.id), context.clock.now());
  if (!counted.code) return resend(tx, context, origin, { pending, subject });
  if (counted.failures === null) return refuse('LOCKED');
  const typed = { purpose: pending.purpose, pendingId: pending.id, contactId: counted.code.contactId, code };
  if (isRightCode(context, counted.code.mac, typed)) return { right: counted.code };

  const personId = subject.id;
  const details = { tries: counted.code.tries, failures: counted.failures };
  await recordEvent(tx, context, origin, { type: 'authn_mfa_fail', details, personId });
  if (counted.failures >= accessCode.maxFailuresPerDay)
    await recordEvent(tx, context, origin, { type: 'authn_mfa_lock', details: {}, personId });
  if (counted.code.tries < accessCode.maxTries) return refuse('MFA_INVALID_CODE');
  return resend(tx, context, origin, { pending, subject });
}
