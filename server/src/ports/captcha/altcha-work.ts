import type { CaptchaDifficulty } from './captcha.ts';

/**
 * How much work a challenge takes. A browser derives keys with PBKDF2 for the counters 0, 1, 2 … until it finds the
 * counter that the server has drawn from 1 to `counterAtMost`. Every counter in that range is equally likely, so a
 * program that knows this file gains nothing by starting later, and nobody waits longer than twice the mean.
 *
 * Means measured on one thread, with WebCrypto as in a browser, and estimated for a phone at a quarter of that speed:
 *
 * | difficulty | Node 26, one EPYC core | phone, one thread | worst |
 * |---|---|---|---|
 * | 1 | 0.05 s | 0.2 s | 0.4 s |
 * | 2 | 0.25 s | 1 s | 2 s |
 * | 3 | 1.0 s | 4 s | 8 s |
 *
 * A browser divides the work among its workers. The server needs one derivation (1 ms) for a challenge and two HMACs
 * for a solution.
 */
export const altchaWork = {
  algorithm: 'PBKDF2/SHA-256',
  /** Iterations of one derivation. */
  cost: 5000,
  counterAtMost: { 1: 130, 2: 650, 3: 2600 } satisfies Record<CaptchaDifficulty, number>,
} as const;
