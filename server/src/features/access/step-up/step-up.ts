import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import type { StepUpMethod } from '../../../db/schema.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { eventInsert, originOf } from '../../../core/audit/events.ts';
import { provePasskey, readClaim } from '../../../identity/factors/prove-passkey.ts';
import { proveTyped, typedCode, typedMethod } from '../../../identity/factors/typed-factor.ts';
import { isPasswordLocked, readProver, type Prover } from '../../../identity/attempts/attempts.ts';
import { proveCode, replacedAnswer, type Replaced } from '../../../identity/codes/prove-code.ts';
import { digitsOf } from '../../../identity/codes/rules.ts';
import { signedInAnswer } from '../../../identity/sessions/complete.ts';
import { endSessions } from '../../../identity/sessions/end.ts';
import { issueSession, type IssuedSession } from '../../../identity/sessions/issue.ts';
import type { PersonForUpdate } from '../../../core/people/lock-person.ts';
import { underLock } from '../../../identity/step-up/make-change.ts';
import { waysOf } from '../../../identity/step-up/methods.ts';
import { provePassword } from './password.ts';

type StepUpCall = Call<'stepUp'>;
type Code =
  | 'UNAUTHENTICATED'
  | 'INVALID_CREDENTIALS'
  | 'InvalidCodeFormat'
  | 'MFA_INVALID_CODE'
  | 'MFA_MAX_ATTEMPT_LIMIT_REACHED'
  | 'RESEND_LIMIT_REACHED'
  | 'PASSKEY_INVALID'
  | 'LOCKED'
  | 'VALIDATION';
/** The second proof recorded in a session. */
interface Proof {
  method: StepUpMethod;
  /** When the person added the app or passkey; null for any other proof. */
  factorSince: Date | null;
}

/**
 * POST /api/step-up: password and one other factor; the session is reissued with the time of the proof (ASVS 7.2.4,
 * 7.5.1). The proofs of the sign-in, and the end of the session, stay the same.
 */
export const stepUp: Handler<'stepUp'> = async (call) => {
  const { context, caller: session, input } = call;
  const origin = originOf(call);
  const known = await provePassword(context, origin, session, input.body.password);
  if (isRefused(known)) return known;
  const decision = await underLock(call, async (tx, person) => {
    // The password was changed during the check.
    if (person.passwordHash !== known.passwordHash) return refuse('INVALID_CREDENTIALS');
    const prover = await readProver(tx, context, session);
    if (await isPasswordLocked(tx, context, prover, person.usernameSkeleton)) return refuse('LOCKED');
    const proof = await proveSecond(tx, call, person, prover);
    return 'method' in proof ? reissue(tx, call, person, proof) : proof;
  });
  if (isRefused(decision)) return decision;
  if ('sent' in decision) return replacedAnswer(context, origin, decision);
  return signedInAnswer(call, { ...decision, session: decision.issued }, [session.id]);
};

/** A way that the person does not have is refused like one that does not exist. */
const notOffered = () => refuse('VALIDATION', { Fields: [{ Field: 'method', Problem: 'format' }] });

async function proveSecond(
  tx: Database,
  call: StepUpCall,
  person: PersonForUpdate,
  prover: Prover,
): Promise<Proof | Replaced | Refused<Code>> {
  const { context, client, caller: session, input } = call;
  const origin = originOf(call);
  const { method } = input.body;
  const ways = await waysOf(tx, context, person.id, client.hostname);
  if (!ways.some((way) => way.method === method)) return notOffered();
  const typed = input.body.code ?? '';
  switch (method) {
    case 'Password':
      return { method: 'password', factorSince: null };
    case 'Passkey': {
      const claim = await readClaim(tx, input.body.passkey ?? {});
      const by = { origin, client, personId: person.id };
      const use = { sessionId: session.delivery === 'cookie' ? session.id : null, pendingId: null, resetId: null };
      const proven = await provePasskey(tx, context, by, claim, use);
      return proven ? { method: 'webauthn', factorSince: proven.createdAt } : refuse('PASSKEY_INVALID');
    }
    case 'Authenticator':
    case 'BackupCode': {
      const code = typedCode(method, typed);
      if (code === null) return refuse('InvalidCodeFormat');
      const proven = await proveTyped(tx, context, origin, { factor: method, prover, code });
      return isRefused(proven) ? proven : { method: typedMethod[method], ...proven };
    }
    case 'PhoneNumber':
    case 'Email': {
      const code = digitsOf(typed);
      if (code === null) return refuse('InvalidCodeFormat');
      const outcome = await proveCode(tx, context, origin, {
        flow: { purpose: 'StepUp', id: session.id },
        person,
        prover,
        code,
        receivedAt: call.receivedAt,
        advance: tx
          .updateTable('session')
          .set({ stepped_up_at: context.clock.now() })
          .where('id', '=', session.id)
          .where('ended_at', 'is', null)
          .returning('id'),
        over: refuse('MFA_INVALID_CODE'),
      });
      if ('proven' in outcome) return { method: outcome.proven === 'Email' ? 'email' : 'sms', factorSince: null };
      return outcome;
    }
  }
}

async function reissue(
  tx: Database,
  call: StepUpCall,
  person: PersonForUpdate,
  { method, factorSince }: Proof,
): Promise<{ issued: IssuedSession; hasUnverifiedPhone: boolean } | Refused<'UNAUTHENTICATED'>> {
  const { context, caller: session } = call;
  const origin = originOf(call);
  const { id, personId, membershipId, deviceId, delivery, authenticatedAt } = session;
  const account = person.accounts.find((each) => each.id === membershipId);
  if (!account) return refuse('UNAUTHENTICATED');
  await endSessions(tx, context, origin, [{ id, personId, reason: 'replaced' }]);
  const now = context.clock.now();
  const sessionId = newId(now.getTime());
  const event = eventInsert(tx, context, origin, [
    { type: 'authn_step_up', details: { method }, personId, membershipId, businessId: account.businessId, sessionId },
  ]);
  const issued = await issueSession(
    tx,
    context,
    origin,
    {
      id: sessionId,
      personId,
      account,
      deviceId,
      methods: [...new Set([...session.methods, 'password', method])],
      delivery,
      restrictedReason: person.riskFlagOpen ? 'malicious_site' : null,
      authenticatedAt,
      steppedUpAt: now,
      steppedUpBy: method,
      factorSince,
    },
    [event],
  );
  return { issued, hasUnverifiedPhone: person.hasUnverifiedPhone };
}
