import { addressFailures } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import { refuse, type Refused } from '../../http/call.ts';
import type { Client } from '../../http/client.ts';
import { CaptchaUnavailable } from '../../ports/captcha/captcha.ts';
import { addressCounter } from '../../core/throttle/address-counter.ts';
import { formDifficulty } from './rules.ts';

/**
 * Admits a recovery form with a solved captcha and counts it on the address prefix: many forms make the captcha harder.
 * Null if admitted. If the captcha's provider is down, every form is refused, because these forms send mail to
 * strangers.
 */
export async function captchaRefusal(
  context: Context,
  client: Client,
  action: 'forgot-username' | 'forgot-password' | 'login-link',
  token: string | null | undefined,
): Promise<Refused<'RECAPTCHA_LOCK'> | null> {
  const now = context.clock.now();
  const { windowSeconds } = addressFailures;
  const ofAddress = addressCounter(context.keys, 'recovery-address', client.networks, windowSeconds);
  const sent = await ofAddress.read(context.db, now);
  const Difficulty = formDifficulty(sent.failures);
  if (!token || !(await isSolved(context, client, action, token, Difficulty)))
    return refuse('RECAPTCHA_LOCK', { Difficulty });
  await ofAddress.count(context.db, now);
  return null;
}

async function isSolved(
  { captcha, log }: Context,
  { ipPrefix, ip }: Client,
  action: string,
  token: string,
  minimumDifficulty: 1 | 2 | 3,
): Promise<boolean> {
  try {
    return await captcha.verify(token, { action, ipPrefix, minimumDifficulty, remoteIp: ip });
  } catch (error) {
    if (!(error instanceof CaptchaUnavailable)) throw error;
    log.error({ err: error }, 'the captcha could not be checked');
    return false;
  }
}
