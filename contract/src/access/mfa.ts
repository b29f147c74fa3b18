import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { EntityType, ResendInSeconds, TypedAccessCode, TypedUsername, text } from '../fields.ts';
import { apiClientHeaders, SignedIn } from './login.ts';

/** Sends (or sends again) a secure access code. Section 3: send-code payload; bearer is the TwoFactorAuthSessionId. */
export const sendCode = endpoint({
  method: 'POST',
  path: '/api/send-code',
  summary: 'Send a secure access code by the chosen way',
  access: 'pendingSignIn',
  limit: { per: 'address', requests: 60, windowSeconds: 60 },
  body: v.object({
    twoFactorAuthEntityType: EntityType,
    userName: TypedUsername,
    actionReason: v.picklist(['LoginNewDevice'], 'format'),
  }),
  answers: { 200: v.object({ entityMasked: v.string(), resendInSeconds: ResendInSeconds }) },
  errors: [
    'OUT_OF_SERVICE',
    'MFA_EMAIL_NOT_EXISTS',
    'RESEND_LIMIT_REACHED',
    'STOP_LIST_REQUESTED',
    'DELIVERY_DELAYED',
    'LOCKED',
  ],
});

/** Checks the code and issues the session. Section 3: authenticate payload. */
export const authenticate = endpoint({
  method: 'POST',
  path: '/api/authenticate',
  summary: 'Check the secure access code and issue a session',
  access: 'public',
  limit: { per: 'address', requests: 120, windowSeconds: 60 },
  body: v.object({
    username: TypedUsername,
    code: TypedAccessCode,
    twoFactorAuthSessionId: text(128),
    /**
     * The kind of `code`: sent by email or text, shown by an authenticator app, or a backup code; by default a sent
     * code, by email or text.
     */
    type: v.optional(v.picklist(['Email', 'PhoneNumber', 'Authenticator', 'BackupCode'], 'format')),
  }),
  headers: apiClientHeaders,
  answers: { 200: SignedIn },
  errors: [
    'OUT_OF_SERVICE',
    'InvalidCodeFormat',
    'MFA_INVALID_CODE',
    'MFA_CODE_EXPIRED',
    'MFA_MAX_ATTEMPT_LIMIT_REACHED',
    'MFA_SESSION_EXPIRED',
    'RESEND_LIMIT_REACHED',
    'DELIVERY_DELAYED',
    'LOCKED',
  ],
});
