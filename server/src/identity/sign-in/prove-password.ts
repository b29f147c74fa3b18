import type { Context } from '../../context.ts';
import { isRefused, refuse, type Refused } from '../../http/call.ts';
import type { Client } from '../../http/client.ts';
import { originOf } from '../../core/audit/events.ts';
import { usernameSkeleton } from '../../core/people/username.ts';
import { addressBucketKey, passwordBucketKey, refundAttempt } from '../../core/throttle/throttle.ts';
import type { Difficulty } from '../../core/throttle/throttle-rules.ts';
import { Busy } from '../../bounded-queue.ts';
import { bucketOwner } from '../attempts/attempts.ts';
import { quotaOf, type Quota } from '../devices/rules.ts';
import { hashDeviceSecret, secretsIn } from '../devices/secret.ts';
import { countPasswordAttempt } from './password-attempt.ts';
import { recordFailure } from './failure.ts';
import { readAttempt, type Attempt } from './queries.ts';
import { addressDifficulty } from './rules.ts';

/** Username, password and captcha, as someone has typed them. */
interface TypedPassword {
  context: Context;
  client: Client;
  correlationId: string;
  input: { body: { username: string; password: string; recaptchaToken?: string | null | undefined } };
}

/** Whose password it is. Anything else that the sign-in depends on may have changed during the check. */
export interface ProvenPassword {
  person: { id: string; passwordHash: string };
  /** Those that it empties. */
  buckets: Buffer[];
}

/** Counts a typed password and checks it. A correct one counts until the act that follows it resets its buckets. */
export async function provePassword(
  call: TypedPassword,
): Promise<ProvenPassword | Refused<'LOCKED' | 'RECAPTCHA_LOCK' | 'BUSY' | 'INVALID_CREDENTIALS'>> {
  const { context, client, input } = call;
  const skeleton = usernameSkeleton(input.body.username);
  const networks = client.networks.map(({ prefix, share }) => ({ key: addressBucketKey(context.keys, prefix), share }));
  const attempt = await readAttempt(context.db, {
    skeleton,
    deviceSecretHashes: secretsIn(client.deviceSecrets).map(hashDeviceSecret),
    networks,
    now: context.clock.now(),
  });
  const { bucket, quota } = bucketOf(context, attempt, input.body.username);
  const isOwners = quota !== 'strangers';

  const counted = await countPasswordAttempt(context, {
    bucket,
    isOwners,
    addressDifficulty: isOwners ? 0 : strangersDifficulty(context, attempt),
    recaptchaToken: input.body.recaptchaToken,
    client,
  });
  if (isRefused(counted)) return counted;

  const proven = await passwordProven(context, attempt, input.body.password, isOwners ? null : client.ipPrefix);
  if (proven === 'busy') {
    await refundAttempt(context.db, bucket, counted.id);
    return refuse('BUSY', {}, { retryAfterSeconds: 1 });
  }
  if (!proven || !attempt.person) {
    await recordFailure(context, originOf(call), {
      personId: attempt.person?.id ?? null,
      quota,
      networks,
      nameMac: context.keys.mac('unknown-name', skeleton),
      failures: counted.failures,
      attemptId: counted.id,
    });
    const { nextDifficulty } = counted;
    return refuse('INVALID_CREDENTIALS', nextDifficulty === 0 ? {} : { Difficulty: nextDifficulty });
  }
  return { person: attempt.person, buckets: [bucket, ...bucketOfCopies(context, attempt, quota)] };
}

/** The bucket of this attempt: a person's on a known or a confirmed device, or the name's. */
function bucketOf({ keys }: Context, { person, deviceId, trust, isConfirmed }: Attempt, username: string) {
  const quota: Quota = person ? quotaOf(deviceId, trust, isConfirmed) : 'strangers';
  const owner = person ? bucketOwner({ personId: person.id, quota }, username) : { username };
  return { quota, bucket: passwordBucketKey(keys, owner) };
}

/** The bucket of a known device, which counts under "mailbox" for now: a copy may have filled it before. */
function bucketOfCopies({ keys }: Context, { person, deviceId }: Attempt, quota: Quota): Buffer[] {
  if (person === null || deviceId === null || quota !== 'mailbox') return [];
  return [passwordBucketKey(keys, { personId: person.id, quota: { deviceId } })];
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
