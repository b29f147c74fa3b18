import { agreementOf } from '@florin/contract/agreements';
import type { Contact } from '@florin/contract/contacts';
import type { LinkedAccount } from '@florin/contract/linked-accounts';
import type { LoginRecord } from '@florin/contract/login-activity';
import { checklistItems } from '@florin/contract/security-checklist';
import type { UserInfo } from '@florin/contract/user-info';
import { expect, test } from 'vitest';
import { refuse, type Answers } from '../../testing/answers.ts';
import { screen } from '../../testing/component.ts';
import { administrator, answersFor, cardholder, inBusiness, usd } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { expectUsable } from '../../testing/screens/expect-usable.ts';
import { withLongContent } from '../../testing/screens/long-content.ts';

const tags = '@beyond.52';
const main = screen.getByRole('main');
const press = (name: string | RegExp) => screen.getByRole('button', { name }).first().click();
const sees = (text: string | RegExp) => expect.element(screen.getByText(text, { exact: false }).first()).toBeVisible();
const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;

const account = (n: number, more: Partial<LinkedAccount> = {}): LinkedAccount => ({
  userId: id(n),
  businessName: ['Northwind Trading', 'Juniper Robotics', 'Harbor House', 'Cascade Inn'][n % 4]!,
  firstName: 'Maya',
  lastName: 'Chen',
  cardLast4: n % 2 ? null : `482${n}`,
  accountBalance: usd(n * 1_250_00),
  spendingOnHold: false,
  customIconUri: null,
  role: n % 2 ? 'ADMIN' : 'CARDHOLDER',
  fundingSource: n % 2 ? 'Credit' : 'Prepaid',
  isUserAccountOpen: true,
  businessStatus: 'OPEN',
  isCurrent: false,
  ...more,
});
const seven = [
  account(1, { isCurrent: true }),
  account(2),
  account(3, { spendingOnHold: true }),
  account(4, { isUserAccountOpen: false }),
  account(5, { businessStatus: 'SUSPENDED' }),
  account(6, { businessStatus: 'CLOSED' }),
  account(7, { businessStatus: 'PENDING_REVIEW' }),
];
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

test.each([
  ['dashboard', '/dashboard', 'Fund cards'],
  ['my accounts', '/my-accounts', 'Juniper Robotics'],
  ['linked accounts', '/account/linked-accounts', 'Juniper Robotics'],
  ['add account', '/add-account', 'You are logged in as'],
])('%s of seven', { tags }, async (name, path, words) => {
  await renderApp(path, ofSeven);
  await expect.element(main).toMatchTextContent(new RegExp(words));
  await expectUsable(name);
});

test('the switcher', { tags }, async () => {
  await renderApp('/dashboard', withLongContent(ofSeven));
  await sees('more');
  await expectUsable('dashboard, too much', { endless: true });
  await press(/^Switch account/);
  await expect.element(screen.getByRole('option').first()).toBeVisible();
  await expectUsable('switcher, too much', { endless: true });
});

const contact = (n: number, more: Partial<Contact> = {}): Contact => ({
  id: id(n),
  kind: 'Email',
  address: `priya${n}@northwind.example`,
  entityMasked: 'p•••@northwind.example',
  verified: true,
  stopped: false,
  code: null,
  ...more,
});
const phone = { kind: 'PhoneNumber', address: '+12125550142', entityMasked: '•••42' } as const;
const contacts = { contacts: [contact(1), contact(2, { verified: false }), contact(3, { ...phone, stopped: true })] };
const settings: Answers = {
  securitySettings: {
    mfaEnabled: true,
    mfaRequired: false,
    factors: [
      { id: id(1), kind: 'Passkey', name: 'My laptop', createdAt: '2026-10-02T15:00:00Z', lastUsedAt: null },
      {
        id: id(2),
        kind: 'Authenticator',
        name: 'W'.repeat(40),
        createdAt: '2026-10-02T15:00:00Z',
        lastUsedAt: '2026-11-02T15:00:00Z',
      },
    ],
    backupCodesLeft: 0,
    backupCodesMadeAt: null,
    passwordChangedAt: '2026-01-02T15:00:00Z',
    steppedUpUntil: '2099-01-01T00:00:00Z',
  },
};

const login = (n: number, more: Partial<LoginRecord> = {}): LoginRecord => ({
  id: id(n),
  deviceId: id(1000 + n),
  agent: { agentFamily: n % 3 ? 'Firefox' : 'Samsung Internet for Android', osFamily: 'Windows' },
  locationCity: 'Boise',
  locationRegion: 'Idaho',
  locationCountry: 'United States',
  ipAddress: '203.0.113.7',
  timestamp: '2026-11-02T15:00:00Z',
  isSignedIn: n % 2 === 0,
  isReported: n === 4,
  ...more,
});
const loginsOf = (items: LoginRecord[]): Answers => ({
  currentDeviceLogin: { ...login(0), firstLogin: { timestamp: '2026-10-01T15:00:00Z' } },
  recentDeviceLogins: ({ query: { pageNumber, pageSize } }) => ({
    items: items.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
    pageInfo: { totalItems: items.length },
    asOf: '2026-11-21T15:00:00.000Z',
    othersSignedIn: items.length > 0,
  }),
  markLoginActivitySeen: { lastSeen: '2026-11-21T15:00:00.000Z' },
});
const newLogins = { newLoginsCount: 12, shouldAlert: true, lastSeen: null, since: '2026-11-01T15:00:00Z' };
const checklist: Answers = {
  securityChecklist: {
    items: checklistItems.map((item, i) => ({ item, state: i === 2 ? 'open' : i > 4 ? 'done' : null })),
    seenAt: null,
  },
  markChecklistSeen: { seenAt: '2026-11-02T15:00:00Z' },
};
const ofCardholder: Answers = {
  ...answersFor(cardholder),
  ...loginsOf([]),
  ...settings,
  ...checklist,
  contacts,
  cardDetailsViews: {
    card: { last4: '0932', nameOnCard: 'MAYA CHEN', isViewable: true, heldUntil: null },
    views: [
      { id: id(1), at: '2026-11-02T15:00:00Z', by: 'HOLDER', vendor: null },
      {
        id: id(2),
        at: '2026-11-01T15:00:00Z',
        by: 'VENDOR',
        vendor: { email: 'orders@paper.example', sentBy: 'Maya Chen' },
      },
    ],
  },
};

test.each([
  ['a page that is not built', '/reports', 'Reports'],
  ['login activity, no other device', '/login-activity', 'No other device has logged in.'],
  ['security checklist, something to do', '/security-checklist', 'To do'],
  ['registration of someone who is signed in', '/registration', 'Not you? Log out'],
  ['dashboard of a cardholder', '/dashboard', 'Show card details'],
  ['my profile', '/account', 'Confirmed'],
  ['account security', '/account/security', 'My laptop'],
])('%s', { tags }, async (name, path, words) => {
  await renderApp(path, ofCardholder);
  await expect.element(main).toMatchTextContent(words);
  await expectUsable(name);
});

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

test.each([
  ['/account', 'My Profile'],
  ['/login-activity', 'Login activity'],
  ['/account/linked-accounts', 'Linked accounts'],
])('%s, long content', { tags }, async (path, name) => {
  await renderApp(path, withLongContent({ ...ofCardholder, ...thirteen, linkedAccounts: { accounts: seven } }));
  await expect.element(screen.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect.poll(() => document.querySelectorAll('main [aria-busy="true"]').length).toBe(0);
  await expectUsable(`${path}, long content`, { endless: true });
});
