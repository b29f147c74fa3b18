import * as v from 'valibot';
import { passwordProblems } from './password-problems.ts';

const TwoFactorAuthEntity = v.object({
  EntityType: v.picklist(['Email', 'PhoneNumber']),
  EntityAuthStatus: v.picklist(['Authenticated', 'NotAuthenticated']),
  EntityMasked: v.string(),
});
export type TwoFactorAuthEntity = v.InferOutput<typeof TwoFactorAuthEntity>;

const StrongerFactor = v.picklist(['Passkey', 'Authenticator', 'BackupCode']);
export type StrongerFactor = v.InferOutput<typeof StrongerFactor>;

/** The problem with one field of a request; the sentence for people is in the web app. */
export const fieldProblems = ['missing', 'type', 'tooShort', 'tooLong', 'characters', 'format', 'unknown'] as const;
export type FieldProblem = (typeof fieldProblems)[number];

interface ErrorDefinition<S extends number, D extends v.ObjectEntries> {
  status: S;
  /** For developers who read an answer; people see the web app's sentence for the code. */
  message: string;
  details: D;
}
const error = <const S extends number, const D extends v.ObjectEntries = {}>(
  status: S,
  message: string,
  details: D = {} as D,
): ErrorDefinition<S, D> => ({ status, message, details });

/**
 * Every refusal of the server: code -> HTTP status, developer message, and the fields of the body besides `Code` and
 * `Message`. Codes of the specification (sections 3, 7 and 8) are spelled as there.
 */
