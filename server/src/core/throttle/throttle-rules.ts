import { passwordFailures as limits } from '@florin/contract/limits';

/** 0 is no captcha; 1 to 3 are the difficulties of RECAPTCHA_LOCK. */
export type Difficulty = 0 | 1 | 2 | 3;

/** Failed passwords that count together: of one person on a known device, or of one name on all other devices. */
export interface Bucket {
  failures: number;
  closedUntil: Date | null;
}

export type BucketState =
  | { kind: 'open'; difficulty: Difficulty }
  /** For a time. */
  | { kind: 'closed'; until: Date }
  /** Until a reset: 100 failures in a row (NIST SP 800-63B-4, 3.2.2). */
  | { kind: 'locked' };

/**
 * The captcha that a bucket requires. Harder proofs of work replace waiting times between failures: browsers pay for
 * them, and no connection sleeps.
 */
export function difficultyAt(failures: number): Difficulty {
  if (failures >= limits.hardestCaptchaFrom) return 3;
  if (failures >= limits.hardCaptchaFrom) return 2;
  return failures >= limits.captchaFrom ? 1 : 0;
}

/** A bucket with fewer failures than this admits an attempt with a captcha of that difficulty. */
export const admitsBelow: Record<Difficulty, number> = {
  0: limits.captchaFrom,
  1: limits.hardCaptchaFrom,
  2: limits.hardestCaptchaFrom,
  3: limits.lockedFrom,
};

/** How long the bucket closes at that many failures; 0 below the first closing. */
export function closedSecondsAt(failures: number): number {
  if (failures < limits.closedFrom) return 0;
  return Math.min(limits.closedSeconds * 2 ** (failures - limits.closedFrom), limits.closedSecondsMax);
}

/** @param bucket undefined if nothing has failed yet */
export function stateOf(bucket: Bucket | undefined, now: Date): BucketState {
  if (!bucket) return { kind: 'open', difficulty: 0 };
  if (bucket.failures >= limits.lockedFrom) return { kind: 'locked' };
  if (bucket.closedUntil && bucket.closedUntil > now) return { kind: 'closed', until: bucket.closedUntil };
  return { kind: 'open', difficulty: difficultyAt(bucket.failures) };
}
