import { expect, test } from 'vitest';
import { faults, refuse, type Answers } from '../../testing/answers.ts';
import { screen } from '../../testing/component.ts';
import { administrator, answersFor, usd } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { expectUsable } from '../../testing/screens/expect-usable.ts';
import { catalogue } from '../../testing/catalogue.ts';

/** Every screen, from 320 to 1440 px: axe finds nothing, nothing runs out of its place, and Tab reaches everything. */
const tags = '@beyond.52';

const press = (name: string | RegExp) => screen.getByRole('button', { name, exact: true }).first().click();
const field = (name: string) => screen.getByLabelText(name, { exact: true });
const alert = screen.getByRole('alert');
const heading = (name: string) => screen.getByRole('heading', { name });
const sees = (text: string | RegExp) => expect.element(screen.getByText(text, { exact: false }).first()).toBeVisible();
const problem = (of: string, words: RegExp) => expect.element(field(of)).toHaveAccessibleDescription(words);

const { branding } = answersFor(administrator) as Required<Answers>;

async function signIn(login: Answers['login'], more: Answers = {}) {
  const app = await renderApp('/login', { demoData: faults.fails, branding: faults.fails, ...more, login });
  await field('Username').fill('maya');
  await field('Password').fill('not told here');
  await press('Log in');
  return app;
}
const email = { EntityType: 'Email', EntityAuthStatus: 'Authenticated', EntityMasked: 'm•••@florin.example' } as const;
const phone = { EntityType: 'PhoneNumber', EntityAuthStatus: 'Authenticated', EntityMasked: '•••44' } as const;
const asksFor = (...ways: (typeof email | typeof phone)[]): Answers['login'] =>
  refuse('MFA', { TwoFactorAuthSessionId: 'pending', TwoFactorAuthEntities: ways, EnrolledFactors: [] });

test('login, refused', { tags }, async () => {
  await signIn(refuse('INVALID_CREDENTIALS'));
  await expect.element(alert).toMatchTextContent(catalogue['@8.4']);
  // The chat is loaded after the refusal, and Tab has to reach it.
  await expect.element(screen.getByRole('button', { name: 'Need help logging in?' })).toBeVisible();
  await expectUsable('login, refused');
});

test('login, captcha', { tags }, async () => {
  await signIn(refuse('RECAPTCHA_LOCK', { Difficulty: 1 }));
  await sees('I am not a robot');
  await expectUsable('login, captcha');
});

test('choice of delivery', { tags }, async () => {
  await signIn(asksFor(phone, email));
  await expect.element(screen.getByRole('radio').first()).toBeVisible();
  await expectUsable('choice of delivery');
});

test('code, refused', { tags }, async () => {
  const entityMasked = 'm•••@florin.example';
  await signIn(asksFor(email), {
    sendCode: { entityMasked, resendInSeconds: 30 },
    authenticate: refuse('MFA_INVALID_CODE'),
  });
  await field('Secure Access Code').fill('123456');
  await problem('Secure Access Code', /Invalid Secure Access Code/);
  await expectUsable('code, refused');
});

test('not found, and reported', { tags }, async () => {
  await renderApp('/nowhere', { reportBrokenLink: { reference: 'L-12345678' } });
  await expectUsable('not found');
  await press('Report a broken link');
  await sees(/^Thank you/);
  await expectUsable('not found, reported');
});

test('vendor card details, before and after', { tags }, async () => {
  await renderApp('/card-details-request/vnl_1', {
    branding,
    vendorAuthenticate: { access_token: 'vnd_1' },
    embossingDataSharing: {
      businessName: 'Northwind Trading',
      invoice: 'INV-1',
      profileAddress: '1 Florin Square, New York, NY 10004',
      amount: usd(120_00),
      cardNumber: '4000001234567899',
      nameOnCard: 'ROSA DELGADO',
      expirationDate: '2029-11-30',
      cvV2: '123',
      processDateTime: '2026-12-01T00:00:00Z',
    },
  });
  await expectUsable('vendor card details, before');
  await press('Show card details');
  await sees('Name on card');
  await expectUsable('vendor card details');
});

test('forgot username, incomplete', { tags }, async () => {
  await renderApp('/forgot-username', {});
  await press('Send my username');
  await problem('Email', /Email is required/);
  await expectUsable('forgot username, incomplete');
});

async function openReset(methods: Answers['verificationMethods'], more: Answers) {
  await renderApp(`/reset-password/rsl_${'a'.repeat(43)}`, {
    checkResetLink: {},
    forgotAuthenticate: { access_token: 'rst_1', expiresInSeconds: 1800, provenBy: null },
    verificationMethods: methods,
    branding,
    checkPassword: { problems: [] },
    ...more,
  });
  await press('Continue');
  await expect.element(heading('Confirm that it is you')).toBeVisible();
}
const text = { entityType: 'PhoneNumber', entityMasked: '•••42' } as const;
const approval = { entityType: 'AdminConfirmation', entityMasked: '' } as const;

test('reset: confirmation, code and new password', { tags }, async () => {
  await openReset([text, approval], {
    sendResetCode: { entityMasked: '•••42', resendInSeconds: 30 },
    verifyResetCode: ({ body: { code } }) => (code === '123456' ? {} : refuse('MFA_INVALID_CODE')),
  });
  await expectUsable('reset, confirmation');
  await press('Send code');
  await field('Secure Access Code').fill('654321');
  await problem('Secure Access Code', /is invalid/);
  await expectUsable('reset, code refused');
  await field('Secure Access Code').fill('123456');
  await field('New password').fill('password123456');
  await field('Repeat password').fill('password12345');
  await press('Set password and log in');
  await sees('The passwords do not match.');
  await expectUsable('reset, new password');
});

test('reset, no code sent', { tags }, async () => {
  await openReset([text, approval], {
    sendResetCode: refuse('STOP_LIST_REQUESTED', { PhoneNumber: '+1 555 010 0199' }),
  });
  await press('Send code');
  await expect.element(heading('The code was not sent')).toBeVisible();
  await expectUsable('reset, no code sent');
});

test('reset, waiting', { tags }, async () => {
  await openReset([approval], {
    sendResetCode: { entityMasked: '', requestNumber: '1234' },
    verifyResetCode: refuse('CONFIRMATION_PENDING'),
  });
  await press('Ask an administrator');
  await press('Check again');
  await sees('No administrator has confirmed yet.');
  await expectUsable('reset, waiting');
});