export const errors = {
  // Any call
  VALIDATION: error(400, 'A field of the request is missing or wrong.', {
    Fields: v.array(v.object({ Field: v.string(), Problem: v.picklist(fieldProblems) })),
  }),
  MALFORMED_BODY: error(400, 'The body is not a JSON object.'),
  UNSUPPORTED_MEDIA_TYPE: error(415, 'Send the body as application/json.'),
  BODY_TOO_LARGE: error(413, 'The body is too large.'),
  FOREIGN_ORIGIN: error(403, 'This call is accepted from the dashboard only.'),
  TWO_CREDENTIALS: error(400, 'Send a session cookie or a bearer token, not both.'),
  UNAUTHENTICATED: error(401, 'Sign in first.'),
  SESSION_CHANGED: error(409, 'The browser has another session than the one the call is meant for.'),
  FORBIDDEN: error(403, 'This account may not do that.'),
  RESTRICTED: error(403, 'This session is restricted.'),
  NOT_FOUND: error(404, 'There is nothing here.'),
  METHOD_NOT_ALLOWED: error(405, 'This address does not take that method.'),
  UNKNOWN_HOST: error(421, 'This server does not answer for that host name.'),
  TOO_MANY_REQUESTS: error(429, 'Too many requests; wait for Retry-After seconds.'),
  BUSY: error(503, 'The server is busy; try again in a moment.'),
  OUT_OF_SERVICE: error(503, 'The site is out of service.'),
  UNAVAILABLE: error(503, 'The database is away; try again after Retry-After seconds.'),
  UNEXPECTED: error(500, 'Something went wrong on the server.'),

  // Sign-in
  INVALID_CREDENTIALS: error(401, 'Incorrect username or password.', {
    /** The captcha of the next attempt, if this one needed a captcha: the next may need a harder one. */
    Difficulty: v.optional(v.picklist([1, 2, 3])),
  }),
  LOCKED: error(423, 'Too many failed attempts.'),
  RECAPTCHA_LOCK: error(402, 'Solve the captcha and send its answer as recaptchaToken.', {
    Difficulty: v.picklist([1, 2, 3]),
  }),
  MFA: error(401, 'A secure access code is required.', {
    TwoFactorAuthSessionId: v.string(),
    TwoFactorAuthEntities: v.array(TwoFactorAuthEntity),
    /** The person's factors besides email and phone, the strongest first. */
    StrongerFactors: v.array(StrongerFactor),
  }),

  // Second factor
  MFA_EMAIL_NOT_EXISTS: error(400, 'The person has no address to send a code to.'),
  RESEND_LIMIT_REACHED: error(429, 'No further code can be sent for now.', {
    /** Why the entered code no longer works; missing if a code was only requested. */
    Because: v.optional(v.picklist(['attempts', 'expired'])),
  }),
  STOP_LIST_REQUESTED: error(400, 'The phone has asked to receive no more texts.', { PhoneNumber: v.string() }),
  DELIVERY_DELAYED: error(503, 'The message could not be handed over yet; it stays queued.'),
  InvalidCodeFormat: error(400, 'The code must be six digits.'),
  MFA_INVALID_CODE: error(400, 'The code is wrong.'),
  MFA_CODE_EXPIRED: error(400, 'The code has expired; a new one was sent.'),
  MFA_MAX_ATTEMPT_LIMIT_REACHED: error(400, 'Too many wrong codes; a new one was sent.'),
  MFA_SESSION_EXPIRED: error(401, 'The device is trusted now, but the sign-in has expired; start again.'),

  ICON_INVALID: error(400, 'The icon must be a square PNG, JPEG or WebP image.'),

  STEP_UP_REQUIRED: error(403, 'Prove yourself again first: the last proof is older than five minutes.'),
  PASSKEY_INVALID: error(401, 'The passkey could not be verified.'),
  MFA_REQUIRED: error(409, 'The business requires the second factor.'),
  LAST_FACTOR: error(409, 'The person would have no way left to prove the second factor.'),
  FACTOR_LIMIT_REACHED: error(409, 'The person has as many factors as allowed.'),
  CONTACT_LIMIT_REACHED: error(409, 'The person has as many addresses as allowed.'),
  PHONE_NOT_ALLOWED: error(400, 'The phone number is not valid or its country is not allowed.'),

  // Registration and invites
  CARD_NOT_FOUND: error(400, 'The card number cannot be registered.', {
    /** The captcha of the next attempt, if this one needed a captcha: the next may need a harder one. */
    Difficulty: v.optional(v.picklist([1, 2, 3])),
  }),
  VERIFICATION_CODE_INVALID: error(400, 'The verification code is wrong.'),
  VERIFICATION_LOCKED: error(423, 'Too many wrong verification codes; an administrator can lift the lock.'),
  REGISTRATION_EXPIRED: error(401, 'The registration is unknown, over or expired; start again.'),
  REGISTRATION_LINK_INVALID: error(401, 'The link is unknown or expired, or its card is registered.'),
  ALREADY_REGISTERED: error(409, 'The card was registered since the registration started.'),
  CARD_CLOSED_OR_CANCELLED: error(409, 'The card was closed or cancelled since the registration started.'),
  USERNAME_NOT_AVAILABLE: error(409, 'The username is taken.'),
  PASSWORD_REJECTED: error(400, 'The password is not good enough.', {
    Problems: v.array(v.picklist(passwordProblems)),
  }),
  INVITE_INVALID: error(400, 'The invite code is expired or does not exist.'),
  INVITE_ALREADY_PENDING: error(409, 'That address has a pending invite already.'),
  INVITE_NOT_PENDING: error(409, 'The invite is accepted or revoked, or has expired and cannot be revoked any more.'),
  INVITE_LIMIT_REACHED: error(429, 'No further invite can be sent to that address, or for that business, for now.'),
  BUSINESS_NOT_OPEN: error(409, 'The business is not open.'),

  // Card details
  VENDOR_LINK_EXPIRED: error(401, 'The link is unknown, used, revoked or expired.'),
  VENDOR_LINK_OVER: error(409, 'The link is used, revoked or expired already.'),
  VENDOR_LINK_DATE_PASSED: error(409, 'The day before which the payment was to be processed has come.'),
  HELD_AFTER_CHANGE: error(403, 'Card details are held back for a day after a change to how the person signs in.', {
    /** ISO 8601. */
    Until: v.string(),
    /** Factors that the person has had for longer: with a fresh proof of one of these, nothing is held. */
    OlderFactors: v.array(v.picklist(['Passkey', 'Authenticator'])),
  }),
  CARD_NOT_VIEWABLE: error(409, 'The card, its account or its business is not active.'),

  // Bank accounts
  BANK_UNAVAILABLE: error(503, 'This installation can send no deposits.'),
  BANK_ACCOUNT_EXISTS: error(409, 'The business has that bank account already.'),
  BANK_ACCOUNT_LIMIT_REACHED: error(409, 'The business has as many bank accounts as allowed.'),
  BANK_LINK_FAILED: error(409, 'The bank could not be connected.', {
    /**
     * `down`: the bank or its provider does not answer · `expired`: the visit is unknown, used or expired · `credentials`:
     * wrong username or password · `accounts`: no checking or savings account was shared · `other`: the account to
     * reconnect was not.
     */
    Reason: v.picklist(['down', 'expired', 'credentials', 'accounts', 'other']),
  }),
  DEPOSITS_NOT_SENT: error(409, 'The bank has not taken the micro-deposits over yet.'),
  DEPOSIT_AMOUNTS_WRONG: error(400, 'These are not the amounts that were sent.', { TriesLeft: v.number() }),
  VALIDATION_LOCKED: error(423, 'All tries are used up; the bank account cannot be validated any more.'),
  VALIDATION_OVER: error(409, 'The bank account is validated already.'),
  FUNDS_LINK_INVALID: error(401, 'The link is unknown, used or expired.'),

  // Recovery. The numbers are the codes of the specification.
  '1': error(400, 'The new password is one of the last three.'),
  '8': error(409, 'Several accounts have that email address.'),
  USERNAME_IS_CARD_NUMBER: error(400, 'A card number is no username.'),
  LOGIN_LINK_INVALID: error(401, 'The sign-in link is unknown or expired.'),
  RESET_LINK_INVALID: error(401, 'The reset link is unknown, used or expired.'),
  RESET_NOT_VERIFIED: error(403, 'The second proof is missing.'),
  CONFIRMATION_PENDING: error(409, 'No administrator has confirmed yet.'),
  TICKET_INVALID: error(401, 'The ticket is unknown, used or expired.'),

  // Sessions and linked accounts
  REFRESH_TOKEN_INVALID: error(401, 'The refresh token is unknown, used or expired.'),
  ACCOUNT_NOT_AVAILABLE: error(404, 'There is no open linked account with that id.'),

  // Agreements
  AGREEMENT_CHANGED: error(409, 'That is not the present version of the agreement of the current account.'),
} as const;

