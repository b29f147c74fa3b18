import { expect, test } from 'vitest';
import { faults, refuse, type Answers } from '../../testing/answers.ts';
import { screen } from '../../testing/component.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { expectUsable } from '../../testing/screens/expect-usable.ts';

const tags = '@beyond.52';
const press = (name: string) => screen.getByRole('button', { name }).click();
const field = (name: string) => screen.getByLabelText(name, { exact: true });
const isAt = (name: string) => expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent(name);
const problem = (of: string, words: RegExp) => expect.element(field(of)).toHaveAccessibleDescription(words);

const person = { firstName: 'Rosa', lastName: 'Delgado', homePhone: null, homePhoneCountryCode: null };
const answers: Answers = {
  resumeRegistration: refuse('REGISTRATION_EXPIRED'),
  finishedRegistration: refuse('REGISTRATION_EXPIRED'),
  verifyCard: { heldBackSeconds: 0, resendInSeconds: 30 },
  verifyRegistrationCode: {
    access_token: `reg_${'a'.repeat(43)}`,
    expiresInSeconds: 1800,
    MFAModeBusiness: 'Enabled',
    MFAEnabled: false,
  },
  shortProfile: {
    ...person,
    email: 'rosa@delgado.example',
    middleName: null,
    nameOnCard: 'ROSA DELGADO',
    dateOfBirth: null,
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
      { countryCode: 'GB', countryName: 'United Kingdom of Great Britain and Northern Ireland', dialingCode: '+44' },
    ],
  },
  keepDetails: {},
  usernameIsAvailable: {},
  checkPassword: { problems: [] },
  login: refuse('LOCKED'),
  registerCardholder: { firstName: 'Rosa', lastName: 'Delgado', phoneNumber: null, email: 'r•••@delgado.example' },
  branding: faults.fails,
};

test('registration: card and code, each refused', { tags }, async () => {
  await renderApp('/registration', answers);
  await press('Continue');
  await problem('Card number', /Card number field is required!/);
  await expectUsable('registration, card refused');
  await field('Card number').fill('4000 0012 3456 7899');
  await press('Continue');
  await isAt('Verify identity');
  await press('Continue');
  await problem('Verification code', /Verification code is required!/);
  await expectUsable('registration, code refused');
});

test('registration: details and account, each incomplete, and the end', { tags }, async () => {
  await renderApp('/registration', answers);
  await field('Card number').fill('4000 0012 3456 7899');
  await press('Continue');
  await field('Verification code').fill('123456');
  await press('Continue');
  await isAt('Your details');
  await press('Continue');
  await problem('Date of birth', /Date of birth is required/);
  await expectUsable('registration, details incomplete');
  await field('Date of birth').fill('01/15/1990');
  await field('Home phone').fill('201 555 0123');
  await press('Continue');
  await isAt('Setup account');
  await press('Create account');
  await problem('Username', /Username is required/);
  await expectUsable('registration, account incomplete');
  await field('Username').fill('rosa.delgado');
  await field('New password').fill('violet-anchor-ferry-1907');
  await field('Repeat password').fill('violet-anchor-ferry-1907');
  await press('Create account');
  await isAt('All set');
  await expectUsable('registration, all set');
});

test('registration, log in instead', { tags }, async () => {
  await renderApp('/registration', answers);
  await field('Card number').fill('4000 0012 3456 7899');
  await press('Continue');
  await field('Verification code').fill('123456');
  await press('Continue');
  await press('Log in instead');
  await isAt('Log in to add it');
  await expectUsable('registration, log in instead');
});
