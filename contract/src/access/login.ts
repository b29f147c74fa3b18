import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Device, DeviceId, RecaptchaToken, requiredText, text, TypedPassword, TypedUsername } from '../fields.ts';

/** Headers of clients of the API; browsers send neither (decision 032). */
export const apiClientHeaders = {
  'X-Session-Delivery':
    '`token`: the answer has tokens and a device credential instead of cookies. Browsers leave it out.',
  'X-Device-Credential':
    'With `X-Session-Delivery: token`: the `device_credential` of an earlier sign-in or of an opened sign-in link.',
} as const;

/**
 * A session was issued. Browsers get it as a cookie and an empty pair of tokens; callers that send
 * `X-Session-Delivery: token` get the tokens here and no cookie.
 */
export const SignedIn = v.object({
  /** Changes with every account switch; sent back on every answer as X-Account-Epoch. */
  epoch: v.string(),
  /** The person has an unconfirmed phone: the browser continues at /fast-phone-verification. */
  hasUnverifiedPhone: v.boolean(),
  access_token: v.nullable(v.string()),
  refresh_token: v.nullable(v.string()),
  expiresInSeconds: v.nullable(v.number()),
  /**
   * For callers with tokens, after a sign-in: identifies this client again when it is sent as X-Device-Credential at
   * later sign-ins, of whichever person: it holds a secret for each person of the client. A sign-in replaces it. Signing
   * the device out in the login activity ends the secret of its person.
   */
  device_credential: v.nullable(v.string()),
});
export type SignedIn = v.InferOutput<typeof SignedIn>;

/** Specification sections 2, 3 and 8; the 302 answer is section 7 and reading 7: no Location header. */
export const login = endpoint({
  method: 'POST',
  path: '/api/login',
  summary: 'Check username and password; issue a session or ask for the second factor',
  access: 'public',
  limit: { per: 'address', requests: 300, windowSeconds: 60 },
  headers: apiClientHeaders,
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

/**
 * Mails a sign-in link to the person's first confirmed address. Known and unknown names get the same answer. Strangers
 * together cause at most one such mail an hour, and the newest one works (decision 032).
 */
export const sendLoginLink = endpoint({
  method: 'POST',
  path: '/api/login-link',
  summary: 'Mail a link that lets its browser try the password while strangers have locked the name',
  access: 'public',
  limit: { per: 'address', requests: 60, windowSeconds: 60 },
  body: v.object({ username: TypedUsername, recaptchaToken: RecaptchaToken }),
  answers: { 200: v.object({}) },
  errors: ['OUT_OF_SERVICE', 'RECAPTCHA_LOCK'],
});

/**
 * Opens a sign-in link: failed passwords and codes of this browser, or of the client with the returned credential, are
 * counted apart from those of strangers. The link replaces neither the password nor the second factor, and says nothing
 * about the person.
 */
export const openLoginLink = endpoint({
  method: 'POST',
  path: '/api/login-link/open',
  summary: 'Confirm a browser or a client with the code of a sign-in link',
  access: 'public',
  limit: { per: 'address', requests: 60, windowSeconds: 60 },
  headers: apiClientHeaders,
  body: v.object({ requestCode: requiredText(128), deviceId: DeviceId, device: Device }),
  answers: {
    200: v.object({
      expiresInSeconds: v.number(),
      /** Callers with tokens only: to be sent as X-Device-Credential. */
      device_credential: v.nullable(v.string()),
    }),
  },
  errors: ['OUT_OF_SERVICE', 'LOGIN_LINK_INVALID'],
});
