import * as v from 'valibot';
import { usualDate } from '../dates/birthdate.ts';
import { endpoint } from '../endpoint.ts';
import {
  Device,
  DeviceId,
  EntityType,
  PersonName,
  RecaptchaToken,
  ResendInSeconds,
  requiredText,
  text,
  token,
  TypedPassword,
  TypedUsername,
} from '../fields.ts';
import { Role } from './session.ts';

/** Sixteen digits; spaces and dashes between them are allowed. Server and form check the checksum. */
export const CardNumber = v.pipe(
  requiredText(32),
  v.transform((typed) => typed.replace(/[ -]/g, '')),
  v.regex(/^\d{16}$/, 'format'),
);
/** As typed; the business chooses four or six digits (reading 9). */
export const VerificationCode = requiredText(6);
/** As MM/dd/yyyy (section 9), however it is typed. Rules check that the day exists and the person is of age. */
export const DateOfBirth = v.pipe(requiredText(10), v.transform(usualDate), v.regex(/^\d{2}\/\d{2}\/\d{4}$/, 'format'));
/** National digits as typed, without the country's dialling code. */
export const Phone = requiredText(32);
/** ISO 3166-1 alpha-2. */
export const CountryCode = v.pipe(v.string('type'), v.regex(/^[A-Z]{2}$/, 'format'));
export const InviteCode = requiredText(128);

/** The modes of the wizard (section 2, reading 10). */
export const RegistrationMode = v.picklist(['default', 'invite', 'link-user', 'login']);
export type RegistrationMode = v.InferOutput<typeof RegistrationMode>;

/**
 * The step of a registration on the server, which follows from its proofs, never from the browser's claims (security
 * design P6).
 */
export const RegistrationStep = v.picklist(['verificationCode', 'details']);
export type RegistrationStep = v.InferOutput<typeof RegistrationStep>;

/**
 * A flow token `reg_…` with the claims of section 3. It works for this registration only and is kept in memory only.
 */
const FlowToken = v.object({
  access_token: v.string(),
  expiresInSeconds: v.number(),
  MFAModeBusiness: v.picklist(['Disabled', 'Enabled', 'Required']),
  /** Whether the person has the second factor on already. */
  MFAEnabled: v.boolean(),
});

const wizard = { per: 'address', requests: 120, windowSeconds: 60 } as const;

/** First page (section 7). Reading 9 limits what the answer discloses. Sends the verification code. */
export const verifyCard = endpoint({
  method: 'POST',
  path: '/Account/Cardholder/Registration/Card/Verify',
  summary: 'Check a card number and send the verification code',
  access: 'public',
  limit: wizard,
  body: v.object({ cardNumber: CardNumber, recaptchaToken: RecaptchaToken }),
  answers: {
    200: v.object({
      /**
       * 0: the code has been sent, or none is needed. Otherwise a code for this card was sent a moment ago, perhaps for
       * another browser, and this is the number of seconds until the next one.
       */
      heldBackSeconds: v.number(),
      /** 0 if no code is needed. */
      resendInSeconds: ResendInSeconds,
    }),
  },
  errors: ['OUT_OF_SERVICE', 'CARD_NOT_FOUND', 'RECAPTCHA_LOCK', 'DELIVERY_DELAYED', 'STOP_LIST_REQUESTED'],
});

/** Second page. Section 7: 400 or 401 is a wrong code, 402 asks for the captcha. */
export const verifyRegistrationCode = endpoint({
  method: 'POST',
  path: '/Account/Cardholder/Registration/Code/Verify',
  summary: 'Check the verification code and issue the flow token',
  access: 'public',
  limit: wizard,
  body: v.object({
    cardNumber: CardNumber,
    verificationCode: VerificationCode,
    recaptchaToken: RecaptchaToken,
    deviceId: DeviceId,
    device: Device,
  }),
  answers: { 200: FlowToken },
  errors: [
    'OUT_OF_SERVICE',
    'VERIFICATION_CODE_INVALID',
    'VERIFICATION_LOCKED',
    'RECAPTCHA_LOCK',
    'REGISTRATION_EXPIRED',
  ],
});

/** Invite mode: the invite code replaces card number and verification code. */
export const verifyInvite = endpoint({
  method: 'POST',
  path: '/Account/Cardholder/Registration/Invite/Verify',
  summary: 'Exchange an invite code for a flow token',
  access: 'public',
  limit: wizard,
  body: v.object({ inviteCode: InviteCode, deviceId: DeviceId, device: Device }),
  answers: { 200: FlowToken },
  errors: ['OUT_OF_SERVICE', 'INVITE_INVALID'],
});

