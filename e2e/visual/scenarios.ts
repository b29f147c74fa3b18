import type { Page } from '@playwright/test';
import { demoPassword } from '../../server/src/demo/people.ts';
import { demoVendorLinks } from '../../server/src/demo/vendor-links.ts';
import { expect, signIn, type Inbox } from '../fixtures.ts';
import {
  askForCode,
  askForLink,
  codeField,
  openLink,
  sharedAddress,
  solveCaptcha,
  typeNewPassword,
  wrongCode,
} from '../recovery.ts';
import * as wizard from '../registration.ts';
import { showLongContent } from './long-content.ts';

/** From the screen before it to a screen or state. */
type Open = (page: Page, inbox: Inbox) => Promise<unknown>;

/** Screens that one browser opens, in this order. */
export interface Scenario {
  /** Goes on with the server and the browser of the scenario before it, of whose people it is independent. */
  joins?: true;
  /** The demo person it is signed in as; nobody where there is none. */
  as?: string;
  /** Hundreds of rows: nobody goes through them with Tab alone. */
  endless?: true;
  screens: Record<string, Open>;
}

/** Of one screen, for the one after it. */
let resetCode = '';

/** The pages at these addresses, each once what it is about has come. */
const withLongContent = (headings: Record<string, string>): Record<string, Open> =>
  Object.fromEntries(
    Object.entries(headings).map(([path, name]) => [
      `${path}, long content`,
      async (page) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
        await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      },
    ]),
  );

const dashboard: Open = (page) => page.goto('/dashboard');
const vendorLink = `/card-details-request/${demoVendorLinks[0]!.code}`;

