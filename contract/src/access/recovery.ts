import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import {
  Device,
  DeviceId,
  Email,
  RecaptchaToken,
  ResendInSeconds,
  requiredText,
  text,
  TypedAccessCode,
  TypedPassword,
  TypedUsername,
  Uuid,
} from '../fields.ts';
import { WebAuthnJson } from './passkey-sign-in.ts';
import { apiClientHeaders, SignedIn } from './login.ts';

const perAddress = { per: 'address', requests: 60, windowSeconds: 60 } as const;

/**
 * Section 3, forgot payload: `emailId`. Code 8: several people have that address. Every other address gets the same
 * answer.
 */
export const forgotUsername = endpoint({
  method: 'POST',
  path: '/api/forgot-username',
  summary: 'Send the username to an email address',
  access: 'public',
  limit: perAddress,
  body: v.object({ emailId: Email, recaptchaToken: RecaptchaToken }),
  answers: { 200: v.object({}) },
  errors: ['OUT_OF_SERVICE', '8', 'RECAPTCHA_LOCK'],
});

/** Section 3, forgot payload: `userName`. Known and unknown names get the same answer. */
export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/forgot-password',
  summary: 'Send a link to reset the password',
  access: 'public',
  limit: perAddress,
  body: v.object({ userName: TypedUsername, recaptchaToken: RecaptchaToken }),
  answers: { 200: v.object({}) },
  errors: ['OUT_OF_SERVICE', 'RECAPTCHA_LOCK', 'USERNAME_IS_CARD_NUMBER'],
});

/**
 * The possible second proofs in addition to the link. Email is never one (reading 11), and an enrolled factor is
 * preferred to a text (security design P5).
 */
export const ResetEntityType = v.picklist(
  ['Passkey', 'PhoneNumber', 'Authenticator', 'BackupCode', 'AdminConfirmation'],
  'format',
);
export type ResetEntityType = v.InferOutput<typeof ResetEntityType>;

/** Whether a mailed link still works, so that its page can report at once that it does not. Changes nothing. */
export const checkResetLink = endpoint({
  method: 'POST',
  path: '/api/reset-links/check',
  summary: 'Check whether a reset link still works',
  access: 'public',
  limit: perAddress,
  body: v.object({ requestCode: requiredText(128) }),
  answers: { 200: v.object({}) },
  errors: ['OUT_OF_SERVICE', 'RESET_LINK_INVALID'],
});

/**
 * Exchanges the link's code for a flow token `rst_…`. The link works until the password is reset or the link expires.
 * The answer contains nothing about the person: the link proves a mailbox, not the person. `provenBy` is the second
 * proof that this browser has already given for this link; it counts for the new flow. Null without one.
 */
export const forgotAuthenticate = endpoint({
  method: 'POST',
  path: '/Forgot/Authenticate',
  summary: 'Exchange the code of a reset link for a flow token',
  access: 'public',
  limit: perAddress,
  body: v.object({ requestCode: requiredText(128), deviceId: DeviceId, device: Device }),
  answers: {
    200: v.object({
      access_token: v.string(),
      expiresInSeconds: v.number(),
      provenBy: v.nullable(ResetEntityType),
    }),
  },
  errors: ['OUT_OF_SERVICE', 'RESET_LINK_INVALID'],
});

/**
 * With `AdminConfirmation`, after this browser has sent its request: four digits by which administrators recognize the
 * request.
 */
const requestNumber = v.optional(v.string());

export const verificationMethods = endpoint({
  method: 'GET',
  path: '/forgot/verification-methods',
  summary: 'The ways to prove the second thing',
  access: 'passwordReset',
  query: v.object({ deviceId: DeviceId }),
  answers: { 200: v.array(v.object({ entityType: ResetEntityType, entityMasked: v.string(), requestNumber })) },
  errors: ['OUT_OF_SERVICE', 'RESET_LINK_INVALID'],
});

/**
 * `AdminConfirmation` sends a request to the administrators of the person's business; `Passkey` returns the options for
 * one.
 */
