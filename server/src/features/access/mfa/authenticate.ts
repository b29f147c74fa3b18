import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { originOf } from '../../../core/audit/events.ts';
import { lockPerson, type PersonForUpdate } from '../../../core/people/lock-person.ts';
import { usernameSkeleton } from '../../../core/people/username.ts';
import { hashToken, isToken } from '../../../core/tokens.ts';
import { isPasswordLocked, readProver, type Prover } from '../../../identity/attempts/attempts.ts';
import { readOpenCode } from '../../../identity/codes/one-time-code.ts';
import { proveCode, replacedAnswer, type Replaced } from '../../../identity/codes/prove-code.ts';
import { digitsOf } from '../../../identity/codes/rules.ts';
import { trustDevice, type TrustedOnly } from '../../../identity/devices/trust-device.ts';
import { proveTyped, typedCode, typedMethod, type TypedFactor } from '../../../identity/factors/typed-factor.ts';
import {
  completeSignIn,
  deviceCookieChange,
  signedInAnswer,
  type CompletedSignIn,
} from '../../../identity/sessions/complete.ts';
import {
  completion,
  isLivePending,
  isProvablePending,
  readPending,
  readPendingByToken,
  type PendingSignIn,
} from '../../../identity/sessions/pending.ts';
import { startingAccount } from '../../../identity/sessions/rules.ts';

type AuthenticateCall = Call<'authenticate'>;
type RefusalCode =
  | 'UNAUTHENTICATED'
  | 'MFA_INVALID_CODE'
  | 'MFA_MAX_ATTEMPT_LIMIT_REACHED'
  | 'RESEND_LIMIT_REACHED'
  | 'LOCKED';
type Decision = { completed: CompletedSignIn } | TrustedOnly | Replaced | Refused<RefusalCode>;

/** A pending sign-in under its person's lock, with the typed code. */
interface Proving {
  pending: PendingSignIn;
  person: PersonForUpdate;
  prover: Prover;
  code: string;
}

/**
 * POST /api/authenticate (sections 3, 8): the second factor of a pending sign-in. All tries of a person happen one
 * after the other under the person's lock, and no answer is sent before its count is committed; so only one use of a
 * code succeeds, and no burst gets more tries than the limit.
 */
export const authenticate: Handler<'authenticate'> = async (call) => {
  const { context, input } = call;
  const { type, username } = input.body;
  const typed = type === 'Authenticator' || type === 'BackupCode' ? type : null;
  const code = typed ? typedCode(typed, input.body.code) : digitsOf(input.body.code);
  if (code === null) return refuse('InvalidCodeFormat');
  const token = input.body.twoFactorAuthSessionId;
  const found = isToken('mfp', token) ? await readPendingByToken(context.db, hashToken(token)) : undefined;
  if (!found || found.linkSessionId !== null) return refuse('UNAUTHENTICATED');

  const decision = await inTransaction(context.db, async (tx): Promise<Decision> => {
    const person = await lockPerson(tx, found.personId);
    const pending = await readPending(tx, found.id);
    if (!person || !pending || !isUsable(pending, person, username)) return refuse('UNAUTHENTICATED');
    const prover = await readProver(tx, context, pending);
    if (await isPasswordLocked(tx, context, prover, username)) return refuse('LOCKED');
    const proving = { pending, person, prover, code };
    if (typed) return byTypedFactor(tx, call, proving, typed);
    // Named another way than the code's: nothing is compared or counted.
    const open = await readOpenCode(tx, { purpose: 'LoginNewDevice', id: pending.id });
    if (type !== undefined && open !== null && open.channel !== type) return refuse('MFA_INVALID_CODE');
    return bySentCode(tx, call, proving);
  });
  return answer(call, decision);
};

/**
 * Whether a pending sign-in can still be completed: for this name, not yet completed, and with the same password as
 * then.
 */
const isUsable = (pending: PendingSignIn, person: PersonForUpdate, username: string) =>
  pending.completedAt === null &&
  person.usernameSkeleton === usernameSkeleton(username) &&
  person.passwordChangedAt <= pending.createdAt;

async function bySentCode(tx: Database, call: AuthenticateCall, proving: Proving): Promise<Decision> {
  const { context, receivedAt } = call;
  const { pending } = proving;
  const now = context.clock.now();
  const outcome = await proveCode(tx, context, originOf(call), {
    ...proving,
    flow: { purpose: 'LoginNewDevice', id: pending.id },
    receivedAt,
    advance: completion(tx, pending.id, now),
    isLive: isLivePending(pending, now),
    over: refuse('UNAUTHENTICATED'),
  });
  if (!('proven' in outcome)) return outcome;
  const method = outcome.proven === 'Email' ? 'email' : 'sms';
  return complete(tx, call, proving, { method, factorSince: null });
}

/** An authenticator code or a backup code: neither expires by itself, so the pending sign-in limits its time. */
async function byTypedFactor(
  tx: Database,
  call: AuthenticateCall,
  proving: Proving,
  factor: TypedFactor,
): Promise<Decision> {
  const { context } = call;
  const { pending, prover, code } = proving;
  const now = context.clock.now();
  if (!isProvablePending(pending, now)) return refuse('UNAUTHENTICATED');
  const proven = await proveTyped(tx, context, originOf(call), { factor, prover, code });
  if (isRefused(proven)) return proven;
  if (!(await completion(tx, pending.id, now).executeTakeFirst())) return refuse('UNAUTHENTICATED');
  return complete(tx, call, proving, { method: typedMethod[factor], ...proven });
}

/**
 * Password and second factor are both proven: checks the policy again and issues a session (security design P2). If the
 * sign-in has expired, the browser is trusted and the person logs in again.
 */
async function complete(
  tx: Database,
  call: AuthenticateCall,
  { pending, person }: Proving,
  { method, factorSince }: { method: string; factorSince: Date | null },
): Promise<Decision> {
  const account = startingAccount(person.accounts);
  if (!account) return refuse('UNAUTHENTICATED');
  if (pending.expiresAt <= call.context.clock.now()) return trustDevice(tx, call, person.id);
  const completed = await completeSignIn(tx, call.context, call, {
    person,
    account,
    methods: ['password', method],
    provenSecondFactor: true,
    factorSince,
  });
  return { completed };
}

async function answer(call: AuthenticateCall, decision: Decision) {
  if (isRefused(decision)) return decision;
  if ('sent' in decision) return replacedAnswer(call.context, originOf(call), decision);
  if ('trusted' in decision) {
    for (const change of deviceCookieChange(decision.trusted)) call.setCookie(change);
    return refuse('MFA_SESSION_EXPIRED');
  }
  return signedInAnswer(call, decision.completed);
}
