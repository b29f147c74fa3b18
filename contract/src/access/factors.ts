import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { namesHost, requiredLine, TypedAccessCode, TypedPassword, Uuid } from '../fields.ts';
import { WebAuthnJson } from './passkey-sign-in.ts';

const limit = { per: 'session', requests: 60, windowSeconds: 600 } as const;

/** A factor's name, chosen by the person. */
export const FactorName = v.pipe(
  requiredLine(60),
  v.check((s) => !namesHost(s), 'characters'),
);

const Factor = v.object({
  id: v.string(),
  kind: v.picklist(['Authenticator', 'Passkey']),
  name: v.string(),
  createdAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
});
export type Factor = v.InferOutput<typeof Factor>;

/** Everything the security page of the account shows. */
export const securitySettings = endpoint({
  method: 'GET',
  path: '/api/security-settings',
  summary: 'Second factors and password of the signed-in person',
  access: 'session',
  answers: {
    200: v.object({
      mfaEnabled: v.boolean(),
      /** Whether a business of the person requires the second factor: then it cannot be switched off. */
      mfaRequired: v.boolean(),
      factors: v.array(Factor),
      backupCodesLeft: v.number(),
      backupCodesMadeAt: v.nullable(v.string()),
      passwordChangedAt: v.string(),
      /** When this session's fresh proof expires; null without one. */
      steppedUpUntil: v.nullable(v.string()),
    }),
  },
  errors: [],
});

export const setMfaEnabled = endpoint({
  method: 'PUT',
  path: '/api/security-settings/mfa',
  summary: 'Switch the second factor on or off',
  access: 'session',
  limit,
  body: v.object({ enabled: v.boolean('type') }),
  answers: { 204: null },
  errors: ['STEP_UP_REQUIRED', 'MFA_REQUIRED', 'LAST_FACTOR'],
});

/** Authenticator apps (RFC 6238): SHA-1, six digits, 30 s, one step before or after; each step works once. */
export const startAuthenticator = endpoint({
  method: 'POST',
  path: '/api/factors/authenticators',
  summary: 'Begin to enrol an authenticator app',
  access: 'session',
  limit,
  body: v.object({ name: FactorName }),
  answers: { 200: v.object({ id: v.string(), secret: v.string(), uri: v.string() }) },
  errors: ['STEP_UP_REQUIRED', 'FACTOR_LIMIT_REACHED'],
});
export const confirmAuthenticator = endpoint({
  method: 'POST',
  path: '/api/factors/authenticators/{id}/confirm',
  summary: 'Finish enrolling with the app’s first code',
  access: 'session',
  limit,
  params: v.object({ id: Uuid }),
  body: v.object({ code: TypedAccessCode }),
  answers: { 200: Factor },
  errors: ['STEP_UP_REQUIRED', 'InvalidCodeFormat', 'MFA_INVALID_CODE', 'FACTOR_LIMIT_REACHED'],
});

export const startPasskey = endpoint({
  method: 'POST',
  path: '/api/factors/passkeys/options',
  summary: 'Options to create a passkey',
  access: 'session',
  limit,
  answers: { 200: v.object({ options: WebAuthnJson }) },
  errors: ['STEP_UP_REQUIRED', 'FACTOR_LIMIT_REACHED'],
});
export const confirmPasskey = endpoint({
  method: 'POST',
  path: '/api/factors/passkeys',
  summary: 'Enrol the passkey that was created',
  access: 'session',
  limit,
  body: v.object({ name: FactorName, passkey: WebAuthnJson }),
  answers: { 201: Factor },
  errors: ['STEP_UP_REQUIRED', 'PASSKEY_INVALID', 'FACTOR_LIMIT_REACHED'],
});

export const renameFactor = endpoint({
  method: 'PATCH',
  path: '/api/factors/{id}',
  summary: 'Rename a factor',
  access: 'session',
  limit,
  params: v.object({ id: Uuid }),
  body: v.object({ name: FactorName }),
  answers: { 200: Factor },
  errors: ['STEP_UP_REQUIRED'],
});
export const removeFactor = endpoint({
  method: 'DELETE',
  path: '/api/factors/{id}',
  summary: 'Remove a factor',
  access: 'session',
  limit,
  params: v.object({ id: Uuid }),
  answers: { 204: null },
  errors: ['STEP_UP_REQUIRED', 'LAST_FACTOR'],
});

/** Ten codes of 80 bits, each usable once and shown only now; older ones stop working. */
export const makeBackupCodes = endpoint({
  method: 'POST',
  path: '/api/factors/backup-codes',
  summary: 'Make new backup codes',
  access: 'session',
  limit,
  answers: { 200: v.object({ codes: v.array(v.string()) }) },
  errors: ['STEP_UP_REQUIRED'],
});

/** Changes the password of the signed-in person; all other sessions and trusted devices end. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/security-settings/password',
  summary: 'Change the password',
  access: 'session',
  limit,
  body: v.object({ password: TypedPassword, confirmPassword: TypedPassword }),
  answers: { 204: null },
  errors: ['STEP_UP_REQUIRED', '1', 'PASSWORD_REJECTED'],
});
