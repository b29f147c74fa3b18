import type { ErrorCode } from './errors.ts';

/**
 * The kinds of callers that authenticate with a token: the token's prefix, and the refusal if it is missing, unknown or
 * expired. `session`: a signed-in person · `pendingSignIn`: the password is proven, the second factor is not ·
 * `passwordReset`: the holder of an opened reset link · `registration`: the holder of a proven card or invite ·
 * `vendorLink`: the holder of an opened vendor link.
 */
export const callers = {
  session: { tokenPrefix: 'ses_', refusal: 'UNAUTHENTICATED' },
  pendingSignIn: { tokenPrefix: 'mfp_', refusal: 'UNAUTHENTICATED' },
  passwordReset: { tokenPrefix: 'rst_', refusal: 'RESET_LINK_INVALID' },
  registration: { tokenPrefix: 'reg_', refusal: 'REGISTRATION_EXPIRED' },
  vendorLink: { tokenPrefix: 'vnd_', refusal: 'VENDOR_LINK_EXPIRED' },
} as const satisfies Record<string, { tokenPrefix: string; refusal: ErrorCode }>;

export type CallerKind = keyof typeof callers;
