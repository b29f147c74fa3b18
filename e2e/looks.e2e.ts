import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { demoPassword } from '../server/src/db/demo/people.ts';
import { demoVendorLinks } from '../server/src/db/demo/vendor-links.ts';
import { enter, expect, signIn, test, type Inbox } from './fixtures.ts';
import {
  askForCode,
  askForLink,
  codeField,
  openLink,
  sharedAddress,
  solveCaptcha,
  typeNewPassword,
  wrongCode,
} from './recovery.ts';
import * as wizard from './registration.ts';

/** Each screen and state of signing in and of the shell, and how a person gets there. */
const screens: Record<string, (page: Page, inbox: Inbox) => Promise<unknown>> = {
  login: (page) => page.goto('/login'),
  'login, white label': (page) => page.goto('/login/harbor'),
  'login, refused': async (page) => {
    await page.goto('/login');
    await signIn(page, 'admin', 'not the password');
    await expect(page.getByRole('alert')).toContainText('Incorrect username or password.');
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
    const wrong = (Number(await inbox.code('maya.chen')) + 1) % 1_000_000;
    await page.getByLabel('Secure Access Code').fill(String(wrong).padStart(6, '0'));
    await expect(page.getByLabel('Secure Access Code')).toHaveAccessibleDescription(/Invalid Secure Access Code/);
  },
  dashboard: (page, inbox) => enter(page, inbox, 'seven'),
  'dashboard, every account closed': (page, inbox) => enter(page, inbox, 'allclosed'),
  'dashboard, suspended': (page, inbox) => enter(page, inbox, 'suspended'),
  'a page that is not built': async (page, inbox) => {
    await enter(page, inbox, 'onefactor');
    await page.goto('/reports');
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  },
  'my accounts': async (page, inbox) => {
    await enter(page, inbox, 'seven');
    await page.goto('/my-accounts');
    await expect(page.getByRole('button', { name: /^Switch to Juniper Robotics/ })).toBeVisible();
  },
  'linked accounts': async (page, inbox) => {
    await enter(page, inbox, 'seven');
    await page.goto('/account/linked-accounts');
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(7);
  },
  'add account': async (page, inbox) => {
    await enter(page, inbox, 'seven');
    await page.goto('/add-account');
    await expect(page.getByText(/You are logged in as/)).toBeVisible();
  },
  'forgot username, incomplete': async (page) => {
    await page.goto('/forgot-username');
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page.getByText('Email is required.')).toBeVisible();
  },
  'forgot username, sorry': async (page) => {
    await page.goto('/forgot-username');
    await page.getByLabel('Email').fill(sharedAddress);
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page.getByRole('heading', { name: 'Sorry' })).toBeVisible();
  },
  'forgot password, sent': (page) => askForLink(page, 'several'),
  'reset, confirmation': (page, inbox) => openLink(page, inbox, 'several', 'kofi.mensah'),
  'reset, no code sent': async (page, inbox) => {
    await openLink(page, inbox, 'stopped', 'omar.haddad');
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByRole('heading', { name: 'The code was not sent' })).toBeVisible();
  },
  'reset, code refused': async (page, inbox) => {
    await openLink(page, inbox, 'several', 'kofi.mensah');
    await codeField(page).fill(wrongCode(await askForCode(page, inbox, '+12125550142')));
    await expect(codeField(page)).toHaveAccessibleDescription(/is invalid/);
  },
  'reset, new password': async (page, inbox) => {
    await openLink(page, inbox, 'several', 'kofi.mensah');
    await codeField(page).fill(await askForCode(page, inbox, '+12125550142'));
    await typeNewPassword(page, 'password123456', 'password12345');
    await page.getByRole('button', { name: 'Set password and log in' }).click();
    await expect(page.getByText('The passwords are not the same.')).toBeVisible();
  },
  'reset, waiting': async (page, inbox) => {
    await openLink(page, inbox, 'cardholder', 'priya.nair');
    await page.getByRole('button', { name: 'Ask an administrator' }).click();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('No administrator has confirmed yet.')).toBeVisible();
  },
  'autologin, worthless': async (page) => {
    await page.goto('/autologin/none');
    await expect(page.getByText('That sign-in link has expired.')).toBeVisible();
  },
  'agreement, not accepted': async (page, inbox) => {
    await enter(page, inbox, 'teacher');
    await expect(page.getByRole('link', { name: 'Read the agreement' })).toBeVisible();
    await page.goto('/cardholder-fifththird-grants-agreement');
    await expect(page.getByRole('button', { name: 'I accept' })).toBeVisible();
  },
  'agreement, public': async (page) => {
    await page.goto('/cardholder-bankcorp-credit-aggreement');
    await expect(page.getByRole('article')).toBeVisible();
  },
  'privacy policy': async (page) => {
    await page.goto('/legal/privacy-policy');
    await expect(page.getByRole('article')).toBeVisible();
  },
  'login activity, thirteen devices': async (page, inbox) => {
    await enter(page, inbox, 'traveler');
    await page.goto('/login-activity');
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(page.getByText('Samsung Internet for Android', { exact: true })).toBeVisible();
  },
  'login activity, no other device': async (page, inbox) => {
    await enter(page, inbox, 'onefactor');
    await page.goto('/login-activity');
    await expect(page.getByText('No other device has logged in.')).toBeVisible();
  },
  'login activity, a report': async (page, inbox) => {
    await enter(page, inbox, 'traveler');
    await page.goto('/login-activity');
    await page
      .getByRole('button', { name: /^This wasn’t me/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'login activity, signed out': (page) => page.goto('/login-activity'),
  'security checklist': async (page, inbox) => {
    await enter(page, inbox, 'admin');
    await page.goto('/security-checklist');
    await expect(page.getByText('Remove former users')).toBeVisible();
  },
  'security checklist, something to do': async (page, inbox) => {
    await enter(page, inbox, 'onefactor');
    await page.goto('/security-checklist');
    await expect(page.getByText('To do')).toBeVisible();
  },
  'security checklist, signed out': (page) => page.goto('/security-checklist'),
  'my profile': async (page, inbox) => {
    await enter(page, inbox, 'cardholder');
    await page.goto('/account');
    await expect(page.getByRole('listitem').filter({ hasText: 'Confirmed' })).toBeVisible();
  },
  'account security, backup codes': async (page, inbox) => {
    await enter(page, inbox, 'cardholder');
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Make backup codes' }).click();
    await expect(page.getByRole('list', { name: 'Your backup codes' })).toBeVisible();
  },
  'account security, an authenticator app': async (page, inbox) => {
    await enter(page, inbox, 'cardholder');
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('W'.repeat(40));
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  },
  'verify your phone, the code': async (page, inbox) => {
    await page.goto('/login');
    await signIn(page, 'unverified', demoPassword);
    await codeField(page).fill(await inbox.code('hana.suzuki'));
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByRole('heading', { name: 'Enter your Secure Access Code' })).toBeVisible();
  },
  'the profile menu, with an alert': async (page, inbox) => {
    await enter(page, inbox, 'traveler');
    await page.getByRole('button', { name: /^Profile menu of .*new logins/ }).click();
    await expect(page.getByRole('menuitem', { name: /^Login activity/ })).toBeVisible();
  },
  'registration, card refused': async (page) => {
    await page.goto('/registration');
    await wizard.goOn(page);
    await expect(page.getByText('Card number field is required!')).toBeVisible();
  },
  'registration, code refused': async (page) => {
    await page.goto('/registration');
    await wizard.enterCard(page, wizard.waitingCard('Rosa Delgado'));
    await wizard.goOn(page);
    await expect(page.getByText('Verification code is required!')).toBeVisible();
  },
  'registration, details incomplete': async (page, inbox) => {
    await toDetails(page, inbox);
    await wizard.goOn(page);
    await expect(page.getByText('Date of birth is required')).toBeVisible();
  },
  'registration, log in instead': async (page, inbox) => {
    await toDetails(page, inbox);
    await page.getByRole('button', { name: 'Log in instead' }).click();
    await expect(wizard.heading(page)).toHaveText('Log in to add it');
  },
  'registration, account incomplete': async (page, inbox) => {
    await page.goto('/registration');
    await wizard.toAccount(page, inbox, wizard.waitingCard('Rosa Delgado'));
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Username is required.')).toBeVisible();
  },
  'registration, all set': async (page, inbox) => {
    await page.goto('/registration');
    await wizard.toAccount(page, inbox, wizard.waitingCard('Rosa Delgado'));
    await wizard.createAccount(page, 'rosa.delgado');
    await expect(wizard.heading(page)).toHaveText('All set');
  },
  'registration of someone who is signed in': async (page, inbox) => {
    await enter(page, inbox, 'onefactor');
    await page.goto('/registration');
    await expect(page.getByText('Not you? Log out')).toBeVisible();
  },
  'team members': async (page, inbox) => {
    await enter(page, inbox, 'admin');
    await page.goto('/team-members');
    await expect(page.getByText('Priya Nair')).toBeVisible();
  },
  'team members, inviting': async (page, inbox) => {
    await enter(page, inbox, 'admin');
    await page.goto('/team-members');
    await page.getByRole('button', { name: 'Invite a person' }).click();
    await page.getByRole('button', { name: 'Send invite' }).click();
    await expect(page.getByText('Email is required.')).toBeVisible();
  },
  'vendor card details, before': (page) => page.goto(vendorLink()),
  'vendor card details': async (page) => {
    await page.goto(vendorLink());
    await page.getByRole('button', { name: 'Show card details' }).click();
    await expect(page.getByText('Name on card')).toBeVisible();
  },
  'vendor card details, expired': async (page) => {
    await page.goto('/card-details-request');
    await expect(page.getByText('This link has expired.')).toBeVisible();
  },
  cards: async (page, inbox) => {
    await enter(page, inbox, 'admin');
    await page.goto('/cards');
    await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
  },
  'cards, sending': async (page, inbox) => {
    await enter(page, inbox, 'admin');
    await page.goto('/cards');
    await page.getByRole('button', { name: 'Send card details' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Email is required.')).toBeVisible();
  },
  'dashboard of a cardholder': async (page, inbox) => {
    await enter(page, inbox, 'cardholder');
    await expect(page.getByRole('button', { name: 'Show card details' })).toBeVisible();
  },
  'dashboard of a cardholder, card details held': async (page, inbox) => {
    await enter(page, inbox, 'cardholder');
    await page.context().request.post('/api/factors/backup-codes', { headers: { 'x-requested-by': 'florin' } });
    await page.getByRole('button', { name: 'Show card details' }).click();
    await expect(page.getByText('For your safety, card details can be shown')).toBeVisible();
  },
  'several notices': (page, inbox) => enter(page, inbox, 'notices'),
  'bank accounts, not connected': async (page, inbox) => {
    await enter(page, inbox, 'unlinked');
    await page.goto('/business-settings/external-accounts');
    await expect(page.getByText('Not connected')).toBeVisible();
  },
  'bank accounts, adding': async (page, inbox) => {
    await enter(page, inbox, 'starter');
    await page.goto('/business-settings/external-accounts');
    await page.getByRole('button', { name: 'Add a bank account' }).click();
    await page.getByRole('button', { name: 'Send deposits' }).click();
    await expect(page.getByText('Routing number is required.')).toBeVisible();
  },
  'small deposits, a wrong try': async (page, inbox) => {
    await enter(page, inbox, 'deposits');
    await wrongAmounts(page, 1);
    await expect(page.getByText('2 tries left', { exact: true })).toBeVisible();
  },
  'small deposits, locked': async (page, inbox) => {
    await enter(page, inbox, 'deposits');
    await wrongAmounts(page, 3);
    await expect(page.getByRole('heading', { name: 'Bank account locked' })).toBeVisible();
  },
  'funds verification, no link': (page) => page.goto('/funds-verification'),
  'onboarding checklist': async (page, inbox) => {
    await enter(page, inbox, 'starter');
    await page.goto('/onboarding-checklist');
    await expect(page.getByText('1 of 6 steps done')).toBeVisible();
  },
  'contact us, incomplete': async (page, inbox) => {
    await enter(page, inbox, 'onefactor');
    await page.goto('/contact-us');
    await expect(page.getByText('1 Florin Square, Suite 200')).toBeVisible();
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText('Please write a message.')).toBeVisible();
  },
  'contact us, sent': async (page, inbox) => {
    await enter(page, inbox, 'onefactor');
    await page.goto('/contact-us');
    await expect(page.getByLabel('Your email address')).toHaveValue(/@/);
    await page.getByLabel('Subject').fill('A fee');
    await page.getByLabel('Message').fill('Where does it come from?');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { name: 'Your message was sent' })).toBeVisible();
  },
  preferences: async (page, inbox) => {
    await enter(page, inbox, 'admin');
    await page.goto('/account/preferences');
    await expect(page.getByText('No icon yet.')).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Fresh' })).toBeChecked();
  },
  'the product tour': async (page, inbox) => {
    await enter(page, inbox, 'newcomer');
    await page.getByRole('button', { name: 'Show me around' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('dialog')).toBeFocused();
  },
  'not found, reported': async (page) => {
    await page.goto('/nowhere');
    await page.getByRole('button', { name: 'Report a broken link' }).click();
    await expect(page.getByText(/^Thank you/)).toBeVisible();
  },
  'auto-logout': (page) => page.goto('/auto-logout'),
  'not found': (page) => page.goto('/nowhere'),
  outbox: async (page, inbox) => {
    await page.goto('/login');
    await signIn(page, 'admin', demoPassword);
    await inbox.code();
    await page.goto('/outbox');
    await expect(page.getByText('Secure Access Code').first()).toBeVisible();
  },
};
const vendorLink = () => `/card-details-request/${demoVendorLinks[0]!.code}`;
/** Tries amounts that nobody has sent. */
async function wrongAmounts(page: Page, times: number): Promise<void> {
  await page.getByRole('link', { name: 'Enter amounts' }).click();
  for (let i = 1; i <= times; i += 1) {
    await page.getByLabel('First amount').fill('0.11');
    await page.getByLabel('Second amount').fill('0.12');
    await page.getByRole('button', { name: 'Confirm account' }).click();
    if (i < 3) await expect(page.getByText(i === 1 ? '2 tries left' : '1 try left', { exact: true })).toBeVisible();
  }
}
async function toDetails(page: Page, inbox: Inbox): Promise<void> {
  const card = wizard.waitingCard('Rosa Delgado');
  await page.goto('/registration');
  await wizard.enterCard(page, card);
  await wizard.enterCode(page, inbox, card);
}
const widths = [1440, 768, 320];
const themes = ['fresh', 'legacy'];
/** Where axe searches: the widest and the narrowest; the other theme has other colours only, so one width tells. */
const isSearched = (theme: string, width: number) => width === 1440 || (theme === 'fresh' && width === 320);

const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** What axe finds, as one line each. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    // Colours on their way from one theme to the next are nobody's.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    const { axe } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = await axe.run();
    return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

const isSideways = (page: Page) =>
  page.evaluate(async () => {
    // Menus and tooltips follow a new width a frame later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return document.documentElement.scrollWidth > document.documentElement.clientWidth;
  });

test.describe('axe finds nothing and nothing runs out of the page, light and dark, at every width, in both themes', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });
  for (const [name, open] of Object.entries(screens))
    test(name, async ({ page, inbox }) => {
      test.slow();
      await open(page, inbox);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      const found: string[] = [];
      for (const theme of themes)
        for (const width of widths) {
          await page.evaluate((chosen) => (document.documentElement.dataset['theme'] = chosen), theme);
          await page.setViewportSize({ width, height: 900 });
          if (await isSideways(page)) found.push(`${theme}, ${width} px: scrolls sideways`);
          for (const colorScheme of isSearched(theme, width) ? (['light', 'dark'] as const) : []) {
            await page.emulateMedia({ colorScheme });
            const seen = await violations(page);
            found.push(...seen.map((violation) => `${colorScheme}, ${theme}, ${width} px: ${violation}`));
          }
        }
      expect(found).toEqual([]);
    });
});
