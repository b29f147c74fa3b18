import { refuse, type Refused } from '../../http/call.ts';
import type { Client } from '../../http/client.ts';
import type { Context } from '../../context.ts';
import { CaptchaUnavailable } from '../../ports/captcha/captcha.ts';
import { countAttempt, readBucketState } from '../../core/throttle/throttle.ts';
import { difficultyAt, type BucketState, type Difficulty } from '../../core/throttle/throttle-rules.ts';
import { secondsUntil } from '../../core/time.ts';

interface Asked {
  bucket: Buffer;
  /** A device that counts apart from strangers. */
  isOwners: boolean;
  /** The captcha that the address prefix requires, whatever the bucket requires. */
  addressDifficulty: Difficulty;
  recaptchaToken: string | null | undefined;
  client: Client;
}

/** The attempt was counted; `failures` is the bucket's count if it fails. */
export interface Admitted {
  failures: number;
  /** Identifies the counted attempt, which has to be decided (core/throttle/throttle.ts). */
  id: string;
  /** The captcha for the next attempt if this one fails; 0 if this one needed none. */
  nextDifficulty: Difficulty;
}

/**
 * Counts a password attempt and admits it, or refuses it before the password is checked: bucket, then captcha, then
 * count. A refused attempt is not counted.
 */
export async function admit(context: Context, asked: Asked): Promise<Admitted | Refused<'LOCKED' | 'RECAPTCHA_LOCK'>> {
  const now = context.clock.now();
  const { bucket, addressDifficulty } = asked;
  const count = (difficulty: Difficulty) => countAttempt(context.db, bucket, difficulty, now);

  if (addressDifficulty === 0) {
    const counted = await count(0);
    if (counted !== null) return { ...counted, nextDifficulty: 0 };
  }
  const before = await readBucketState(context.db, bucket, now);
  if (before.kind !== 'open') return locked(before, now);
  const difficulty = harder(before.difficulty, addressDifficulty);
  if (difficulty > 0 && !(await captchaProven(context, asked, difficulty))) return captchaNeeded(difficulty);
  const counted = await count(difficulty);
  if (counted !== null) return { ...counted, nextDifficulty: harder(difficultyAt(counted.failures), difficulty) };

  // Concurrent attempts have closed the bucket or raised its captcha.
  const after = await readBucketState(context.db, bucket, now);
  return after.kind === 'open' ? captchaNeeded(harder(after.difficulty, difficulty)) : locked(after, now);
}

const harder = (a: Difficulty, b: Difficulty): Difficulty => (a > b ? a : b);

const captchaNeeded = (difficulty: Difficulty) =>
  refuse('RECAPTCHA_LOCK', { Difficulty: difficulty === 0 ? 1 : difficulty });

const locked = (state: Exclude<BucketState, { kind: 'open' }>, now: Date) =>
  refuse('LOCKED', {}, state.kind === 'closed' ? { retryAfterSeconds: secondsUntil(state.until, now) + 1 } : {});

/**
 * If the captcha's provider is down, strangers have to wait. The owner of a known or confirmed device does not, because
 * that bucket has its own limit.
 */
async function captchaProven(context: Context, { client, isOwners, recaptchaToken }: Asked, difficulty: Difficulty) {
  if (!recaptchaToken) return false;
  try {
    return await context.captcha.verify(recaptchaToken, {
      action: 'login',
      ipPrefix: client.ipPrefix,
      minimumDifficulty: difficulty as 1 | 2 | 3,
      remoteIp: client.ip,
    });
  } catch (error) {
    if (!(error instanceof CaptchaUnavailable)) throw error;
    context.log.error({ err: error, isOwners }, 'the captcha could not be checked');
    return isOwners;
  }
}
