import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { WebAuthnJson } from './passkey-sign-in.ts';
import { EntityType, ResendInSeconds, TypedAccessCode, TypedPassword } from '../fields.ts';
import { SignedIn } from './login.ts';

const limit = { per: 'session', requests: 60, windowSeconds: 600 } as const;

/** The ways to prove a factor again, the strongest first. */
export const StepUpMethod = v.picklist(
  ['Passkey', 'Authenticator', 'BackupCode', 'PhoneNumber', 'Email', 'Password'],
  'format',
);
export const stepUpMethods = endpoint({
  method: 'GET',
  path: '/api/step-up/methods',
  summary: 'The ways to prove oneself again',
  access: 'session',
  answers: {
    200: v.object({ methods: v.array(v.object({ method: StepUpMethod, entityMasked: v.nullable(v.string()) })) }),
  },
  errors: [],
});
export const sendStepUpCode = endpoint({
  method: 'POST',
  path: '/api/step-up/send-code',
  summary: 'Send a secure access code to prove oneself again',
  access: 'session',
  limit,
  body: v.object({ entityType: EntityType }),
  answers: { 200: v.object({ entityMasked: v.string(), resendInSeconds: ResendInSeconds }) },
  errors: ['RESEND_LIMIT_REACHED', 'STOP_LIST_REQUESTED', 'DELIVERY_DELAYED', 'MFA_EMAIL_NOT_EXISTS', 'LOCKED'],
});
/**
 * Changes to factors, contacts and password need a proof at most five minutes old (security design 3.5). The session is
 * reissued.
 */
export const stepUp = endpoint({
  method: 'POST',
  path: '/api/step-up',
  summary: 'Prove oneself again',
  access: 'session',
  limit,
  body: v.object({
    /** Always required: an unattended session is not enough. */
    password: TypedPassword,
    method: StepUpMethod,
    code: v.optional(TypedAccessCode),
    passkey: v.optional(WebAuthnJson),
  }),
  answers: { 200: SignedIn },
  errors: [
    'INVALID_CREDENTIALS',
    'InvalidCodeFormat',
    'MFA_INVALID_CODE',
    'MFA_CODE_EXPIRED',
    'MFA_MAX_ATTEMPT_LIMIT_REACHED',
    'RESEND_LIMIT_REACHED',
    'DELIVERY_DELAYED',
    'PASSKEY_INVALID',
    'LOCKED',
  ],
});
