/** The registration in component tests: what the server answers for an unregistered card, and the way through the pages. */
import { expect } from 'vitest';
import { faults, refuse, type Answers } from './answers.ts';
import { screen } from './component.ts';
import { renderApp, type TestApp } from './render-app.tsx';

/** A number that passes the check; the card ends in 7899. */
export const cardNumber = '4000 0012 3456 7899';

/** A proven card or invite. */
export const proof = {
  access_token: `reg_${'a'.repeat(43)}`,
  expiresInSeconds: 1800,
  MFAModeBusiness: 'Enabled',
  MFAEnabled: false,
} as const;

/** An unregistered card of Rosa Delgado, before anything of it is begun in this browser. */
export const unregisteredCard: Answers = {
  resumeRegistration: refuse('REGISTRATION_EXPIRED'),
  finishedRegistration: refuse('REGISTRATION_EXPIRED'),
  verifyCard: { heldBackSeconds: 0, resendInSeconds: 30 },
  verifyRegistrationCode: proof,
  shortProfile: {
    email: 'rosa@delgado.example',
    firstName: 'Rosa',
    middleName: null,
    lastName: 'Delgado',
    nameOnCard: 'ROSA DELGADO',
    dateOfBirth: null,
    homePhone: null,
    homePhoneCountryCode: null,
    mobilePhone: null,
    mobilePhoneCountryCode: null,
    businessName: 'Northwind Trading',
    role: 'CARDHOLDER',
    cardLast4: '7899',
    draft: null,
  },
  allowedPhoneCountries: {
    allowedCountries: [
      { countryCode: 'US', countryName: 'United States', dialingCode: '+1' },
      { countryCode: 'CA', countryName: 'Canada', dialingCode: '+1' },
      { countryCode: 'GB', countryName: 'United Kingdom of Great Britain and Northern Ireland', dialingCode: '+44' },
    ],
  },
  keepDetails: {},
  leaveRegistration: {},
  usernameIsAvailable: {},
  checkPassword: { problems: [] },
  // After the registration, where a test does not let the new person in.
  login: refuse('LOCKED'),
  registerCardholder: {
    firstName: 'Rosa',
    lastName: 'Delgado',
    phoneNumber: null,
    email: 'maya@northwind.example',
  },
  linkRegistration: {
    firstName: 'Maya',
    lastName: 'Chen',
    phoneNumber: null,
    email: null,
    userId: '0190a000-0000-7000-8000-000000000009',
  },
  branding: faults.fails,
};

type Resumed = Extract<NonNullable<Answers['resumeRegistration']>, { step: unknown }>;

/** What the server keeps of a registration that this browser has begun. */
export const begunAt = (step: Resumed['step'], mode: Resumed['mode'] = 'default'): Answers => ({
  resumeRegistration: {
    step,
    mode,
    cardLast4: mode === 'invite' ? null : '7899',
    resendInSeconds: 20,
    token: step === 'details' ? proof : null,
  },
});

/** An invite of Rosa Delgado as cardholder. */
export const invited: Answers = { ...unregisteredCard, verifyInvite: proof };

export const registrationHeading = screen.getByRole('heading', { level: 1 });
export const field = (name: string) => screen.getByLabelText(name, { exact: true });
export const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
export const isAt = (heading: string) => expect.element(registrationHeading).toHaveTextContent(heading);

/** Opens the wizard at its first page. */
export async function atCard(more: Answers = {}): Promise<TestApp> {
  const app = await renderApp('/registration', { ...unregisteredCard, ...more });
  await isAt('Register your card');
  return app;
}

/** From the first page to the second. */
export async function enterCard(): Promise<void> {
  await field('Card number').fill(cardNumber);
  await press('Continue');
  await isAt('Verify identity');
}

/** From the second page to the third. */
export async function enterCode(): Promise<void> {
  await field('Verification code').fill('123456');
  await press('Continue');
  await isAt('Your details');
}

/** Opens the wizard and goes on to its second page. */
export async function atCode(more: Answers = {}): Promise<TestApp> {
  const app = await atCard(more);
  await enterCard();
  return app;
}

/** Opens the wizard and proves the card. */
export async function atDetails(more: Answers = {}): Promise<TestApp> {
  const app = await atCode(more);
  await enterCode();
  return app;
}

/** Fills in what the business does not know. */
export async function fillDetails(): Promise<void> {
  await field('Date of birth').fill('01/15/1990');
  await field('Home phone').fill('201 555 0123');
}

/** Opens the wizard and goes on to its fourth page. */
export async function atAccount(more: Answers = {}): Promise<TestApp> {
  const app = await atDetails(more);
  await fillDetails();
  await press('Continue');
  await isAt('Setup account');
  return app;
}

/** What the new person chooses. */
export const newPassword = 'violet-anchor-ferry-1907';

/** Fills and sends the fourth page. */
export async function createAccount(username = 'rosa.delgado'): Promise<void> {
  await field('Username').fill(username);
  await field('New password').fill(newPassword);
  await field('Repeat password').fill(newPassword);
  await press('Create account');
}
