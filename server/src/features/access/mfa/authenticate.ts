import { accessCode } from '@florin/contract/limits';
import type { authenticate as contract } from '@florin/contract/mfa';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { findDeviceId } from '../../../identity/devices/queries.ts';
import { proveTyped, typedCode, typedMethod, type TypedFactor } from '../../../identity/factors/typed-factor.ts';
import { usernameSkeleton } from '../../../core/people/username.ts';
import { completeSignIn, deviceCookieChange, signedInAnswer } from '../../../identity/sessions/complete.ts';
import { startingAccount } from '../../../identity/sessions/rules.ts';
import { lockPerson, type PersonForUpdate } from '../../../core/people/lock-person.ts';
import { hashToken, isToken } from '../../../core/tokens.ts';
import type { CodeFlow } from '../../../identity/codes/code-flow.ts';
import { isRightCode } from '../../../identity/codes/code-mac.ts';
import { secondFactorKey } from '../../../identity/codes/failure-keys.ts';
import { isPasswordLocked } from '../../../identity/codes/password-lock.ts';
import {
  completion,
  consume,
  countTry,
  isLivePending,
  isProvablePending,
  readPending,
  readPendingByToken,
} from '../../../identity/codes/queries.ts';
import type { CountedTry, Pending } from '../../../identity/codes/queries.ts';
import { resend, resendAnswer, type Resent } from '../../../identity/codes/resend.ts';
import { digitsOf } from '../../../identity/codes/rules.ts';
import { trustDevice, type TrustedOnly } from '../../../identity/devices/trust-device.ts';

type AuthenticateCall = Call<typeof contract>;
type Completed = { completed: Awaited<ReturnType<typeof completeSignIn>> };
type RefusalCode =
  | 'UNAUTHENTICATED'
  | 'MFA_INVALID_CODE'
  | 'MFA_MAX_ATTEMPT_LIMIT_REACHED'
  | 'RESEND_LIMIT_REACHED'
  | 'LOCKED';
type Decision = Completed | TrustedOnly | Resent | Refused<RefusalCode>;

/**
 * POST /api/authenticate (sections 3, 8): the second factor of a pending sign-in. All tries of a person happen one after
 * the other under the person's lock, and no answer leaves before its count is committed; so a code has one winner, and
 * no burst gets more tries than the limit.
 */
export const authenticate: Handler<typeof contract> = async (call) => {
  const { context, input } = call;
  const { type } = input.body;
  const typed = type === 'Authenticator' || type === 'BackupCode' ? type : null;
  const code = typed ? typedCode(typed, input.body.code) : digitsOf(input.body.code);
  if (code === null) return refuse('InvalidCodeFormat');
  const token = input.body.twoFactorAuthSessionId;
  const found = isToken('mfp', token) ? await readPendingByToken(context.db, hashToken(token)) : undefined;
  if (!found) return refuse('UNAUTHENTICATED');

  const decision = await inTransaction(context.db, async (tx): Promise<Decision> => {
    const person = await lockPerson(tx, found.personId);
    const pending = await readPending(tx, found.id);
    if (!person || !pending || !isUsable(pending, person, input.body.username)) return refuse('UNAUTHENTICATED');
    if (await isPasswordLocked(tx, context, pending, input.body.username)) return refuse('LOCKED');
    if (typed) return byTypedFactor(tx, call, pending, person, { factor: typed, code });
    const personKey = await secondFactorKey(tx, context, pending);
    const counted = await countTry(tx, flowOf(pending), personKey, {
      now: context.clock.now(),
      receivedAt: call.receivedAt,
    });
    if (!counted.code) return replace(tx, call, pending, person);
    if (counted.failures === null) return refuse('LOCKED');
    const bound = { flow: flowOf(pending), contactId: counted.code.contactId, code };
    return isRightCode(context, counted.code.mac, bound)
      ? right(tx, call, pending, person, counted.code)
      : wrong(tx, call, pending, person, counted);
  });
  return answer(call, found.personId, decision);
};

const flowOf = ({ id }: Pending): CodeFlow => ({ purpose: 'LoginNewDevice', id });

