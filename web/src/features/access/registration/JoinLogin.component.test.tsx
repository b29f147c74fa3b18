import { expect, test } from 'vitest';
import { refuse, type Answers } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { answersFor, cardholder } from '../../../testing/people.ts';
import {
  atAccount,
  atCard,
  atDetails,
  begunAt,
  enterCard,
  enterCode,
  field,
  fillDetails,
  invited,
  isAt,
  press,
  registrationHeading,
  unregisteredCard,
} from '../../../testing/registration.ts';
import { renderApp, usualSite } from '../../../testing/render-app.tsx';

// A card or an invite is added to the login of a person who has a username.

const { userInfo, ...rest } = answersFor(cardholder);
/** Nobody is signed in; a login as that person succeeds with the password alone. */
const beforeLogin: Answers = {
  ...rest,
  ...unregisteredCard,
  // A page that notices a sign-in elsewhere asks who is signed in.
  userInfo: refuse('UNAUTHENTICATED'),
  login: {
    epoch: 'epoch',
    hasUnverifiedPhone: false,
    access_token: null,
    refresh_token: null,
    expiresInSeconds: null,
    device_credential: null,
  },
};
const signedIn: Answers = { ...beforeLogin, userInfo };

const steps = screen.getByRole('list', { name: 'Steps of the registration' });
const pagesOf = () =>
  steps
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const namedForCard = screen.getByText('The card will be added to Maya Chen (maya).');
const namedForInvite = screen.getByText('The business will be added to Maya Chen (maya).');

async function openLogin(): Promise<void> {
  await press('Log in instead');
  await isAt('Log in to add this account');
  await expect.element(registrationHeading).toHaveFocus();
}

async function logIn(): Promise<void> {
  await field('Username').fill('maya');
  await field('Password').fill('not told here');
  await press('Log in');
}

test('the login of the wizard leads back to the card', { tags: '@2.registration.4' }, async () => {
  await atDetails();
  await openLogin();
  expect(pagesOf()[2]).toMatch(/Log in/);
  await press('Use another card');
  await isAt('Register your card');
  await expect.element(field('Card number')).toHaveValue('');
});

test('a person without a username registers instead', { tags: '@2.registration.18' }, async () => {
  const app = await atDetails();
  await openLogin();
  await press('Register instead');
  await isAt('Your details');
  await fillDetails();
  await press('Continue');
  await isAt('Setup account');
  expect(app.requestsOf('login')).toEqual([]);
});

test('details that were filled in before the login are not requested again', async () => {
  const app = await atAccount(beforeLogin);
  await openLogin();
  app.answer({ userInfo });
  await logIn();
  await isAt('All set');
  expect(app.requestsOf('linkRegistration')).toMatchObject([
    { body: { epoch: 'epoch', dateOfBirth: '01/15/1990', mobilePhone: '(201) 555-0123' } },
  ]);
  await expect
    .element(screen.getByRole('link', { name: 'Register another card' }))
    .toHaveAttribute('href', '/registration');
});

test('a reload at the login of the wizard returns to it', async () => {
  const app = await atDetails();
  await openLogin();
  app.answer(begunAt('details'));
  await app.open('/registration');
  await press('Yes, continue');
  await isAt('Log in to add this account');
  await expect.element(field('Username')).toBeVisible();
});

test('a signed-in person adds a card without an account page', { tags: ['@1.11', '@2.registration.2'] }, async () => {
  const app = await atCard(signedIn);
  await expect.element(namedForCard).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Back to my accounts' }))
    .toHaveAttribute('href', '/my-accounts');
  await enterCard();
  await enterCode();
  expect(pagesOf()).toEqual([
    expect.stringMatching(/Card number/),
    expect.stringMatching(/Verify identity/),
    expect.stringMatching(/Your details/),
    expect.stringMatching(/All set/),
  ]);
  await expect.element(screen.getByRole('button', { name: 'Log in instead' })).not.toBeInTheDocument();
  await fillDetails();
  await press('Add to my login');
  await isAt('All set');
  await expect.element(screen.getByRole('link', { name: 'Go to dashboard' })).toHaveAttribute('href', '/dashboard');
  expect(app.requestsOf('linkRegistration')).toHaveLength(1);
});

test('an apology that replaces the form returns it as it was', async () => {
  const app = await atDetails({
    ...signedIn,
    linkRegistration: refuse('OUT_OF_SERVICE'),
    siteConfig: usualSite,
  });
  await fillDetails();
  await press('Add to my login');
  await isAt('Our apologies');
  app.answer({ ...signedIn, ...begunAt('details') });
  await press('Try again');
  await isAt('Your details');
  await expect.element(field('Date of birth')).toHaveValue('01/15/1990');
  await press('Add to my login');
  await isAt('All set');
});

// That the logout ends the registration is tested on the server (whose.test.ts).
test('another person than the named one logs out', { tags: '@beyond.32' }, async () => {
  const app = await atDetails({ ...signedIn, logout: null });
  await press('Not you? Log out');
  await expect.poll(() => app.departures).toEqual(['/login']);
  expect(app.requestsOf('logout')).toHaveLength(1);
});

test(
  'a card that the page names for another person than the signed-in one is not added',
  { tags: '@beyond.34' },
  async () => {
    await atDetails({ ...signedIn, linkRegistration: refuse('SESSION_CHANGED') });
    await fillDetails();
    await press('Add to my login');
    await isAt('Register your card');
    await expect.element(screen.getByRole('alert')).toBeVisible();
    await expect.element(namedForCard).toBeVisible();
  },
);

test(
  'a login inside the wizard accepts an invite, and does not lead to a card',
  { tags: ['@2.registration.3', '@4.17'] },
  async () => {
    const app = await renderApp('/registration?code=inv_1', { ...invited, ...beforeLogin });
    await openLogin();
    await expect.element(screen.getByRole('button', { name: 'Use another card' })).not.toBeInTheDocument();
    app.answer({ userInfo });
    await logIn();
    await isAt('Your details');
    await expect.element(namedForInvite).toBeVisible();
    expect(pagesOf()).toEqual([expect.stringMatching(/Your details/), expect.stringMatching(/All set/)]);
    await fillDetails();
    await press('Add to my login');
    await isAt('All set');
    await expect.element(screen.getByText('Register another card')).not.toBeInTheDocument();
  },
);

test('a signed-in person accepts an invite without a second username', async () => {
  await renderApp('/registration?code=inv_1', { ...signedIn, ...invited });
  await expect.element(namedForInvite).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Add to my login' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Log in instead' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('link', { name: 'Back to my accounts' })).not.toBeInTheDocument();
});

test('an invite that was accepted in another tab has been used', { tags: '@beyond.33' }, async () => {
  await renderApp('/registration?code=inv_1', {
    ...signedIn,
    ...invited,
    linkRegistration: refuse('ALREADY_REGISTERED'),
  });
  await isAt('Your details');
  await fillDetails();
  await press('Add to my login');
  await expect.element(screen.getByText('The invitation of Northwind Trading has been used already.')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Go to dashboard' })).toHaveAttribute('href', '/dashboard');
});
