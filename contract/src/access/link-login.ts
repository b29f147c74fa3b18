import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { RecaptchaToken, text, TypedAccessCode, TypedPassword, TypedUsername } from '../fields.ts';

/**
 * The first step of linking another login (decision 037): proves its password, and always asks for its second factor,
 * even on a trusted device. It logs nobody in. ACCOUNT_NOT_AVAILABLE: that login cannot be linked to this one.
 * MFA_EMAIL_NOT_EXISTS: an administrator's account would be added to a login without a second factor.
 */
export const beginLink = endpoint({
  method: 'POST',
  path: '/api/linked-accounts/begin-link',
  summary: 'Prove the password of another login that is to be linked',
  access: 'session',
  limit: { per: 'session', requests: 60, windowSeconds: 600 },
  body: v.object({ username: TypedUsername, password: TypedPassword, recaptchaToken: RecaptchaToken }),
  answers: {},
  errors: ['INVALID_CREDENTIALS', 'LOCKED', 'RECAPTCHA_LOCK', 'MFA', 'MFA_EMAIL_NOT_EXISTS', 'ACCOUNT_NOT_AVAILABLE'],
});

/**
 * The second step of linking another login: proves its second factor, and moves its accounts to the login of the
 * session. Every confirmed address of both is notified (decision 037).
 */
export const linkLogin = endpoint({
  method: 'POST',
  path: '/api/linked-accounts/link',
  summary: 'Prove the second factor of another login and move its accounts to this one',
  access: 'session',
  limit: { per: 'session', requests: 60, windowSeconds: 600 },
  body: v.object({
    username: TypedUsername,
    code: TypedAccessCode,
    twoFactorAuthSessionId: text(128),
    /** The kind of `code`; passkeys of another login cannot be used. */
    type: v.optional(v.picklist(['Email', 'PhoneNumber', 'Authenticator', 'BackupCode'], 'format'), 'Email'),
  }),
  /** How many accounts were moved. */
  answers: { 200: v.object({ accounts: v.number() }) },
  errors: [
    'InvalidCodeFormat',
    'MFA_INVALID_CODE',
    'MFA_CODE_EXPIRED',
    'MFA_MAX_ATTEMPT_LIMIT_REACHED',
    'MFA_SESSION_EXPIRED',
    'MFA_EMAIL_NOT_EXISTS',
    'RESEND_LIMIT_REACHED',
    'DELIVERY_DELAYED',
    'LOCKED',
    'ACCOUNT_NOT_AVAILABLE',
  ],
});