/** Resumes a registration in the same browser after a reload; the flow's cookie identifies it. */
export const resumeRegistration = endpoint({
  method: 'POST',
  path: '/api/registration/resume',
  summary: 'The registration this browser has begun',
  access: 'public',
  limit: wizard,
  body: v.object({}),
  answers: {
    200: v.object({
      step: RegistrationStep,
      mode: RegistrationMode,
      cardLast4: v.nullable(v.string()),
      /** Null until the verification code is proven. */
      token: v.nullable(FlowToken),
      /** The seconds until the next verification code; 0 if it can be requested, or is no longer needed. */
      resendInSeconds: v.number(),
    }),
  },
  errors: ['REGISTRATION_EXPIRED'],
});

/** Returns the last page again to the browser that has finished a registration: the answer of Profile. */
export const finishedRegistration = endpoint({
  method: 'GET',
  path: '/api/registration/finished',
  summary: 'What the registration that this browser has finished says',
  access: 'public',
  limit: wizard,
  answers: {
    200: v.object({ firstName: v.string(), phoneNumber: v.nullable(v.string()), email: v.nullable(v.string()) }),
  },
  errors: ['REGISTRATION_EXPIRED'],
});

/**
 * Sends a link to the address on file of the card that this browser has begun with. It proves the contact as the
 * verification code does, and wrong codes do not lock it. Whatever strangers request, a card gets
 * at most one an hour by email and one in six hours by text, and each works for twice as long.
 */
export const sendRegistrationLink = endpoint({
  method: 'POST',
  path: '/api/registration/send-link',
  summary: 'Send a link that takes the place of the verification code',
  access: 'public',
  limit: wizard,
  body: v.object({ recaptchaToken: RecaptchaToken }),
  answers: {
    200: v.object({
      channel: EntityType,
      /** 0: just now. Otherwise, how long ago the link was sent that still works. */
      sentSecondsAgo: v.number(),
    }),
  },
  errors: ['REGISTRATION_EXPIRED', 'RECAPTCHA_LOCK', 'VERIFICATION_LOCKED', 'DELIVERY_DELAYED', 'STOP_LIST_REQUESTED'],
});

/** Proves the card of this browser's registration by the code of a link. Another browser enters the card number first. */
export const openRegistrationLink = endpoint({
  method: 'POST',
  path: '/api/registration/open-link',
  summary: 'Prove the card with a link instead of the verification code',
  access: 'public',
  limit: wizard,
  body: v.object({ requestCode: requiredText(128), deviceId: DeviceId, device: Device }),
  answers: { 200: FlowToken },
  errors: ['OUT_OF_SERVICE', 'REGISTRATION_LINK_INVALID', 'REGISTRATION_EXPIRED'],
});

/** Sends the verification code again, within the send quota. */
export const resendVerificationCode = endpoint({
  method: 'POST',
  path: '/api/registration/resend-code',
  summary: 'Send the verification code of the registration this browser has begun again',
  access: 'public',
  limit: wizard,
  body: v.object({}),
  answers: { 200: v.object({ resendInSeconds: ResendInSeconds }) },
  errors: ['RESEND_LIMIT_REACHED', 'REGISTRATION_EXPIRED', 'DELIVERY_DELAYED', 'STOP_LIST_REQUESTED'],
});

const details = {
  firstName: v.optional(PersonName),
  middleName: v.optional(v.nullable(PersonName)),
  lastName: v.optional(PersonName),
  dateOfBirth: DateOfBirth,
  homePhone: Phone,
  homePhoneCountryCode: CountryCode,
  /** Required here, optional in the form, which sends the home phone if it is empty (reading 4). */
  mobilePhone: Phone,
  mobilePhoneCountryCode: CountryCode,
};

/** The details page as typed so far: its mobile phone may be empty (reading 4). */
export const DetailsDraft = v.object({ ...details, mobilePhone: v.optional(Phone) });

/** Section 3, short profile response; the password must not consist of the business or the card. */
export const shortProfile = endpoint({
  method: 'GET',
  path: '/Account/Cardholder/Registration/ShortProfile',
  summary: 'What is known of the person who registers',
  access: 'registration',
  answers: {
    200: v.object({
      email: v.nullable(v.string()),
      firstName: v.string(),
      middleName: v.nullable(v.string()),
      lastName: v.string(),
      nameOnCard: v.string(),
      dateOfBirth: v.nullable(v.string()),
      homePhone: v.nullable(v.string()),
      homePhoneCountryCode: v.nullable(v.string()),
      mobilePhone: v.nullable(v.string()),
      mobilePhoneCountryCode: v.nullable(v.string()),
      businessName: v.string(),
      /** The role of the future account: an administrator gets no card. */
      role: Role,
      cardLast4: v.nullable(v.string()),
      /** The details already typed in this browser. */
      draft: v.nullable(DetailsDraft),
    }),
  },
  errors: ['REGISTRATION_EXPIRED', 'ALREADY_REGISTERED'],
});

