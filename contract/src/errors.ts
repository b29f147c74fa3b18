import * as v from 'valibot';
import { passwordProblems } from './access/password-problems.ts';

const TwoFactorAuthEntity = v.object({
  EntityType: v.picklist(['Email', 'PhoneNumber']),
  EntityAuthStatus: v.picklist(['Authenticated', 'NotAuthenticated']),
  EntityMasked: v.string(),
});
export type TwoFactorAuthEntity = v.InferOutput<typeof TwoFactorAuthEntity>;

const EnrolledFactor = v.picklist(['Passkey', 'Authenticator', 'BackupCode']);
export type EnrolledFactor = v.InferOutput<typeof EnrolledFactor>;

/** The problem with one field of a request; the sentence for people is in the web app. */
export const fieldProblems = [
  'missing',
  'type',
  'tooShort',
  'tooLong',
  'characters',
  'format',
  'unknown',
  /** Another object has this value. */
  'taken',
  /** The email address of another person. */
  'foreign',
] as const;
export type FieldProblem = (typeof fieldProblems)[number];

interface ErrorDefinition<S extends number, D extends v.ObjectEntries> {
  status: S;
  details: D;
}
const error = <const S extends number, const D extends v.ObjectEntries = {}>(
  status: S,
  details: D = {} as D,
): ErrorDefinition<S, D> => ({ status, details });

/**
 * Every refusal of the server: code -> HTTP status and the fields of the body besides `Code` and `Message`, whose texts
 * are in error-messages.ts, which browsers do not load. Codes of the specification (sections 3, 7 and 8) are spelled as there.
 */
