import { accessCode } from '@florin/contract/limits';
import type { ResetEntityType, verifyResetCode } from '@florin/contract/recovery';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { findDeviceId } from '../../../identity/devices/queries.ts';
import { provePasskey, readClaim } from '../../../identity/factors/prove-passkey.ts';
import { proveTyped, typedCode, type TypedFactor } from '../../../identity/factors/typed-factor.ts';
import type { CodeFlow } from '../../../identity/codes/code-flow.ts';
import { isRightCode } from '../../../identity/codes/code-mac.ts';
import { secondFactorKey } from '../../../identity/codes/failure-keys.ts';
import { consume, countTry, type CountedTry } from '../../../identity/codes/queries.ts';
import { resend, resendAnswer, type Resent } from '../../../identity/codes/resend.ts';
import { digitsOf } from '../../../identity/codes/rules.ts';
import type { PersonForUpdate } from '../../../core/people/lock-person.ts';
import { readOpenRequest } from './open-request.ts';
import { lockReset, notOffered } from './send-code.ts';

type VerifyCall = Call<typeof verifyResetCode>;
type Code =
  | 'RESET_LINK_INVALID'
  | 'InvalidCodeFormat'
  | 'MFA_INVALID_CODE'
  | 'MFA_MAX_ATTEMPT_LIMIT_REACHED'
  | 'RESEND_LIMIT_REACHED'
  | 'PASSKEY_INVALID'
  | 'CONFIRMATION_PENDING'
  | 'RESET_NOT_VERIFIED'
  | 'LOCKED'
  | 'VALIDATION';
type Decision = 'proven' | Resent | Refused<Code>;

/**
 * POST /forgot/verify-code: the second proof of a reset. It counts for the browser that gives it and for no other one that
 * has opened the link (security design P1). Codes follow the rules of a sign-in's: tries are counted first, on the code and
 * on the person.
 */
export const verifyCode: Handler<typeof verifyResetCode> = async (call) => {
  const { context, input, caller: reset } = call;
  const { entityType, code: typed = '' } = input.body;
  const code = entityType === 'BackupCode' ? typedCode(entityType, typed) : digitsOf(typed);
  const decision = await inTransaction(context.db, async (tx): Promise<Decision> => {
    const locked = await lockReset(tx, call);
    if (!locked) return refuse('RESET_LINK_INVALID');
    const { person, methods } = locked;
    if (!methods.some((method) => method.entityType === entityType)) return notOffered();
    if (entityType === 'AdminConfirmation') return confirmed(tx, call, person);
    if (entityType === 'Passkey') return byPasskey(tx, call, person);
    if (code === null) return refuse('InvalidCodeFormat');
    return entityType === 'PhoneNumber'
      ? byText(tx, call, person, code)
      : byTyped(tx, call, { personId: person.id, factor: entityType, code });
  });
  if (decision === 'proven') return { status: 200, body: {} };
  if (isRefused(decision)) return decision;
  const answer = await resendAnswer(context, originOf(call), reset.personId, decision);
  return answer;
};

async function confirmed(tx: Database, call: VerifyCall, person: PersonForUpdate): Promise<Decision> {
  const request = await readOpenRequest(tx, call.context, person, call.caller);
  // Nothing waits that this browser has asked, so that it has to ask.
  if (!request) return refuse('RESET_NOT_VERIFIED');
  if (!request.confirmed) return refuse('CONFIRMATION_PENDING');
  const moved = await advance(tx, call.context, call.caller.id, 'AdminConfirmation').executeTakeFirst();
  if (moved) await recordProof(tx, call, 'AdminConfirmation');
  return 'proven';
}

/** A passkey of this person, for a challenge of this reset and no other. Nothing is counted: a signature cannot be guessed. */
async function byPasskey(tx: Database, call: VerifyCall, person: PersonForUpdate): Promise<Decision> {
  const { context, client, input, caller: reset } = call;
  const claim = await readClaim(tx, input.body.passkey ?? {});
  const by = { origin: originOf(call), client, personId: person.id };
  const use = { sessionId: null, pendingId: null, resetId: reset.id };
  if (!(await provePasskey(tx, context, by, claim, use))) return refuse('PASSKEY_INVALID');
  const moved = await advance(tx, context, reset.id, 'Passkey').executeTakeFirst();
  if (moved) await recordProof(tx, call, 'Passkey');
  return 'proven';
}

async function byTyped(
  tx: Database,
  call: VerifyCall,
  typed: { personId: string; factor: TypedFactor; code: string },
): Promise<Decision> {
  const proven = await proveTyped(tx, call.context, originOf(call), {
    ...typed,
    deviceId: await findDeviceId(tx, call.client),
  });
  if (isRefused(proven)) return proven;
  const moved = await advance(tx, call.context, call.caller.id, typed.factor).executeTakeFirst();
  if (moved) await recordProof(tx, call, typed.factor);
  return 'proven';
}

async function byText(tx: Database, call: VerifyCall, person: PersonForUpdate, code: string): Promise<Decision> {
  const { context, caller: reset } = call;
  const now = context.clock.now();
  const flow: CodeFlow = { purpose: 'PasswordReset', id: reset.id };
  const deviceId = await findDeviceId(tx, call.client);
  const personKey = await secondFactorKey(tx, context, { personId: person.id, deviceId });
  const counted = await countTry(tx, flow, personKey, { now, receivedAt: call.receivedAt });
  if (!counted.code) return replace(tx, call, person, flow);
  if (counted.failures === null) return refuse('LOCKED');
  const { id, contactId, mac } = counted.code;
  if (!isRightCode(context, mac, { flow, contactId, code })) return wrong(tx, call, person, flow, counted);
  if (!(await consume(tx, id, advance(tx, context, reset.id, 'PhoneNumber'), personKey, now)))
    return refuse('RESET_LINK_INVALID');
  await recordProof(tx, call, 'PhoneNumber');
  return 'proven';
}

async function wrong(
  tx: Database,
  call: VerifyCall,
  person: PersonForUpdate,
  flow: CodeFlow,
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
  return replace(tx, call, person, flow);
}

async function replace(tx: Database, call: VerifyCall, person: PersonForUpdate, flow: CodeFlow): Promise<Decision> {
  const resent = await resend(tx, call.context, originOf(call), {
    flow,
    person,
    deviceId: await findDeviceId(tx, call.client),
    isLive: true,
    receivedAt: call.receivedAt,
  });
  if (!isRefused(resent)) return resent;
  return resent.refused === 'UNAUTHENTICATED' ? refuse('RESET_LINK_INVALID') : (resent as Refused<Code>);
}

/** Notes what a flow has proven, once; an administrator's word, which can be taken back, gives way to a proof of one's own. */
const advance = (tx: Database, { clock }: Context, resetId: string, by: ResetEntityType) =>
  tx
    .updateTable('reset_flow')
    .set({ proven_by: by, proven_at: clock.now() })
    .where('id', '=', resetId)
    .where((eb) => eb.or([eb('proven_by', 'is', null), eb('proven_by', '=', 'AdminConfirmation')]))
    .returning('id');

const recordProof = (tx: Database, call: VerifyCall, by: ResetEntityType) =>
  recordEvent(tx, call.context, originOf(call), {
    type: 'authn_reset_proven',
    details: { by },
    personId: call.caller.personId,
  });
