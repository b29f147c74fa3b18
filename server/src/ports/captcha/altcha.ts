import { randomInt } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Pool } from 'pg';
import type { Clock } from '../clock/clock.ts';
import type { Keys } from '../keys/keys.ts';
import { readPayload } from './altcha-payload.ts';
import { altchaWork } from './altcha-work.ts';
import { CaptchaUnavailable, type Captcha, type CaptchaDifficulty } from './captcha.ts';

const challengeLifeSeconds = 5 * 60;
/** Used solutions are kept this long, so that a process whose clock is slow cannot accept one again. */
const keptSeconds = 60 * 60;

/**
 * The self-hosted captcha: proof of work by ALTCHA, version 2. Nothing is stored for a challenge: it contains its
 * purpose, and the signature covers all of it as JSON with sorted keys, which is different for different contents
 * (security design P21). A solution's nonce is stored when it is used, and only one insert succeeds.
 */
export function altchaCaptcha({
  keys,
  pool,
  clock,
  counterAtMost = altchaWork.counterAtMost,
}: {
  keys: Keys;
  pool: Pool;
  clock: Clock;
  /** The work of each difficulty (altcha-work.ts). */
  counterAtMost?: Record<CaptchaDifficulty, number>;
}): Captcha {
  const secrets = {
    hmacSignatureSecret: keys.mac('captcha challenge', '').toString('hex'),
    hmacKeySignatureSecret: keys.mac('captcha solution', '').toString('hex'),
  };
  const nowSeconds = () => clock.now().getTime() / 1000;
  return {
    async challenge({ action, ipPrefix, difficulty }) {
      const { parameters, signature = '' } = await createChallenge({
        ...secrets,
        deriveKey,
        algorithm: altchaWork.algorithm,
        cost: altchaWork.cost,
        counter: randomInt(1, counterAtMost[difficulty] + 1),
        // Not in ALTCHA's own field, because that uses the machine's clock.
        data: { action, ipPrefix, difficulty, validUntil: Math.floor(nowSeconds()) + challengeLifeSeconds },
      });
      return { parameters: { ...parameters }, signature };
    },

    async verify(token, { action, ipPrefix, minimumDifficulty }) {
      const payload = readPayload(token);
      if (!payload) return false;
      const { data, nonce } = payload.challenge.parameters;
      const isForThis =
        data.action === action &&
        data.ipPrefix === ipPrefix &&
        data.difficulty >= minimumDifficulty &&
        data.validUntil > nowSeconds();
      if (!isForThis) return false;
      const { verified } = await verifySolution({ ...payload, ...secrets, deriveKey });
      return verified && (await isFirstUse(pool, nonce, clock.now(), data.validUntil));
    },

    publicConfig: () => ({ provider: 'altcha' }),
  };
}

async function isFirstUse(pool: Pool, nonce: string, now: Date, validUntil: number): Promise<boolean> {
  try {
    const { rowCount } = await pool.query(
      'insert into captcha_solution (id, solved_at, expires_at) values ($1, $2, $3) on conflict (id) do nothing',
      [nonce, now, new Date(validUntil * 1000)],
    );
    await pool.query('delete from captcha_solution where expires_at < $1', [
      new Date(now.getTime() - keptSeconds * 1000),
    ]);
    return rowCount === 1;
  } catch (error) {
    throw new CaptchaUnavailable('The used solutions cannot be looked up.', { cause: error });
  }
}
