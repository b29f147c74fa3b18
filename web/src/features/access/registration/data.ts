import type { Role } from '@florin/contract/access/session';
import type { CardNetwork } from '../../../flows/card-face/format.ts';

/** The pages of the wizard (specification, section 2) and what is shown before and beside them. */
export type Step = 'opening' | 'confirm' | 'card' | 'code' | 'details' | 'account' | 'login' | 'done' | 'used';

/** A proven card or invite: the token of the registration with its claims. It is kept in memory only. */
export interface Proof {
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

/** The first page after a sign-in (specification section 2): a phone to confirm comes before the dashboard. */
export type EntersAt = 'dashboard' | 'phone';

/** What the last page shows of the card. */
export interface RegisteredCard {
  last4: string;
  nameOnCard: string;
  network: CardNetwork | null;
}

/** The content of the last page. A reload restores it without names. */
export interface Registered extends Omit<RegisteredAnswer, 'firstName'> {
  firstName: string | null;
  hasCard: boolean;
  /** Null without one, and after a reload. */
  card: RegisteredCard | null;
  /** It was added to the login of the signed-in person. */
  joined: boolean;
  /** The new person is signed in, and this is their first page; null if they log in themselves. */
  entersAt: EntersAt | null;
}
