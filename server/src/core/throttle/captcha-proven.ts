import type { CaptchaAction } from '@florin/contract/program/captcha';
import type { Context } from '../../context.ts';
import type { Client } from '../../http/client.ts';
import { CaptchaUnavailable, type CaptchaDifficulty } from '../../ports/captcha/captcha.ts';

interface Asked {
  action: CaptchaAction;
  token: string | null | undefined;
  minimumDifficulty: CaptchaDifficulty;
}

/** Whether the call has a solved captcha of that difficulty. False while its provider is down. */
export async function captchaProven(
  { captcha, log }: Context,
  { ipPrefix, ip: remoteIp }: Client,
  { action, token, minimumDifficulty }: Asked,
): Promise<boolean> {
  if (!token) return false;
  try {
    return await captcha.verify(token, { action, ipPrefix, minimumDifficulty, remoteIp });
  } catch (error) {
    if (!(error instanceof CaptchaUnavailable)) throw error;
    log.error({ err: error }, 'the captcha could not be checked');
    return false;
  }
}
