import type { ResetEntityType } from '@florin/contract/access/recovery';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { provePasskey, readClaim } from '../../../identity/factors/prove-passkey.ts';
import { proveTyped, typedCode, type TypedFactor } from '../../../identity/factors/typed-factor.ts';
import { proveCode, replacedAnswer, type Replaced } from '../../../identity/codes/prove-code.ts';
import { digitsOf } from '../../../identity/codes/rules.ts';
import type { PersonForUpdate } from '../../../core/people/lock-person.ts';
import { readOpenRequest } from './open-request.ts';
import { lockReset, notOffered, proverOf } from './send-code.ts';

type VerifyCall = Call<'verifyResetCode'>;
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
type Decision = 'proven' | Replaced | Refused<Code>;

/**
 * POST /forgot/verify-code: the second proof of a reset. It counts only for the browser that gives it (security design
 * P1). Codes follow the rules of sign-ins: tries are counted first, on the code and on the person.
 */
export const verifyResetCode: Handler<'verifyResetCode'> = async (call) => {
  const { context, input } = call;
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
    return entityType === 'PhoneNumber' ? byText(tx, call, person, code) : byTyped(tx, call, entityType, code);
  });
  if (decision === 'proven') return { status: 200, body: {} };
  if (isRefused(decision)) return decision;
  return replacedAnswer(context, originOf(call), decision);
};

async function confirmed(tx: Database, call: VerifyCall, person: PersonForUpdate): Promise<Decision> {
  const request = await readOpenRequest(tx, call.context, person, call.caller);
  // This browser has no pending request, so it has to send one.
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

async function byTyped(tx: Database, call: VerifyCall, factor: TypedFactor, code: string): Promise<Decision> {
  const { context, caller: reset } = call;
  const proven = await proveTyped(tx, context, originOf(call), { factor, prover: await proverOf(tx, call), code });
  if (isRefused(proven)) return proven;
  const moved = await advance(tx, context, reset.id, factor).executeTakeFirst();
  if (moved) await recordProof(tx, call, factor);
  return 'proven';
}

async function byText(tx: Database, call: VerifyCall, person: PersonForUpdate, code: string): Promise<Decision> {
  const { context, caller: reset, receivedAt } = call;
  const outcome = await proveCode(tx, context, originOf(call), {
    flow: { purpose: 'PasswordReset', id: reset.id },
    person,
    prover: await proverOf(tx, call),
    code,
    receivedAt,
    advance: advance(tx, context, reset.id, 'PhoneNumber'),
    over: refuse('RESET_LINK_INVALID'),
  });
  if (!('proven' in outcome)) return outcome;
  await recordProof(tx, call, 'PhoneNumber');
  return 'proven';
}

/**
 * Records the proof of a flow, once. An administrator's approval, which can be withdrawn, is replaced by the person's
 * own proof.
 */
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
