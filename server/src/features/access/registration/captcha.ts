import type { Context } from '../../../context.ts';
import type { Client } from '../../../http/client.ts';
import { CaptchaUnavailable, type CaptchaDifficulty } from '../../../ports/captcha/captcha.ts';

/** Whether the call has a solved captcha of that difficulty. False while its provider is down. */
export async function captchaProven(
  { captcha, log }: Context,
  client: Client,
  token: string | null | undefined,
  minimumDifficulty: CaptchaDifficulty,
): Promise<boolean> {
  if (!token) return false;
  const { ipPrefix, ip: remoteIp } = client;
  try {
    return await captcha.verify(token, { action: 'registration', ipPrefix, minimumDifficulty, remoteIp });
  } catch (error) {
    if (!(error instanceof CaptchaUnavailable)) throw error;
    log.error({ err: error }, 'the captcha could not be checked');
    return false;
  }
}
