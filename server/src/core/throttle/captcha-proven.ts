import type { CaptchaAction } from '@florin/contract/program/captcha';
import type { Context } from '../../context.ts';
import type { Client } from '../../http/client.ts';
import { CaptchaUnavailable, type CaptchaDifficulty } from '../../ports/captcha/captcha.ts';

interface CaptchaDemand {
  action: CaptchaAction;
  token: string | null | undefined;
  minimumDifficulty: CaptchaDifficulty;
  /** The answer while the captcha's provider is down; false by default. */
  ifUnavailable?: boolean;
}

/** Whether the call has a solved captcha of that difficulty. */
export async function captchaProven(
  { captcha, log }: Context,
  { ipPrefix, ip: remoteIp }: Client,
  { action, token, minimumDifficulty, ifUnavailable = false }: CaptchaDemand,
): Promise<boolean> {
  if (!token) return false;
  try {
    return await captcha.verify(token, { action, ipPrefix, minimumDifficulty, remoteIp });
  } catch (error) {
    if (!(error instanceof CaptchaUnavailable)) throw error;
    log.error({ err: error, ifUnavailable }, 'the captcha could not be checked');
    return ifUnavailable;
  }
}
