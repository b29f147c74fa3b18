import type * as contract from '@florin/contract/program/captcha';
import { refuse, type HandlersOf } from '../../../http/call.ts';

/** GET /api/captcha/challenge: the self-hosted captcha's challenge, bound to the action and the caller's address prefix. */
export const captchaRoutes: HandlersOf<typeof contract> = {
  captchaChallenge: async ({ context, input, client }) => {
    const { action, difficulty } = input.query;
    if (!context.captcha.challenge) return refuse('NOT_FOUND');
    const body = await context.captcha.challenge({
      action,
      ipPrefix: client.ipPrefix,
      difficulty: difficulty as 1 | 2 | 3,
    });
    return { status: 200, body };
  },
};