export type ErrorCode = keyof typeof errors;
type Value<S> = S extends v.GenericSchema ? v.InferOutput<S> : never;
type Entries<C extends ErrorCode> = (typeof errors)[C]['details'];
type Details<C extends ErrorCode> = {
  -readonly [K in keyof Entries<C> as undefined extends Value<Entries<C>[K]> ? never : K]: Value<Entries<C>[K]>;
} & {
  -readonly [K in keyof Entries<C> as undefined extends Value<Entries<C>[K]> ? K : never]?: Value<Entries<C>[K]>;
};
/** The body of a refusal: `{ Code, Message, … }` as in section 3 of the specification. */
export type ErrorBody<C extends ErrorCode = ErrorCode> = C extends ErrorCode
  ? { Code: C; Message: string } & Details<C>
  : never;

/** Codes that any endpoint may answer with; an endpoint's own list adds to these. */
export const commonErrors = [
  'VALIDATION',
  'MALFORMED_BODY',
  'UNSUPPORTED_MEDIA_TYPE',
  'BODY_TOO_LARGE',
  'FOREIGN_ORIGIN',
  'TWO_CREDENTIALS',
  'UNAUTHENTICATED',
  'SESSION_CHANGED',
  'FORBIDDEN',
  'RESTRICTED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'UNKNOWN_HOST',
  'TOO_MANY_REQUESTS',
  'BUSY',
  'UNAVAILABLE',
  'UNEXPECTED',
] as const satisfies readonly ErrorCode[];
export type CommonErrorCode = (typeof commonErrors)[number];

/** The schema of one code's body. */
export function errorSchema(code: ErrorCode) {
  return v.object({ Code: v.literal(code), Message: v.string(), ...(errors[code].details as v.ObjectEntries) });
}