/** Every screen and state that `visual.e2e.ts` checks. */
export const scenarios: Record<string, Scenario> = {
  'a stranger signs in': {
    screens: {
      login: (page) => page.goto('/login'),
      'login, refused': async (page) => {
        await signIn(page, 'admin', 'not the password');
        await expect(page.getByRole('alert')).toContainText('Incorrect username or password.');
        await expect(page.getByRole('button', { name: 'Need help logging in?' })).toBeVisible();
      },
      'login, captcha': async (page) => {
        await page.goto('/login');
        await signIn(page, 'captcha', 'not the password');
        await expect(page.getByText('I am not a robot')).toBeVisible();
      },
      'choice of delivery': async (page) => {
        await page.goto('/login');
        await signIn(page, 'several', demoPassword);
        await expect(page.getByRole('radio').first()).toBeVisible();
      },
      'code, refused': async (page, inbox) => {
        await page.goto('/login');
        await signIn(page, 'admin', demoPassword);
        await codeField(page).fill(wrongCode(await inbox.code('maya.chen')));
        await expect(codeField(page)).toHaveAccessibleDescription(/Invalid Secure Access Code/);
      },
      outbox: async (page) => {
        await page.goto('/outbox');
        await expect(page.getByText('Secure Access Code').first()).toBeVisible();
      },
      'login, white label': (page) => page.goto('/login/harbor'),
    },
  },
  'a stranger looks around': {
    screens: {
      'login activity, signed out': (page) => page.goto('/login-activity'),
      'security checklist, signed out': (page) => page.goto('/security-checklist'),
      'funds verification, no link': (page) => page.goto('/funds-verification'),
      'autologin, worthless': async (page) => {
        await page.goto('/autologin/none');
        await expect(page.getByText('That sign-in link has expired.')).toBeVisible();
      },
      'agreement, public': async (page) => {
        await page.goto('/cardholder-bankcorp-credit-aggreement');
        await expect(page.getByRole('article')).toBeVisible();
      },
      'privacy policy': async (page) => {
        await page.goto('/legal/privacy-policy');
        await expect(page.getByRole('article')).toBeVisible();
      },
      'auto-logout': (page) => page.goto('/auto-logout'),
      'not found': (page) => page.goto('/nowhere'),
      'not found, reported': async (page) => {
        await page.getByRole('button', { name: 'Report a broken link' }).click();
        await expect(page.getByText(/^Thank you/)).toBeVisible();
      },
    },
  },
  'a vendor': {
    joins: true,
    screens: {
      'vendor card details, before': (page) => page.goto(vendorLink),
      'vendor card details': async (page) => {
        await page.getByRole('button', { name: 'Show card details' }).click();
        await expect(page.getByText('Name on card')).toBeVisible();
      },
      'vendor card details, expired': async (page) => {
        await page.goto('/card-details-request');
        await expect(page.getByText('This link has expired.')).toBeVisible();
      },
    },
  },
  'a forgotten username': {
    screens: {
      'forgot username, incomplete': async (page) => {
        await page.goto('/forgot-username');
        await page.getByRole('button', { name: 'Send my username' }).click();
        await expect(page.getByText('Email is required.')).toBeVisible();
      },
      'forgot username, sorry': async (page) => {
        await page.getByLabel('Email').fill(sharedAddress);
        await solveCaptcha(page);
        await page.getByRole('button', { name: 'Send my username' }).click();
        await expect(page.getByRole('heading', { name: 'Sorry' })).toBeVisible();
      },
    },
  },
  'a forgotten password': {
    joins: true,
    screens: {
      'forgot password, sent': (page) => askForLink(page, 'several'),
      'reset, confirmation': (page, inbox) => openLink(page, inbox, 'several', 'kofi.mensah'),
      'reset, code refused': async (page, inbox) => {
        resetCode = await askForCode(page, inbox, '+12125550142');
        await codeField(page).fill(wrongCode(resetCode));
        await expect(codeField(page)).toHaveAccessibleDescription(/is invalid/);
      },
      'reset, new password': async (page) => {
        await codeField(page).fill(resetCode);
        await typeNewPassword(page, 'password123456', 'password12345');
        await page.getByRole('button', { name: 'Set password and log in' }).click();
        await expect(page.getByText('The passwords are not the same.')).toBeVisible();
      },
    },
  },
  'a reset that stops': {
    joins: true,
    screens: {
      'reset, no code sent': async (page, inbox) => {
        await openLink(page, inbox, 'stopped', 'omar.haddad');
        await page.getByRole('button', { name: 'Send code' }).click();
        await expect(page.getByRole('heading', { name: 'The code was not sent' })).toBeVisible();
      },
      'reset, waiting': async (page, inbox) => {
        await openLink(page, inbox, 'cardholder', 'priya.nair');
        await page.getByRole('button', { name: 'Ask an administrator' }).click();
        await page.getByRole('button', { name: 'Check again' }).click();
        await expect(page.getByText('No administrator has confirmed yet.')).toBeVisible();
      },
    },
  },
  'a registration': {
    screens: {
      'registration, card refused': async (page) => {
        await page.goto('/registration');
        await wizard.goOn(page);
        await expect(page.getByText('Card number field is required!')).toBeVisible();
      },
      'registration, code refused': async (page) => {
        await wizard.enterCard(page, wizard.waitingCard('Rosa Delgado'));
        await wizard.goOn(page);
        await expect(page.getByText('Verification code is required!')).toBeVisible();
      },
      'registration, details incomplete': async (page, inbox) => {
        await wizard.enterCode(page, inbox, wizard.waitingCard('Rosa Delgado'));
        await wizard.goOn(page);
        await expect(page.getByText('Date of birth is required')).toBeVisible();
      },
      'registration, account incomplete': async (page) => {
        await wizard.fillDetails(page);
        await wizard.goOn(page);
        await page.getByRole('button', { name: 'Create account' }).click();
        await expect(page.getByText('Username is required.')).toBeVisible();
      },
      'registration, all set': async (page) => {
        await wizard.createAccount(page, 'rosa.delgado');
        await expect(wizard.heading(page)).toHaveText('All set');
      },
    },
  },
  'a registration of somebody known': {
    screens: {
      'registration, log in instead': async (page, inbox) => {
        const card = wizard.waitingCard('Rosa Delgado');
        await page.goto('/registration');
        await wizard.enterCard(page, card);
        await wizard.enterCode(page, inbox, card);
        await page.getByRole('button', { name: 'Log in instead' }).click();
        await expect(wizard.heading(page)).toHaveText('Log in to add it');
      },
    },
  },
  'a phone to confirm': {
    joins: true,
    screens: {
      'verify your phone, the code': async (page, inbox) => {
        await page.goto('/login');
        await signIn(page, 'unverified', demoPassword);
        await codeField(page).fill(await inbox.code('hana.suzuki'));
        await page.getByRole('button', { name: 'Send code' }).click();
        await expect(page.getByRole('heading', { name: 'Enter your Secure Access Code' })).toBeVisible();
      },
    },
  },
  'somebody with seven accounts': {
    as: 'seven',
    screens: {
      dashboard,
      'my accounts': async (page) => {
        await page.goto('/my-accounts');
        await expect(page.getByRole('button', { name: /^Switch to Juniper Robotics/ })).toBeVisible();
      },
      'linked accounts': async (page) => {
        await page.goto('/account/linked-accounts');
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(7);
      },
      'add account': async (page) => {
        await page.goto('/add-account');
        await expect(page.getByText(/You are logged in as/)).toBeVisible();
      },
    },
  },
  'an administrator': {
    as: 'admin',
    screens: {
      'security checklist': async (page) => {
        await page.goto('/security-checklist');
        await expect(page.getByText('Remove former users')).toBeVisible();
      },
      'team members': async (page) => {
        await page.goto('/team-members');
        await expect(page.getByText('Priya Nair')).toBeVisible();
      },
      'team members, inviting': async (page) => {
        await page.getByRole('button', { name: 'Invite a person' }).click();
        await page.getByRole('button', { name: 'Send invite' }).click();
        await expect(page.getByText('Email is required.')).toBeVisible();
      },
      cards: async (page) => {
        await page.goto('/cards');
        await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
      },
      'cards, sending': async (page) => {
        await page.getByRole('button', { name: 'Send card details' }).click();
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await expect(page.getByText('Email is required.')).toBeVisible();
      },
      preferences: async (page) => {
        await page.goto('/account/preferences');
        await expect(page.getByText('No icon yet.')).toBeVisible();
        await expect(page.getByRole('radio', { name: 'Fresh' })).toBeChecked();
      },
    },
  },
  'long content everywhere': {
    as: 'seven',
    endless: true,
    screens: {
      'dashboard, too much': async (page) => {
        await showLongContent(page);
        await page.goto('/dashboard');
        await expect(page.getByText('16 more')).toBeVisible();
      },
      'switcher, too much': async (page) => {
        await page.getByRole('button', { name: /^Switch account/ }).click();
        await expect(page.getByRole('option').first()).toBeVisible();
      },
      ...withLongContent({
        '/account/linked-accounts': 'Linked accounts',
        '/team-members': 'Team members',
        '/cards': 'Cards',
        '/business-settings/external-accounts': 'Bank accounts',
        '/account': 'My Profile',
        '/login-activity': 'Login activity',
      }),
    },
  },
  'somebody without a second factor': {
    as: 'onefactor',
    screens: {
      'a page that is not built': async (page) => {
        await page.goto('/reports');
        await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
      },
      'login activity, no other device': async (page) => {
        await page.goto('/login-activity');
        await expect(page.getByText('No other device has logged in.')).toBeVisible();
      },
      'security checklist, something to do': async (page) => {
        await page.goto('/security-checklist');
        await expect(page.getByText('To do')).toBeVisible();
      },
      'registration of someone who is signed in': async (page) => {
        await page.goto('/registration');
        await expect(page.getByText('Not you? Log out')).toBeVisible();
      },
      'contact us, incomplete': async (page) => {
        await page.goto('/contact-us');
        await expect(page.getByText('1 Florin Square, Suite 200')).toBeVisible();
        await page.getByRole('button', { name: 'Send message' }).click();
        await expect(page.getByText('Please write a message.')).toBeVisible();
      },
      'contact us, sent': async (page) => {
        await expect(page.getByLabel('Your email address')).toHaveValue(/@/);
        await page.getByLabel('Subject').fill('A fee');
        await page.getByLabel('Message').fill('Where does it come from?');
        await page.getByRole('button', { name: 'Send message' }).click();
        await expect(page.getByRole('heading', { name: 'Your message was sent' })).toBeVisible();
      },
    },
  },
  'somebody with many devices': {
    as: 'traveler',
    screens: {
      'the profile menu, with an alert': async (page) => {
        await page.goto('/dashboard');
        await page.getByRole('button', { name: /^Profile menu of .*new logins/ }).click();
        await expect(page.getByRole('menuitem', { name: /^Login activity/ })).toBeVisible();
      },
      'login activity, thirteen devices': async (page) => {
        await page.goto('/login-activity');
        await page.getByRole('button', { name: 'Load more' }).click();
        await expect(page.getByText('Samsung Internet for Android', { exact: true })).toBeVisible();
      },
      'login activity, a report': async (page) => {
        await page
          .getByRole('button', { name: /^This wasn’t me/ })
          .first()
          .click();
        await expect(page.getByRole('dialog')).toBeVisible();
      },
    },
  },
  'a cardholder': {
    as: 'cardholder',
    screens: {
      'dashboard of a cardholder': async (page) => {
        await page.goto('/dashboard');
        await expect(page.getByRole('button', { name: 'Show card details' })).toBeVisible();
      },
      'my profile': async (page) => {
        await page.goto('/account');
        await expect(page.getByRole('listitem').filter({ hasText: 'Confirmed' })).toBeVisible();
      },
      'account security, backup codes': async (page) => {
        await page.goto('/account/security');
        await page.getByRole('button', { name: 'Make backup codes' }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Make backup codes' }).click();
        await expect(page.getByRole('list', { name: 'Your backup codes' })).toBeVisible();
      },
      'dashboard of a cardholder, card details held after the change': async (page) => {
        await page.goto('/dashboard');
        await expect(page.getByText('For your safety, card details can be shown')).toBeVisible();
      },
      'account security, an authenticator app': async (page) => {
        await page.goto('/account/security');
        await page.getByRole('button', { name: 'Add authenticator app' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('textbox', { name: 'Name' }).fill('W'.repeat(40));
        await dialog.getByRole('button', { name: 'Continue' }).click();
        await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
      },
    },
  },
  'a card with an agreement to accept': {
    as: 'teacher',
    screens: {
      'agreement, not accepted': async (page) => {
        await page.goto('/dashboard');
        await page.getByRole('link', { name: 'Read the agreement' }).click();
        await expect(page.getByRole('button', { name: 'I accept' })).toBeVisible();
      },
    },
  },
  'a business that begins': {
    joins: true,
    as: 'starter',
    screens: {
      'onboarding checklist': async (page) => {
        await page.goto('/onboarding-checklist');
        await expect(page.getByText('1 of 6 steps done')).toBeVisible();
      },
      'bank accounts, adding': async (page) => {
        await page.goto('/business-settings/external-accounts');
        await page.getByRole('button', { name: 'Add a bank account' }).click();
        await page.getByRole('button', { name: 'Send deposits' }).click();
        await expect(page.getByText('Routing number is required.')).toBeVisible();
      },
    },
  },
  'micro-deposits': {
    joins: true,
    as: 'deposits',
    screens: {
      'bank accounts, to be confirmed': async (page) => {
        await page.goto('/business-settings/external-accounts');
        await expect(page.getByRole('main').getByText('Enter amounts', { exact: true })).toBeVisible();
      },
      'micro-deposits, a wrong try': async (page) => {
        await page.goto('/dashboard');
        await page.getByRole('link', { name: 'Enter amounts' }).click();
        await tryAmounts(page);
        await expect(page.getByText('2 tries left', { exact: true })).toBeVisible();
      },
      'micro-deposits, locked': async (page) => {
        await tryAmounts(page);
        await expect(page.getByText('1 try left', { exact: true })).toBeVisible();
        await tryAmounts(page);
        await expect(page.getByRole('heading', { name: 'Bank account locked' })).toBeVisible();
      },
    },
  },
  'a bank that is not connected': {
    joins: true,
    as: 'unlinked',
    screens: {
      'bank accounts, not connected': async (page) => {
        await page.goto('/business-settings/external-accounts');
        await expect(page.getByText('Not connected')).toBeVisible();
      },
    },
  },
  'somebody new': {
    as: 'newcomer',
    screens: {
      'the product tour': async (page) => {
        await page.goto('/dashboard');
        await page.getByRole('button', { name: 'Show me around' }).click();
        await page.getByRole('button', { name: 'Next' }).click();
        await expect(page.getByRole('dialog')).toBeFocused();
      },
    },
  },
  'every account closed': { joins: true, as: 'allclosed', screens: { 'dashboard, every account closed': dashboard } },
  'a suspended business': { joins: true, as: 'suspended', screens: { 'dashboard, suspended': dashboard } },
  'several notices': { joins: true, as: 'notices', screens: { 'several notices': dashboard } },
};

/** Sends amounts that nobody has paid in. */
async function tryAmounts(page: Page): Promise<void> {
  await page.getByLabel('First amount').fill('0.11');
  await page.getByLabel('Second amount').fill('0.12');
  await page.getByRole('button', { name: 'Confirm account' }).click();
}
