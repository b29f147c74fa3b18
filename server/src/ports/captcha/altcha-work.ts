import type { CaptchaDifficulty } from './captcha.ts';

/**
 * How much work a challenge is. A browser derives keys with PBKDF2 for the counters 0, 1, 2 … until it meets the one
 * the server has drawn from 1 to `counterAtMost`; every counter in that range is as likely as any other, so a program
 * that knows this file gains nothing by starting later, and nobody waits longer than twice the mean.
 *
 * Means measured on one thread, with WebCrypto as in a browser, and reckoned for a phone at a quarter of that speed:
 *
 * | difficulty | Node 26, one EPYC core | phone, one thread | worst |
 * |---|---|---|---|
 * | 1 | 0.05 s | 0.2 s | 0.4 s |
 * | 2 | 0.25 s | 1 s | 2 s |
 * | 3 | 1.0 s | 4 s | 8 s |
 *
 * A browser shares it among its workers. The server spends one derivation (1 ms) on a challenge and
 * two HMACs on a solution.
 */
export const altchaWork = {
  algorithm: 'PBKDF2/SHA-256',
  /** Iterations of one derivation. */
  cost: 5000,
  counterAtMost: { 1: 130, 2: 650, 3: 2600 } satisfies Record<CaptchaDifficulty, number>,
} as const;
