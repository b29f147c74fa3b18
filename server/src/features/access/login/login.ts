import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { startPendingSignIn } from '../../../identity/sign-in/start-pending.ts';
import { findRegistration } from '../../../identity/registrations/find-registration.ts';
import { completeSignIn, signedInAnswer, type CompletedSignIn } from '../../../identity/sessions/complete.ts';
import { startingAccount, asksForSecondFactor } from '../../../identity/sessions/rules.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import { readDevice } from '../../../identity/devices/queries.ts';
import { provePassword, type ProvenPassword } from '../../../identity/sign-in/prove-password.ts';
import { secondFactorNeeded } from '../../../identity/sign-in/rules.ts';
import { bucketReset } from '../../../core/throttle/throttle.ts';

type LoginCall = Call<'login'>;

/**
 * POST /api/login (sections 2, 3, 8). The order is fixed: bucket, captcha, count, password, and only then anything that
 * depends on the person. Until the password is proven, known and unknown names get the same statements, the same
 * hashing and the same answer (security design P22).
 */
export const login: Handler<'login'> = async (call) => {
  const { context, client, input } = call;
  const flowToken = input.body.access_token;
  if (flowToken !== undefined && isRefused(await findRegistration(context, flowToken, client.sessionToken)))
    return refuse('INVITE_INVALID');
  const proven = await provePassword(call);
  if (isRefused(proven)) return proven;
  return answer(call, await decide(call, proven));
};

type Decision =
  | { completed: CompletedSignIn }
  | { startSite: { StartSiteUrl: string; Message: string } }
  | Refused<'INVALID_CREDENTIALS' | 'MFA'>;

/** Continues after a proven password. Everything is read again under the person's lock and written with the session. */
function decide(call: LoginCall, { person: proven, buckets }: ProvenPassword) {
  const { context, client } = call;
  const origin = originOf(call);
  return inTransaction<Decision>(context.db, async (tx) => {
    const person = await lockPerson(
      tx,
      proven.id,
      buckets.flatMap((bucket) => bucketReset(tx, bucket)),
    );
    // The password was changed during the check.
    if (!person || person.passwordHash !== proven.passwordHash) return refuse('INVALID_CREDENTIALS');
    const account = startingAccount(person.accounts);
    if (!account) {
      await recordEvent(tx, context, origin, { type: 'authn_login_no_account', details: {}, personId: person.id });
      return refuse('INVALID_CREDENTIALS');
    }
    const about = { personId: person.id, membershipId: account.id, businessId: account.businessId };
    if (account.startSiteMessage !== null && context.config.startSiteUrl !== null) {
      await recordEvent(tx, context, origin, { type: 'authn_login_redirected', details: {}, ...about });
      return { startSite: { StartSiteUrl: context.config.startSiteUrl, Message: account.startSiteMessage } };
    }
    const { trust, deviceId } = await readDevice(tx, client, person.id);
    const { agentFamily } = client;
    const now = context.clock.now();
    if (secondFactorNeeded({ ...person, account, trust, agentFamily, now }))
      return startPendingSignIn(tx, context, origin, { personId: person.id, deviceId, hostname: client.hostname });
    const byDevice = asksForSecondFactor(person.mfaEnabled, account, person.accounts);
    const completed = await completeSignIn(tx, context, call, {
      person,
      account,
      methods: byDevice ? ['password', 'device'] : ['password'],
      provenSecondFactor: false,
    });
    return { completed };
  });
}

function answer(call: LoginCall, decision: Decision) {
  if (isRefused(decision)) return decision;
  if ('startSite' in decision) return { status: 302 as const, body: decision.startSite };
  return signedInAnswer(call, decision.completed);
}
