import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

export const CaptchaAction = v.picklist(
  ['login', 'login-link', 'registration', 'forgot-username', 'forgot-password', 'support'],
  'format',
);
export type CaptchaAction = v.InferOutput<typeof CaptchaAction>;

/** A challenge of the self-hosted captcha; its solution goes into `recaptchaToken` (reading 17). */
export const captchaChallenge = endpoint({
  method: 'GET',
  path: '/api/captcha/challenge',
  summary: 'A new captcha challenge',
  access: 'public',
  limit: { per: 'address', requests: 60, windowSeconds: 60 },
  query: v.object({
    action: CaptchaAction,
    difficulty: v.pipe(v.picklist(['1', '2', '3'], 'format'), v.transform(Number)),
  }),
  // The provider's own challenge, passed on unchanged.
  answers: { 200: v.object({ parameters: v.record(v.string(), v.unknown()), signature: v.string() }) },
  errors: [],
});