export const errors = {
  // Any call
  VALIDATION: error(400, {
    Fields: v.array(v.object({ Field: v.string(), Problem: v.picklist(fieldProblems) })),
  }),
  MALFORMED_BODY: error(400),
  UNSUPPORTED_MEDIA_TYPE: error(415),
  BODY_TOO_LARGE: error(413),
  FOREIGN_ORIGIN: error(403),
  TWO_CREDENTIALS: error(400),
  UNAUTHENTICATED: error(401),
  SESSION_CHANGED: error(409),
  FORBIDDEN: error(403),
  RESTRICTED: error(403),
  NOT_FOUND: error(404),
  METHOD_NOT_ALLOWED: error(405),
  UNKNOWN_HOST: error(421),
  TOO_MANY_REQUESTS: error(429),
  BUSY: error(503),
  OUT_OF_SERVICE: error(503),
  UNAVAILABLE: error(503),
  UNEXPECTED: error(500),

  // Sign-in
  INVALID_CREDENTIALS: error(401, {
    /** The captcha of the next attempt, if this one needed a captcha: the next may need a harder one. */
    Difficulty: v.optional(v.picklist([1, 2, 3])),
  }),
  LOCKED: error(423),
  RECAPTCHA_LOCK: error(402, {
    Difficulty: v.picklist([1, 2, 3]),
  }),
  MFA: error(401, {
    TwoFactorAuthSessionId: v.string(),
    TwoFactorAuthEntities: v.array(TwoFactorAuthEntity),
    /** The person's factors besides email and phone, the strongest first. */
    EnrolledFactors: v.array(EnrolledFactor),
    /** The login to be linked belongs to a person with another name (decision 037). Missing in a login. */
    IsOtherName: v.optional(v.boolean()),
  }),

  // Second factor
  MFA_EMAIL_NOT_EXISTS: error(400),
  RESEND_LIMIT_REACHED: error(429, {
    /** Why the entered code no longer works; missing if a code was only requested. */
    Because: v.optional(v.picklist(['attempts', 'expired'])),
  }),
  STOP_LIST_REQUESTED: error(400, { PhoneNumber: v.string() }),
  DELIVERY_DELAYED: error(503),
  InvalidCodeFormat: error(400),
  MFA_INVALID_CODE: error(400),
  MFA_CODE_EXPIRED: error(400),
  MFA_MAX_ATTEMPT_LIMIT_REACHED: error(400),
  MFA_SESSION_EXPIRED: error(401),

  ICON_INVALID: error(400),

  STEP_UP_REQUIRED: error(403),
  PASSKEY_INVALID: error(401),
  MFA_REQUIRED: error(409),
  LAST_FACTOR: error(409),
  FACTOR_LIMIT_REACHED: error(409),
  CONTACT_LIMIT_REACHED: error(409),
  PHONE_NOT_ALLOWED: error(400),

  // Registration and invites
  CARD_NOT_FOUND: error(400, {
    /** The captcha of the next attempt, if this one needed a captcha: the next may need a harder one. */
    Difficulty: v.optional(v.picklist([1, 2, 3])),
  }),
  VERIFICATION_CODE_INVALID: error(400),
  VERIFICATION_LOCKED: error(423),
  REGISTRATION_EXPIRED: error(401),
  REGISTRATION_LINK_INVALID: error(401),
  ALREADY_REGISTERED: error(409),
  CARD_CLOSED_OR_CANCELLED: error(409),
  USERNAME_NOT_AVAILABLE: error(409),
  PASSWORD_REJECTED: error(400, {
    Problems: v.array(v.picklist(passwordProblems)),
  }),
  INVITE_INVALID: error(400),
  INVITE_ALREADY_PENDING: error(409),
  INVITE_NOT_PENDING: error(409),
  INVITE_LIMIT_REACHED: error(429),
  BUSINESS_NOT_OPEN: error(409),

  // Card details
  VENDOR_LINK_EXPIRED: error(401),
  VENDOR_LINK_OVER: error(409),
  VENDOR_LINK_DATE_PASSED: error(409),
  HELD_AFTER_CHANGE: error(403, {
    /** ISO 8601. */
    Until: v.string(),
    /** Factors that the person has had for longer. A fresh proof of one of these lifts the hold. */
    OlderFactors: v.array(v.picklist(['Passkey', 'Authenticator'])),
  }),
  CARD_NOT_VIEWABLE: error(409),

  // Bank accounts
  BANK_UNAVAILABLE: error(503),
  BANK_ACCOUNT_EXISTS: error(409),
  BANK_ACCOUNT_LIMIT_REACHED: error(409),
  BANK_LINK_FAILED: error(409, {
    /**
     * `down`: the bank or its provider does not answer · `expired`: the sign-in at the bank is unknown, used or expired
     * · `credentials`: wrong username or password · `accounts`: no checking or savings account was shared · `other`:
     * the account to reconnect was not shared.
     */
    Reason: v.picklist(['down', 'expired', 'credentials', 'accounts', 'other']),
  }),
  DEPOSITS_NOT_SENT: error(409),
  DEPOSIT_AMOUNTS_WRONG: error(400, { TriesLeft: v.number() }),
  VALIDATION_LOCKED: error(423),
  VALIDATION_OVER: error(409),
  FUNDS_LINK_INVALID: error(401),

  // Recovery. The numbers are the codes of the specification.
  '1': error(400),
  '8': error(409),
  USERNAME_IS_CARD_NUMBER: error(400),
  LOGIN_LINK_INVALID: error(401),
  RESET_LINK_INVALID: error(401),
  RESET_NOT_VERIFIED: error(403),
  CONFIRMATION_PENDING: error(409),
  TICKET_INVALID: error(401),

  // Sessions and linked accounts
  REFRESH_TOKEN_INVALID: error(401),
  ACCOUNT_NOT_AVAILABLE: error(404),

  // Agreements
  AGREEMENT_CHANGED: error(409),

  // Cards, policies and money
  CARD_STATE: error(409, {
    /** The obstacle; null if another card is needed. */
    Obstacle: v.nullable(v.string()),
  }),
  CARD_LIMIT_REACHED: error(409),
  PIN_REJECTED: error(400),
  CARD_PROOF_WRONG: error(400),
  POLICY_INVALID: error(400, {
    /** `Other`: the rule that it contradicts. */
    Problems: v.array(v.object({ Rule: v.nullable(v.number()), Problem: v.string(), Other: v.nullable(v.number()) })),
  }),
  VERSION_CONFLICT: error(409),
  INSUFFICIENT_FUNDS: error(409, {
    /** What is available, in minor units. */
    Available: v.number(),
  }),
  REQUEST_NOT_PENDING: error(409),
  STEP_NOT_POSSIBLE: error(409),
  IDEMPOTENCY_KEY_REUSED: error(409),
  PROCESSOR_UNAVAILABLE: error(503),

  // Permissions and four eyes
  PERMISSIONS_NOT_CHANGEABLE: error(409, {
    /** The reason from `whyNotChangeable` (team-permissions.ts). */
    Reason: v.picklist(['OWN', 'OWNER', 'LAST_OWNER', 'FLAGS']),
  }),
  ONLY_ADMINISTRATOR: error(409),
  SECOND_ADMINISTRATOR_REQUIRED: error(409, {
    /** The change that another administrator has to approve first. */
    ChangeId: v.string(),
    /** ISO 8601. */
    ExpiresAt: v.string(),
  }),
  OWN_CHANGE: error(409),
  /** Under four eyes, nobody gives money or a higher limit to a card that they hold. */
  OWN_CARD: error(409),
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

/** Codes with which any endpoint may answer, in addition to its own list. */
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