/**
 * Saves the details page, so that this browser finds it after a reload. Registers nothing: Profile gets the details,
 * too, and checks them by the same rules.
 */
export const keepDetails = endpoint({
  method: 'POST',
  path: '/api/registration/details',
  summary: 'Keep the details for this browser until the registration is over',
  access: 'registration',
  limit: wizard,
  body: DetailsDraft,
  answers: { 200: v.object({}) },
  errors: ['REGISTRATION_EXPIRED', 'ALREADY_REGISTERED', 'CARD_CLOSED_OR_CANCELLED'],
});

/** Ends a registration that the person does not want to finish, and erases its details. */
export const leaveRegistration = endpoint({
  method: 'POST',
  path: '/api/registration/leave',
  summary: 'End the registration and forget what was entered',
  access: 'registration',
  limit: wizard,
  body: v.object({}),
  answers: { 200: v.object({}) },
  errors: ['REGISTRATION_EXPIRED', 'ALREADY_REGISTERED'],
});

/** Section 3; United States, +1, is always among them. */
export const allowedPhoneCountries = endpoint({
  method: 'GET',
  path: '/Business/AllowedPhoneCountries',
  summary: 'Countries a phone number may belong to',
  access: ['registration', 'session'],
  answers: {
    200: v.object({
      allowedCountries: v.array(
        v.object({ countryCode: v.string(), countryName: v.string(), dialingCode: v.string() }),
      ),
    }),
  },
  errors: ['REGISTRATION_EXPIRED', 'ALREADY_REGISTERED'],
});

/** Reading 1: served as GET and as POST; the web app uses GET. 409 means taken. */
export const usernameIsAvailable = endpoint({
  method: 'GET',
  path: '/Account/Cardholder/Registration/Username/IsAvailable',
  summary: 'Whether a username can be had',
  access: 'registration',
  query: v.object({ username: TypedUsername }),
  answers: { 200: v.object({}) },
  errors: ['USERNAME_NOT_AVAILABLE', 'REGISTRATION_EXPIRED', 'ALREADY_REGISTERED'],
});
export const usernameIsAvailableByPost = endpoint({
  ...usernameIsAvailable,
  method: 'POST',
  query: undefined,
  body: v.object({ username: TypedUsername }),
});

/** Section 3, registration payload. `token` is the flow token. The security question is accepted but not stored. */
export const registerCardholder = endpoint({
  method: 'POST',
  path: '/Account/Cardholder/Registration/Profile',
  summary: 'Register the cardholder: the final step',
  access: 'public',
  limit: wizard,
  body: v.object({
    token: token('reg'),
    ...details,
    username: TypedUsername,
    password: TypedPassword,
    passwordConfirmation: TypedPassword,
    securityQuestion: v.optional(text(256)),
    securityAnswer: v.optional(text(256)),
    mfaEnable: v.optional(v.boolean('type'), false),
    deviceId: DeviceId,
    device: Device,
  }),
  answers: {
    200: v.object({
      firstName: v.string(),
      lastName: v.string(),
      phoneNumber: v.nullable(v.string()),
      /** The administrator to contact. */
      email: v.nullable(v.string()),
    }),
  },
  errors: [
    'OUT_OF_SERVICE',
    'REGISTRATION_EXPIRED',
    'ALREADY_REGISTERED',
    'CARD_CLOSED_OR_CANCELLED',
    'USERNAME_NOT_AVAILABLE',
    'PASSWORD_REJECTED',
  ],
});

/** Modes link-user and login (reading 10): adds the card or invite to the signed-in person. */
export const linkRegistration = endpoint({
  method: 'POST',
  path: '/api/registration/link',
  summary: 'Join the proven card or invite to the signed-in person',
  access: 'session',
  limit: wizard,
  body: v.object({
    token: token('reg'),
    /** The epoch of the session of the person named on the page, so that the card cannot go to anybody else. */
    epoch: text(64),
    ...details,
  }),
  answers: {
    200: v.object({
      firstName: v.string(),
      lastName: v.string(),
      phoneNumber: v.nullable(v.string()),
      email: v.nullable(v.string()),
      /** The new linked account. */
      userId: v.string(),
    }),
  },
  errors: [
    'OUT_OF_SERVICE',
    'REGISTRATION_EXPIRED',
    'ALREADY_REGISTERED',
    'CARD_CLOSED_OR_CANCELLED',
    'MFA_EMAIL_NOT_EXISTS',
  ],
});
