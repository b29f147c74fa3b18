import { agreementOf } from '@florin/contract/program/agreements';
import type { UserInfo } from '@florin/contract/program/user-info';
import { expect, test } from 'vitest';
import { refuse, type Answers } from '../../testing/answers.ts';
import { screen } from '../../testing/component.ts';
import { administrator, answersFor, cardholder, inBusiness } from '../../testing/people.ts';
import { contact, login, loginsOf, newLogins, ofPerson, phone, seven } from '../../testing/person.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { expectUsable } from '../../testing/screens/expect-usable.ts';
import { withLongContent } from '../../testing/screens/long-content.ts';

const tags = '@beyond.52';
const main = screen.getByRole('main');
const press = (name: string | RegExp) => screen.getByRole('button', { name }).first().click();
const sees = (text: string | RegExp) => expect.element(screen.getByText(text, { exact: false }).first()).toBeVisible();
const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const withSeven: UserInfo = {
  ...administrator,
  linkedUsers: seven.map(({ userId, isUserAccountOpen, businessStatus, cardLast4 }) => ({
    ...administrator.linkedUsers[0]!,
    userId,
    isUserAccountOpen,
    businessStatus,
    cardLast4,
  })),
};
const ofSeven: Answers = { ...answersFor(withSeven), linkedAccounts: { accounts: seven } };

test('the switcher', { tags }, async () => {
  await renderApp('/dashboard', withLongContent(ofSeven));
  await expect.poll(() => document.querySelectorAll('main [aria-busy="true"]').length).toBe(0);
  await expectUsable('dashboard, too much', { endless: true });
  await press(/^Switch account/);
  await expect.element(screen.getByRole('option').first()).toBeVisible();
  await expectUsable('switcher, too much', { endless: true });
});

const ofCardholder: Answers = { ...answersFor(cardholder), ...ofPerson };

test('card details held after a change', { tags }, async () => {
  const card = { last4: '0932', nameOnCard: 'MAYA CHEN', isViewable: true, heldUntil: '2099-11-03T15:00:00Z' };
  await renderApp('/dashboard', { ...ofCardholder, cardDetailsViews: { card, views: [] } });
  await sees('For your safety, card details can be shown');
  await expectUsable('dashboard of a cardholder, card details held after the change');
});

test('card details shown', { tags }, async () => {
  const viewCardDetails = {
    cardNumber: '4000001234560932',
    nameOnCard: 'MAYA CHEN',
    expirationDate: '2029-11-30',
    cvV2: '123',
  };
  await renderApp('/dashboard', { ...ofCardholder, viewCardDetails });
  await press('Show card details');
  await sees('4000 0012 3456 0932');
  await expectUsable('dashboard of a cardholder, card details shown');
});

test('contact us', { tags }, async () => {
  await renderApp('/contact-us', { ...ofCardholder, sendSupportMessage: { reference: 'M-12345678' } });
  await sees('1 Florin Square, Suite 200');
  await press('Send message');
  await sees('Message is required');
  await expectUsable('contact us, incomplete');
  await screen.getByLabelText('Subject').fill('A fee');
  await screen.getByLabelText('Message').fill('Where does it come from?');
  await press('Send message');
  await sees('Your message was sent');
  await expectUsable('contact us, sent');
});

test('the profile menu, with an alert', { tags }, async () => {
  await renderApp('/dashboard', { ...ofCardholder, loginActivityAlert: newLogins });
  await press(/^Profile menu of .*new logins/);
  await expect.element(screen.getByRole('menuitem', { name: /^Login activity/ })).toBeVisible();
  await expectUsable('the profile menu, with an alert');
});

const thirteen = loginsOf(Array.from({ length: 13 }, (_, n) => login(n + 1)));

