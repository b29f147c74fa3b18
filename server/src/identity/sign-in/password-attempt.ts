import { refuse, type Refused } from '../../http/call.ts';
import type { Client } from '../../http/client.ts';
import type { Context } from '../../context.ts';
import type { CaptchaDifficulty } from '../../ports/captcha/captcha.ts';
import { captchaProven } from '../../core/throttle/captcha-proven.ts';
import { countAttempt, readBucketState } from '../../core/throttle/throttle.ts';
import { difficultyAt, type BucketState, type Difficulty } from '../../core/throttle/throttle-rules.ts';
import { secondsUntil } from '../../core/time.ts';

interface PasswordAttempt {
  bucket: Buffer;
  /**
   * A device that counts apart from strangers. If the captcha's provider is down, strangers have to wait; this device
   * does not, because its bucket has its own limit.
   */
  isOwners: boolean;
  /** The captcha that the address prefix requires, whatever the bucket requires. */
  addressDifficulty: Difficulty;
  recaptchaToken: string | null | undefined;
  client: Client;
}

/** The attempt was counted; `failures` is the bucket's count if it fails. */
export interface CountedAttempt {
  failures: number;
  /** Identifies the counted attempt, which has to be decided (core/throttle/throttle.ts). */
  id: string;
  /** The captcha for the next attempt if this one fails; 0 if this one needed none. */
  nextDifficulty: Difficulty;
}

/**
 * Counts a password attempt or refuses it before the password is checked: bucket, then captcha, then
 * count. A refused attempt is not counted.
 */
export async function countPasswordAttempt(
  context: Context,
  asked: PasswordAttempt,
): Promise<CountedAttempt | Refused<'LOCKED' | 'RECAPTCHA_LOCK'>> {
  const now = context.clock.now();
  const { bucket, addressDifficulty, recaptchaToken: token, isOwners } = asked;
  const isProven = (minimumDifficulty: CaptchaDifficulty) =>
    captchaProven(context, asked.client, { action: 'login', token, minimumDifficulty, ifUnavailable: isOwners });
  const count = (difficulty: Difficulty) => countAttempt(context.db, bucket, difficulty, now);

  if (addressDifficulty === 0) {
    const counted = await count(0);
    if (counted !== null) return { ...counted, nextDifficulty: 0 };
  }
  const before = await readBucketState(context.db, bucket, now);
  if (before.kind !== 'open') return locked(before, now);
  const difficulty = harder(before.difficulty, addressDifficulty);
  if (difficulty !== 0 && !(await isProven(difficulty))) return captchaNeeded(difficulty);
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
