import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { apiClientHeaders, SignedIn } from './login.ts';

const perAddress = { per: 'address', requests: 120, windowSeconds: 60 } as const;

/** A WebAuthn message as JSON (Level 3, toJSON); its shape is checked by the library that verifies it. */
export const WebAuthnJson = v.record(v.string(), v.unknown());

/** Passkey options: at the second step for a pending sign-in (its TwoFactorAuthSessionId in the body), without one for signing in by passkey alone. */
export const passkeyOptions = endpoint({
  method: 'POST',
  path: '/api/passkey/options',
  summary: 'Options to prove a passkey',
  access: 'public',
  limit: perAddress,
  body: v.object({ twoFactorAuthSessionId: v.optional(text(128)) }),
  answers: { 200: v.object({ options: WebAuthnJson }) },
  errors: [],
});
/** A passkey with user verification is both factors in one step. */
export const authenticateWithPasskey = endpoint({
  method: 'POST',
  path: '/api/passkey/authenticate',
  summary: 'Sign in with a passkey',
  access: 'public',
  limit: perAddress,
  headers: apiClientHeaders,
  body: v.object({ twoFactorAuthSessionId: v.optional(text(128)), passkey: WebAuthnJson }),
  answers: { 200: SignedIn, 302: v.object({ StartSiteUrl: v.string(), Message: v.string() }) },
  errors: ['OUT_OF_SERVICE', 'PASSKEY_INVALID', 'MFA_SESSION_EXPIRED', 'LOCKED'],
});