export const sendResetCode = endpoint({
  method: 'POST',
  path: '/forgot/send-code',
  summary: 'Send a secure access code for the reset',
  access: 'passwordReset',
  limit: perAddress,
  body: v.object({ entityType: ResetEntityType }),
  answers: {
    200: v.object({
      entityMasked: v.string(),
      requestNumber,
      options: v.optional(WebAuthnJson),
      /** After a code. */
      resendInSeconds: v.optional(ResendInSeconds),
    }),
  },
  errors: [
    'OUT_OF_SERVICE',
    'RESET_LINK_INVALID',
    'MFA_EMAIL_NOT_EXISTS',
    'RESEND_LIMIT_REACHED',
    'STOP_LIST_REQUESTED',
    'DELIVERY_DELAYED',
    'LOCKED',
  ],
});

/**
 * Proves the second factor. For `AdminConfirmation` the code is empty, and the answer is 200 once an administrator has
 * approved this browser's request; RESET_NOT_VERIFIED means that there is no request or that it has ended, so the
 * browser has to send one.
 */
export const verifyResetCode = endpoint({
  method: 'POST',
  path: '/forgot/verify-code',
  summary: 'Check the secure access code of the reset',
  access: 'passwordReset',
  limit: perAddress,
  body: v.object({
    entityType: ResetEntityType,
    code: v.optional(TypedAccessCode),
    passkey: v.optional(WebAuthnJson),
  }),
  answers: { 200: v.object({}) },
  errors: [
    'OUT_OF_SERVICE',
    'RESET_LINK_INVALID',
    'InvalidCodeFormat',
    'MFA_INVALID_CODE',
    'MFA_CODE_EXPIRED',
    'MFA_MAX_ATTEMPT_LIMIT_REACHED',
    'RESEND_LIMIT_REACHED',
    'DELIVERY_DELAYED',
    'PASSKEY_INVALID',
    'CONFIRMATION_PENDING',
    'RESET_NOT_VERIFIED',
    'LOCKED',
  ],
});

/** Section 3, password reset payload. Sets the password once both proofs are given, and signs in (section 4). */
export const resetPassword = endpoint({
  method: 'PUT',
  path: '/forgot/reset-password',
  summary: 'Set the new password and sign in',
  access: 'passwordReset',
  limit: perAddress,
  body: v.object({
    password: TypedPassword,
    confirmPassword: TypedPassword,
    deviceId: DeviceId,
    device: Device,
    entityType: ResetEntityType,
    code: v.optional(text(64)),
  }),
  headers: apiClientHeaders,
  answers: { 200: SignedIn },
  errors: ['OUT_OF_SERVICE', 'RESET_LINK_INVALID', 'RESET_NOT_VERIFIED', '1', 'PASSWORD_REJECTED'],
});

/** Reading 11: people of the business with an approval that is pending or not used yet. */
export const recoveryRequests = endpoint({
  method: 'GET',
  path: '/api/recovery-requests',
  summary: 'People who ask an administrator to confirm their password reset',
  access: 'session',
  permission: 'recovery-requests.view',
  answers: {
    200: v.array(
      v.object({
        id: v.string(),
        /** Distinguishes the requests of people with the same name. */
        personId: v.string(),
        firstName: v.string(),
        lastName: v.string(),
        askedAt: v.string(),
        requestNumber: v.string(),
        confirmed: v.boolean(),
      }),
    ),
  },
  errors: [],
});
export const confirmRecovery = endpoint({
  method: 'POST',
  path: '/api/recovery-requests/{id}/confirm',
  summary: 'Confirm that a person may reset the password',
  access: 'session',
  permission: 'recovery-requests.decide',
  params: v.object({ id: Uuid }),
  answers: { 200: v.object({}) },
  errors: ['STEP_UP_REQUIRED'],
});
/** Needs no fresh proof, because it only takes something away. */
export const endRecovery = endpoint({
  method: 'DELETE',
  path: '/api/recovery-requests/{id}',
  summary: 'Decline a request, or take a confirmation back',
  access: 'session',
  permission: 'recovery-requests.decide',
  params: v.object({ id: Uuid }),
  /** The approval shown on the page, so that an administrator cannot withdraw a colleague's newer approval unseen. */
  query: v.object({ confirmed: v.picklist(['true', 'false'], 'format') }),
  answers: { 204: null },
  errors: [],
});
