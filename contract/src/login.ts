import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { RecaptchaToken, text, TypedPassword, TypedUsername } from './fields.ts';

/**
 * A session was issued. Browsers get it as a cookie and an empty pair of tokens; callers that send
 * `X-Session-Delivery: token` get the tokens here and no cookie.
 */
export const SignedIn = v.object({
  /** Changes with every account switch; sent back on every answer as X-Account-Epoch. */
  epoch: v.string(),
  /** An unconfirmed phone: the browser goes on to /fast-phone-verification. */
  hasUnverifiedPhone: v.boolean(),
  access_token: v.nullable(v.string()),
  refresh_token: v.nullable(v.string()),
  expiresInSeconds: v.nullable(v.number()),
});
export type SignedIn = v.InferOutput<typeof SignedIn>;

/** Specification sections 2, 3 and 8; the 302 answer is section 7 and reading 7: no Location header. */
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Check username and password; issue a session or ask for the second factor',
  access: 'public',
  limit: { per: 'address', requests: 300, windowSeconds: 60 },
  body: v.object({
    username: TypedUsername,
    password: TypedPassword,
    recaptchaToken: RecaptchaToken,
    /** An invite login adds this (section 3): the flow token of the registration. */
    access_token: v.optional(text(128)),
    refresh_token: v.optional(text(128)),
  }),
  answers: { 200: SignedIn, 302: v.object({ StartSiteUrl: v.string(), Message: v.string() }) },
  errors: ['OUT_OF_SERVICE', 'INVALID_CREDENTIALS', 'LOCKED', 'RECAPTCHA_LOCK', 'MFA', 'INVITE_INVALID'],
});
