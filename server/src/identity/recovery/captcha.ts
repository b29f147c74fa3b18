import { addressFailures } from '@florin/contract/limits';
import type { Context } from '../../context.ts';
import { refuse, type Refused } from '../../http/call.ts';
import type { Client } from '../../http/client.ts';
import { addressCounter } from '../../core/throttle/address-counter.ts';
import { captchaProven } from '../../core/throttle/captcha-proven.ts';
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
  if (!(await captchaProven(context, client, { action, token, minimumDifficulty: Difficulty })))
    return refuse('RECAPTCHA_LOCK', { Difficulty });
  await ofAddress.count(context.db, now);
  return null;
}
