import type { ErrorBody } from '@florin/contract/errors';
import type { RegistrationMode, RegistrationStep } from '@florin/contract/registration';
import type { Role } from '@florin/contract/session';

/** The pages of the wizard (specification, section 2) and what stands before and beside them. */
export type Step = 'opening' | 'card' | 'code' | 'details' | 'account' | 'login' | 'done' | 'used';

/** A proven card or invite: the token of the registration with its claims. It is kept in memory only. */
export interface Flow {
  access_token: string;
  expiresInSeconds: number;
  MFAModeBusiness: 'Disabled' | 'Enabled' | 'Required';
  MFAEnabled: boolean;
}

/** Section 3, short profile. */
export interface Profile {
  email: string | null;
  firstName: string;
  middleName: string | null;
  lastName: string;
  nameOnCard: string;
  dateOfBirth: string | null;
  homePhone: string | null;
  homePhoneCountryCode: string | null;
  mobilePhone: string | null;
  mobilePhoneCountryCode: string | null;
  businessName: string;
  role: Role;
  cardLast4: string | null;
}

export interface Country {
  countryCode: string;
  countryName: string;
  dialingCode: string;
}

/** Section 3, details form, as it is sent. */
export interface Details {
  firstName: string;
  middleName: string;
  lastName: string;
  dateOfBirth: string;
  homeCountryCode: string;
  homePhone: string;
  mobileCountryCode: string;
  mobilePhone: string;
}

/** Section 3, account form. */
export interface AccountEntry {
  username: string;
  password: string;
  confirmation: string;
  turnOnMfa: boolean;
}

/** Section 3, registration response, as far as it is shown. */
export interface RegisteredAnswer {
  firstName: string;
  phoneNumber: string | null;
  email: string | null;
}

/** What the last page shows. A reload brings back what names nobody. */
export interface Registered extends Omit<RegisteredAnswer, 'firstName'> {
  firstName: string | null;
  hasCard: boolean;
  /** It was added to the login of whoever was signed in. */
  joined: boolean;
}

export type Request =
  | { call: 'resume' }
  | { call: 'finished' }
  | { call: 'verifyInvite'; inviteCode: string }
  | { call: 'verifyCard'; cardNumber: string; recaptchaToken: string | null }
  | { call: 'verifyCode'; cardNumber: string; code: string; recaptchaToken: string | null }
  | { call: 'resendCode' }
  | { call: 'loadProfile'; token: string }
  | { call: 'keepDetails'; token: string; details: Details }
  | { call: 'leave'; token: string }
  | { call: 'checkUsername'; token: string; entry: AccountEntry }
  | { call: 'register'; token: string; details: Details; entry: AccountEntry }
  | { call: 'link'; token: string; details: Details };

export type Answer =
  | { kind: 'fine' }
  | { kind: 'cardFound'; heldBackSeconds: number }
  | {
      kind: 'resumed';
      step: RegistrationStep;
      mode: RegistrationMode;
      cardLast4: string | null;
      flow: Flow | null;
      resendInSeconds: number;
    }
  | { kind: 'flow'; flow: Flow }
  | { kind: 'profile'; profile: Profile; countries: readonly Country[]; details: Details | null }
  | { kind: 'registered'; registered: RegisteredAnswer }
  | { kind: 'finished'; registered: RegisteredAnswer }
  | Refusal
  | { kind: 'network' };

export interface Refusal {
  kind: 'refusal';
  error: ErrorBody;
  correlationId: string | null;
  retryAfterSeconds?: number | null;
}

/**
 * What a page has to tell: a refusal, a code that was sent again or was not because one was sent a moment ago, or no answer
 * to a request that can be repeated.
 */
/** `otherCard`: the number that was typed again is not the one the registration was begun with. */
export type Said =
  | Refusal
  | { kind: 'resent' }
  | { kind: 'otherCard' }
  | { kind: 'heldBack' }
  | { kind: 'network'; request: Request };
