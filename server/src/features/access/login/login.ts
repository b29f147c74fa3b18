import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Call, type Handler, type Refused } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { bucketOwner } from '../../../identity/attempts/attempts.ts';
import { quotaOf, type Quota } from '../../../identity/devices/rules.ts';
import { hashDeviceSecret } from '../../../identity/devices/secret.ts';
import { startPendingSignIn } from './start-pending.ts';
import { findRegistration } from '../../../identity/registrations/find-registration.ts';
import { completeSignIn, signedInAnswer, type CompletedSignIn } from '../../../identity/sessions/complete.ts';
import { startingAccount, asksForSecondFactor } from '../../../identity/sessions/rules.ts';
import { lockPerson } from '../../../core/people/lock-person.ts';
import { admit } from './admission.ts';
import { Busy } from '../../../bounded-queue.ts';
import { recordFailure } from './failure.ts';
import { readAttempt, type Attempt } from './queries.ts';
import { addressDifficulty, secondFactorNeeded } from './rules.ts';
import { addressBucketKey, bucketReset, passwordBucketKey, refundAttempt } from '../../../core/throttle/throttle.ts';
import type { Difficulty } from '../../../core/throttle/throttle-rules.ts';
import { usernameSkeleton } from '../../../core/people/username.ts';

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
  const skeleton = usernameSkeleton(input.body.username);
  const networks = client.networks.map(({ prefix, share }) => ({ key: addressBucketKey(context.keys, prefix), share }));
  const attempt = await readAttempt(context.db, {
    skeleton,
    deviceSecretHash: hashDeviceSecret(client.deviceSecret),
    networks,
    now: context.clock.now(),
  });
  const { bucket, quota } = bucketOf(context, attempt, input.body.username);
  const isOwners = quota !== 'strangers';

  const admitted = await admit(context, {
    bucket,
    isOwners,
    addressDifficulty: isOwners ? 0 : strangersDifficulty(context, attempt),
    recaptchaToken: input.body.recaptchaToken,
    client,
  });
  if (isRefused(admitted)) return admitted;

  const proven = await passwordProven(context, attempt, input.body.password, isOwners ? null : client.ipPrefix);
  if (proven === 'busy') {
    await refundAttempt(context.db, bucket);
    return refuse('BUSY', {}, { retryAfterSeconds: 1 });
  }
  if (!proven || !attempt.person) {
    await recordFailure(context, originOf(call), {
      personId: attempt.person?.id ?? null,
      quota,
      networks,
      nameMac: context.keys.mac('unknown-name', skeleton),
      failures: admitted.failures,
    });
    const { nextDifficulty } = admitted;
    return refuse('INVALID_CREDENTIALS', nextDifficulty === 0 ? {} : { Difficulty: nextDifficulty });
  }
  return answer(call, await decide(call, attempt, attempt.person, bucket));
};

/** The bucket of this attempt: a person's on a known or a confirmed device, or the name's. */
function bucketOf({ keys }: Context, { person, deviceId, trust, isConfirmed }: Attempt, username: string) {
  const quota: Quota = person ? quotaOf(deviceId, trust, isConfirmed) : 'strangers';
  const owner = person ? bucketOwner({ personId: person.id, quota }, username) : { username };
  return { quota, bucket: passwordBucketKey(keys, owner) };
}

/** The captcha for every stranger's device: harder if many sign-ins fail, and if a flood fills the queue. */
function strangersDifficulty({ clock, passwords }: Context, { addressFailures }: Attempt): Difficulty {
  return passwords.isUnderPressure() ? 2 : addressDifficulty(addressFailures, clock.now());
}

async function passwordProven({ passwords }: Context, { person }: Attempt, password: string, stranger: string | null) {
  try {
    return await passwords.verify(person?.passwordHash ?? null, password, stranger);
  } catch (error) {
    if (error instanceof Busy) return 'busy';
    throw error;
  }
}

type Decision =
  | { completed: CompletedSignIn }
  | { startSite: { StartSiteUrl: string; Message: string } }
  | Refused<'INVALID_CREDENTIALS' | 'MFA'>;

/** Continues after a proven password. Everything is read again under the person's lock and written with the session. */
function decide(call: LoginCall, attempt: Attempt, proven: { id: string; passwordHash: string }, bucket: Buffer) {
  const { context, client } = call;
  const origin = originOf(call);
  return inTransaction<Decision>(context.db, async (tx) => {
    const person = await lockPerson(tx, proven.id, [bucketReset(tx, bucket)]);
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
    const { trust, deviceId } = attempt;
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
      deviceId,
    });
    return { completed };
  });
}

function answer(call: LoginCall, decision: Decision) {
  if (isRefused(decision)) return decision;
  if ('startSite' in decision) return { status: 302 as const, body: decision.startSite };
  return signedInAnswer(call, decision.completed);
}