const replace = (tx: Database, call: AuthenticateCall, pending: Pending, person: PersonForUpdate) =>
  resend(tx, call.context, originOf(call), {
    flow: flowOf(pending),
    person,
    deviceId: pending.deviceId,
    isLive: isLivePending(pending, call.context.clock.now()),
    receivedAt: call.receivedAt,
  });

/** Whether a pending sign-in can still be proven: for this name, not yet completed, and with the password as it was. */
const isUsable = (pending: Pending, person: PersonForUpdate, username: string) =>
  pending.completedAt === null &&
  person.usernameSkeleton === usernameSkeleton(username) &&
  person.passwordChangedAt <= pending.createdAt;

async function wrong(
  tx: Database,
  call: AuthenticateCall,
  pending: Pending,
  person: PersonForUpdate,
  { code, failures }: CountedTry,
) {
  const { context } = call;
  const origin = originOf(call);
  const personId = person.id;
  const details = { tries: code!.tries, failures: failures! };
  await recordEvent(tx, context, origin, { type: 'authn_mfa_fail', details, personId });
  if (failures! >= accessCode.maxFailuresPerDay)
    await recordEvent(tx, context, origin, { type: 'authn_mfa_lock', details: {}, personId });
  if (code!.tries < accessCode.maxTries) return refuse('MFA_INVALID_CODE');
  return replace(tx, call, pending, person);
}

type Code = NonNullable<CountedTry['code']>;

/** Password and code are both proven: the policy is checked once more, and a session issued (security design P2). */
async function right(
  tx: Database,
  call: AuthenticateCall,
  pending: Pending,
  person: PersonForUpdate,
  code: Code,
): Promise<Decision> {
  const { context } = call;
  const now = context.clock.now();
  const personKey = await secondFactorKey(tx, context, pending);
  if (!(await consume(tx, code.id, completion(tx, pending.id, now), personKey, now))) return refuse('UNAUTHENTICATED');
  return complete(tx, call, pending, person, { method: code.kind === 'Email' ? 'email' : 'sms', factorSince: null });
}

/** A code of an authenticator app, or a backup code: neither ends by itself, so the pending sign-in says how long it counts. */
async function byTypedFactor(
  tx: Database,
  call: AuthenticateCall,
  pending: Pending,
  person: PersonForUpdate,
  { factor, code }: { factor: TypedFactor; code: string },
): Promise<Decision> {
  const { context } = call;
  const now = context.clock.now();
  if (!isProvablePending(pending, now)) return refuse('UNAUTHENTICATED');
  const proven = await proveTyped(tx, context, originOf(call), { ...pending, factor, code });
  if (isRefused(proven)) return proven;
  if (!(await completion(tx, pending.id, now).executeTakeFirst())) return refuse('UNAUTHENTICATED');
  return complete(tx, call, pending, person, { method: typedMethod[factor], ...proven });
}

/** A session where the sign-in is still live; afterwards the browser is trusted, and the person logs in once more. */
async function complete(
  tx: Database,
  call: AuthenticateCall,
  pending: Pending,
  person: PersonForUpdate,
  { method, factorSince }: { method: string; factorSince: Date | null },
): Promise<Decision> {
  const account = startingAccount(person.accounts);
  if (!account) return refuse('UNAUTHENTICATED');
  const deviceId = await findDeviceId(tx, call.client);
  if (pending.expiresAt <= call.context.clock.now()) return trustDevice(tx, call, person.id, deviceId);
  const completed = await completeSignIn(tx, call.context, call, {
    person,
    account,
    methods: ['password', method],
    provenSecondFactor: true,
    factorSince,
    deviceId,
  });
  return { completed };
}

async function answer(call: AuthenticateCall, personId: string, decision: Decision) {
  const { context } = call;
  if (isRefused(decision)) return decision;
  if ('resent' in decision) return resendAnswer(context, originOf(call), personId, decision);
  if ('trusted' in decision) {
    for (const change of deviceCookieChange(decision.trusted)) call.setCookie(change);
    return refuse('MFA_SESSION_EXPIRED');
  }
  return signedInAnswer(call, decision.completed);
}