test('login activity, thirteen devices, and a report', { tags }, async () => {
  await renderApp('/login-activity', { ...ofCardholder, ...thirteen, loginActivityAlert: newLogins });
  await press('Load more');
  await expect.poll(() => main.getByRole('rowheader').elements().length).toBeGreaterThan(9);
  await expectUsable('login activity, thirteen devices');
  await press(/^This wasn’t me/);
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await expectUsable('login activity, a report');
});

test('account security, backup codes', { tags }, async () => {
  const codes = Array.from({ length: 10 }, (_, n) => `ABCD-EFGH-JKL${n}`);
  await renderApp('/account/security', { ...ofCardholder, makeBackupCodes: { codes } });
  await press('Make backup codes');
  await expect.element(screen.getByRole('list', { name: 'Your backup codes' })).toBeVisible();
  await expectUsable('account security, backup codes');
});

test('account security, an authenticator app', { tags }, async () => {
  const uri = 'otpauth://totp/Florin:maya?secret=JBSWY3DPEHPK3PXP&issuer=Florin';
  await renderApp('/account/security', {
    ...ofCardholder,
    startAuthenticator: { id: id(9), secret: 'JBSWY3DPEHPK3PXP', uri },
  });
  await press('Add authenticator app');
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('W'.repeat(40));
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.element(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectUsable('account security, an authenticator app');
});

test('a fresh proof', { tags }, async () => {
  await renderApp('/account/security', {
    ...ofCardholder,
    makeBackupCodes: refuse('STEP_UP_REQUIRED'),
    stepUpMethods: {
      methods: [
        { method: 'Authenticator', entityMasked: null },
        { method: 'Email', entityMasked: 'p•••@northwind.example' },
      ],
    },
  });
  await press('Make backup codes');
  const dialog = screen.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(dialog.getByLabelText('Current password')).toHaveAccessibleDescription(/Password is required/);
  await expectUsable('account security, a fresh proof');
});

test('verify your phone', { tags }, async () => {
  const unconfirmed = contact(4, { ...phone, verified: false });
  await renderApp('/fast-phone-verification', {
    ...ofCardholder,
    contacts: { contacts: [contact(1), unconfirmed] },
    sendContactCode: { entityMasked: '•••42', resendInSeconds: 30 },
  });
  await expectUsable('verify your phone');
  await press('Send code');
  await expect.element(screen.getByRole('heading', { name: 'Enter your Secure Access Code' })).toBeVisible();
  await expectUsable('verify your phone, the code');
});

test('agreement, not accepted', { tags }, async () => {
  const agreement = agreementOf(cardholder);
  const status = { agreement, version: 2, asked: true, accepted: null };
  await renderApp('/dashboard', {
    ...ofCardholder,
    agreementStatus: status,
    ownAgreement: {
      status,
      text: {
        name: agreement,
        version: 2,
        effectiveDate: '04/2024',
        preamble: [],
        sections: [
          {
            id: 'section-1',
            number: '1',
            title: 'Fees',
            blocks: [{ kind: 'paragraph', words: [{ kind: 'text', text: 'There are none.' }] }],
          },
        ],
      },
    },
  });
  await screen.getByRole('link', { name: 'Read the agreement' }).click();
  await expect.element(screen.getByRole('button', { name: 'I accept' })).toBeVisible();
  await expectUsable('agreement, not accepted');
});

test('the product tour', { tags }, async () => {
  await renderApp('/dashboard', {
    ...ofCardholder,
    appearance: { theme: 'fresh', scheme: 'system', tourSeenAt: null },
  });
  await press('Show me around');
  await press('Next');
  await expect.element(screen.getByRole('dialog')).toHaveFocus();
  await expectUsable('the product tour');
});

test.each([
  ['dashboard, every account closed', inBusiness(cardholder, 'CLOSED')],
  ['dashboard, suspended', inBusiness(cardholder, 'SUSPENDED', 'Compliance')],
])('%s', { tags }, async (name, person) => {
  await renderApp('/dashboard', { ...ofCardholder, ...answersFor(person) });
  await expectUsable(name);
});
