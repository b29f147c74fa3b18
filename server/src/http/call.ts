import type { Api } from '@florin/contract/api';
import type { Checked, CodesOf, Endpoint, Success } from '@florin/contract/endpoint';
import { errors, type ErrorBody, type ErrorCode } from '@florin/contract/errors';
import type { ResetEntityType } from '@florin/contract/recovery';
import type { Role } from '@florin/contract/session';
import type { Context } from '../context.ts';
import type { RegistrationProof } from '../db/schema.ts';
import type { Client } from './client.ts';
import type { Standing } from '../core/people/accounts.ts';

/** The session behind a call. Restricted sessions may read who they are and log out, nothing else. */
export interface CurrentSession {
  id: string;
  /** Of the token it was found by. */
  tokenHash: Buffer;
  personId: string;
  membershipId: string;
  businessId: string;
  role: Role;
  /** Whether the account may act, and in what it may look. */
  standing: Standing;
  deviceId: string | null;
  methods: readonly string[];
  epoch: string;
  delivery: 'cookie' | 'token';
  authenticatedAt: Date;
  /** When the person has last proven themselves within the session, beyond the sign-in. */
  steppedUpAt: Date | null;
  /** How: `password` is the password alone, anything else a second factor beside it. */
  steppedUpBy: string | null;
  /** Since when the person has had the authenticator app or passkey of the last proof; null where that was anything else. */
  factorSince: Date | null;
  lastActivityAt: Date;
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
  /** Since when the login is in doubt; null where it is not. */
  restrictedSince: Date | null;
}

/** A pending sign-in: the password is proven, the second factor is not. */
export interface PendingSignIn {
  id: string;
  personId: string;
  deviceId: string | null;
  expiresAt: Date;
}

/** A password reset that somebody has opened by its link; what was proven beside the link. */
export interface PasswordReset {
  /** Of the flow: one opening of the link. */
  id: string;
  /** Of the browser that has opened it, which may have opened others (decision 012). */
  browserHash: Buffer;
  linkId: string;
  personId: string;
  provenBy: ResetEntityType | null;
  expiresAt: Date;
}

/** A vendor's link that was exchanged for a token; its card details wait to be seen. */
export interface OpenedVendorLink {
  id: string;
  cardId: string;
  businessId: string;
  programId: string;
}

/** A registration whose card or invite is proven. */
export interface CurrentRegistration {
  id: string;
  /** The card that is registered, or the invite: one of them is null. */
  cardId: string | null;
  inviteId: string | null;
  /** Somebody has registered the card or accepted the invite since. */
  isTaken: boolean;
  businessId: string;
  programId: string;
  businessName: string;
  mfaMode: 'Disabled' | 'Enabled' | 'Required';
  /** What the account will be. */
  role: Role;
  cardLast4: string | null;
  provenBy: RegistrationProof | null;
  expiresAt: Date;
}

/** A cookie to set or, with a null value, to remove. All cookies are `__Host-`, HttpOnly, Secure, SameSite=Strict. */
export interface CookieChange {
  name: string;
  value: string | null;
  maxAgeSeconds: number;
}

/** A call that has passed its limits, its access check and its input check. */
export interface Call<E extends Endpoint> {
  input: Checked<E>;
  context: Context;
  client: Client;
  correlationId: string;
  /** When the first of it arrived, before it waited for anything. */
  receivedAt: Date;
  /** Signed-in endpoints only: `access` session, administrator or cardholder; null where another holder may call, too. */
  session: E['access'] extends 'session' | 'administrator' | 'cardholder'
    ? CurrentSession
    : E['access'] extends `${string}or session`
      ? CurrentSession | null
      : null;
  /** Endpoints with `access: 'mfa'` only. */
  pending: E['access'] extends 'mfa' ? PendingSignIn : null;
  /** Endpoints with `access: 'recovery'`; null where another holder calls. */
  reset: E['access'] extends 'recovery'
    ? PasswordReset
    : E['access'] extends `${string}recovery${string}`
      ? PasswordReset | null
      : null;
  /** Endpoints with `access: 'registration'`; null where another holder calls. */
  registration: E['access'] extends 'registration'
    ? CurrentRegistration
    : E['access'] extends `registration${string}`
      ? CurrentRegistration | null
      : null;
  /** Endpoints with `access: 'vendor'` only. */
  vendorLink: E['access'] extends 'vendor' ? OpenedVendorLink : null;
  setCookie(change: CookieChange): void;
}

/** A refusal as a value: returned, not thrown, so that counters written before it are kept. */
export interface Refused<C extends ErrorCode = ErrorCode> {
  refused: C;
  body: ErrorBody<C>;
  retryAfterSeconds?: number;
}

export type Result<E extends Endpoint> = Success<E> | Refused<CodesOf<E>>;
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Result<E>>;
export type Handlers = { [K in keyof Api]: Handler<Api[K]> };

type DetailsOf<C extends ErrorCode> = Omit<ErrorBody<C>, 'Code' | 'Message'>;

/** Makes a refusal with the code's own status and developer message. */
export function refuse<const C extends ErrorCode>(
  code: C,
  ...[details, options]: {} extends DetailsOf<C>
    ? [details?: DetailsOf<C>, options?: { retryAfterSeconds?: number }]
    : [details: DetailsOf<C>, options?: { retryAfterSeconds?: number }]
): Refused<C> {
  const body = { Code: code, Message: errors[code].message, ...details } as unknown as ErrorBody<C>;
  return { refused: code, body, ...options };
}

export const isRefused = (result: object): result is Refused => 'refused' in result;
