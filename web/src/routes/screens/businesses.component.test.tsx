import type { ExternalAccount } from '@florin/contract/external-accounts';
import type { Invite } from '@florin/contract/invites';
import { onboardingSteps } from '@florin/contract/onboarding-checklist';
import { presets } from '@florin/contract/permissions';
import { checklistItems } from '@florin/contract/security-checklist';
import type { Member } from '@florin/contract/team-members';
import type { VendorLink } from '@florin/contract/vendor-links';
import { expect, test } from 'vitest';
import { refuse, type Answers } from '../../testing/answers.ts';
import { screen, setAppearance } from '../../testing/component.ts';
import { administrator, answersFor, bank, inBusiness, usd } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { expectUsable } from '../../testing/screens/expect-usable.ts';
import { settingsAnswers } from '../../testing/settings.ts';
import { withLongContent } from '../../testing/screens/long-content.ts';

const tags = '@beyond.52';
const main = screen.getByRole('main');
const press = (name: string | RegExp) => screen.getByRole('button', { name }).first().click();
const sees = (text: string | RegExp) => expect.element(screen.getByText(text, { exact: false }).first()).toBeVisible();
const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const time = '2026-11-02T15:00:00Z';

const invite = (n: number, status: Invite['status']): Invite => ({
  id: id(n),
  email: `person${n}@northwind.example`,
  firstName: 'Lena',
  lastName: 'Fischer',
  role: n % 2 ? 'ADMIN' : 'CARDHOLDER',
  preset: n % 2 ? 'ADMINISTRATOR' : null,
  status,
  invitedBy: 'Maya Chen',
  sentAt: time,
  expiresAt: '2026-11-09T15:00:00Z',
  acceptedAt: status === 'ACCEPTED' ? time : null,
});
const member = (n: number, more: Partial<Member>): Member => ({
  membershipId: id(n),
  personId: id(n + 10),
  firstName: 'Priya',
  lastName: 'Nair',
  isYou: false,
  role: 'CARDHOLDER',
  preset: null,
  hasExceptions: false,
  state: 'OPEN',
  cards: 1,
  cardLast4: '0932',
  balance: null,
  lastLoginAt: null,
  ...more,
});
const link = (n: number, status: VendorLink['status']): VendorLink => ({
  id: id(n),
  email: 'orders@paper.example',
  nameOnCard: 'MAYA CHEN',
  cardLast4: '0932',
  hasOwnCard: false,
  invoice: n % 2 ? 'INV-1' : null,
  amount: n % 2 ? usd(120_00) : null,
  processBefore: n % 2 ? '2026-12-01' : null,
  status,
  sentBy: 'Maya Chen',
  sentAt: time,
  expiresAt: '2026-11-09T15:00:00Z',
  openedAt: status === 'USED' || status === 'VIEWED' ? time : null,
  usedAt: status === 'USED' ? time : null,
  revokedAt: status === 'REVOKED' ? time : null,
});
const awaiting: ExternalAccount = {
  ...bank,
  authenticationMethod: 'MICRODEPOSITS',
  openBankingConnection: null,
  status: 'AWAITINGMINIDEPOSIT',
  validation: { depositsSent: true, triesLeft: 3 },
};
const disconnected = { ...bank, openBankingConnection: { isActive: false } };

const answers: Answers = {
  ...answersFor(administrator),
  securityChecklist: {
    items: checklistItems.map((item, i) => ({ item, state: i === 2 ? 'open' : i > 4 ? 'done' : null })),
    seenAt: null,
  },
  markChecklistSeen: { seenAt: time },
  onboardingChecklist: {
    quantity: onboardingSteps.length,
    counter: 2,
    steps: onboardingSteps.map((step, i) => ({ step, isDone: i < 2, doneAt: i === 0 ? time : null })),
  },
  team: {
    items: [
      member(1, {
        firstName: 'Maya',
        lastName: 'Chen',
        role: 'ADMIN',
        preset: 'OWNER',
        isYou: true,
        hasExceptions: true,
      }),
      member(2, { state: 'CLOSED', cards: 3, cardLast4: '4821', balance: usd(1_234_56), lastLoginAt: time }),
    ],
    nextCursor: 'next',
    totals: { accounts: 5000, people: 4990, waitingInvites: 3 },
  },
  teamMember: {
    ...member(1, { role: 'ADMIN', preset: 'FUNDER', hasExceptions: true }),
    flags: [...presets.FUNDER],
    since: time,
    heldCards: [
      { id: id(9), name: 'Fuel', last4: '0932', status: 'OPEN', left: usd(42_00), groups: ['Field crew', 'Drivers'] },
      { id: id(10), name: null, last4: '4821', status: 'PAUSED', left: null, groups: [] },
    ],
    security: { secondFactor: true, passwordChangedAt: time, openSessions: 2 },
  },
  teamPermissions: { fourEyes: true, administrators: [] },
  memberClosing: {
    cards: [{ id: id(9), name: 'Fuel', last4: '0932', left: usd(42_00) }],
    returned: usd(42_00),
    onHold: usd(5_00),
    requests: 2,
    invites: 1,
    openSessions: 1,
    needsSecond: true,
  },
  invites: {
    items: [
      invite(1, 'PENDING'),
      invite(2, 'ACCEPTED'),
      invite(3, 'EXPIRED'),
      invite(4, 'REVOKED'),
      invite(5, 'AWAITS_APPROVAL'),
    ],
    nextCursor: null,
    waiting: 3,
  },
  lockedRegistrations: {
    lockedCards: [{ cardId: id(5), nameOnCard: 'ROSA DELGADO', cardLast4: '7899', timesUnlocked: 1 }],
  },
  vendorLinks: {
    cards: [
      { cardId: id(6), nameOnCard: 'MAYA CHEN', last4: '0932' },
      { cardId: id(7), nameOnCard: 'PRIYA NAIR', last4: '4821' },
    ],
    links: [link(1, 'CREATED'), link(2, 'VIEWED'), link(3, 'USED'), link(4, 'EXPIRED'), link(5, 'REVOKED')],
  },
  externalAccounts: { accounts: [bank, { ...awaiting, id: id(8), isPrimary: false }], openBanking: 'embedded' },
};
const withBank = (account: ExternalAccount): Answers => ({
  ...answers,
  primaryCreditBank: { primaryBank: account },
  externalAccounts: { accounts: [account], openBanking: 'embedded' },
});

test.each([
  ['security checklist', '/security-checklist', 'Remove former users'],
  ['onboarding checklist', '/onboarding-checklist', '2 of 8 steps done'],
  ['preferences', '/account/preferences', 'No icon yet.'],
])('%s', { tags }, async (name, path, words) => {
  await renderApp(path, answers);
  await expect.element(main).toMatchTextContent(words);
  await expectUsable(name);
});

test('team members, and inviting', { tags }, async () => {
  await renderApp('/team-members', answers);
  await sees('Priya Nair');
  await expectUsable('team members');
  await press('Invite a person');
  await press('Send invite');
  await sees('Email is required');
  await expectUsable('team members, inviting');
});

test('team members: the sheet of one, and closing the account', { tags }, async () => {
  await renderApp(`/team-members?open=${id(1)}`, answers);
  await sees('Field crew, Drivers');
  await expectUsable('team members, sheet', { endless: true });
  await press('Close this account');
  await sees('2 open requests are canceled');
  await expectUsable('team members, closing', { endless: true });
});

test('team members: invites, and the sheet of one', { tags }, async () => {
  await renderApp('/team-members?state=INVITED', answers);
  await sees('Awaits approval');
  await expectUsable('team members, invites');
});

test('an invite is revoked from the menu of its row, which keeps the focus', async () => {
  await renderApp('/team-members?state=INVITED', answers);
  const more = screen.getByRole('button', { name: 'More for Lena Fischer' });
  await expect.element(more).toBeVisible();
  expect(more.elements()).toHaveLength(1);
  await more.click();
  await screen.getByRole('menuitem', { name: 'Revoke' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect.element(more).toHaveFocus();
});

test('links to vendors line up, and a phone shows each as a card', async () => {
  await renderApp('/cards/vendor-links', answers);
  await sees('Revoked');
  const right = screen
    .getByRole('cell', { name: '$120.00' })
    .elements()
    .map((cell) => cell.getBoundingClientRect().right);
  expect(right).toHaveLength(3);
  expect(new Set(right).size).toBe(1);
  const buttons = screen.getByRole('button', { name: 'Send again to orders@paper.example' }).elements();
  expect(new Set(buttons.map((button) => button.getBoundingClientRect().right)).size).toBe(1);
  await setAppearance({ width: 320 });
  await expect
    .element(screen.getByRole('list', { name: 'Card details sent to vendors' }).getByRole('listitem').first())
    .toMatchTextContent('orders@paper.example MAYA CHEN •• 0932');
});

test('vendor links, and sending', { tags }, async () => {
  await renderApp('/cards/vendor-links', answers);
  await sees('Revoked');
  await expectUsable('vendor links');
  await press('Send card details');
  await screen.getByRole('button', { name: 'Send link', exact: true }).click();
  await sees('Email is required');
  await expectUsable('vendor links, sending');
});

test('bank accounts, and adding', { tags }, async () => {
  await renderApp('/business-settings/external-accounts', answers);
  await sees('Enter amounts');
  await expectUsable('bank accounts, to be confirmed');
  await press('Add a bank account');
  await press('Send micro-deposits');
  await sees('Routing number is required');
  await expectUsable('bank accounts, adding');
});

test('bank accounts, not connected', { tags }, async () => {
  await renderApp('/business-settings/external-accounts', withBank(disconnected));
  await sees('Not connected');
  await expectUsable('bank accounts, not connected');
});

test('micro-deposits: a wrong try, and locked', { tags }, async () => {
  const left = (triesLeft: number) => ({ ...awaiting, validation: { depositsSent: true, triesLeft } });
  const app = await renderApp('/business-settings/external-accounts/validate-external-account', {
    ...withBank(awaiting),
    validateExternalAccount: refuse('DEPOSIT_AMOUNTS_WRONG', { TriesLeft: 2 }),
  });
  const tryAmounts = async () => {
    await screen.getByLabelText('First amount in USD').fill('0.11');
    await screen.getByLabelText('Second amount in USD').fill('0.12');
    await press('Confirm account');
  };
  app.answer({ externalAccounts: { accounts: [left(2)], openBanking: null } });
  await tryAmounts();
  await sees('2 tries left');
  await expectUsable('micro-deposits, a wrong try');
  app.answer({
    validateExternalAccount: refuse('VALIDATION_LOCKED'),
    externalAccounts: { accounts: [{ ...left(0), status: 'VALIDATIONFAILED' }], openBanking: null },
  });
  await tryAmounts();
  await expect.element(screen.getByRole('heading', { name: 'Bank account locked' })).toBeVisible();
  await expectUsable('micro-deposits, locked');
});

test('several notices', { tags }, async () => {
  await renderApp(
    '/dashboard',
    {
      ...withBank(awaiting),
      businessCreditLine: { amount: usd(0) },
      outstandingFees: { warehouseAmount: usd(25_00), dismissed: false },
      recoveryRequests: [
        {
          id: id(9),
          personId: id(2),
          firstName: 'Priya',
          lastName: 'Nair',
          askedAt: time,
          requestNumber: '1234',
          confirmed: false,
        },
      ],
    },
    { announcements: [{ id: '1', title: 'Planned work', text: 'Florin rests on Sunday from two to four.' }] },
  );
  await sees('outstanding fees');
  await sees('Number 1234');
  await expectUsable('several notices');
});

test('dashboard, suspended business', { tags }, async () => {
  const person = inBusiness(administrator, 'SUSPENDED', 'PlaidConnectivity');
  await renderApp('/dashboard', { ...answers, ...answersFor(person) });
  await sees('Account suspended');
  await expectUsable('dashboard, suspended business');
});

test.each([
  ['/business-settings', 'Business settings', /Harbor Street|Vendors enter/],
  ['/business-settings/permissions', 'Permissions', /8 changes wait/],
  ['/business-settings/notifications', 'Notifications', /The digest is one email/],
  ['/account/notifications', 'My Profile', /The digest is one email/],
  ['/team-members/changes', 'Changes to approve', /Close the account of Otis Grant/],
])('%s', { tags }, async (path, name, text) => {
  await renderApp(path, { ...answers, ...settingsAnswers });
  await expect.element(screen.getByRole('heading', { level: 1, name })).toBeVisible();
  await sees(text);
  await expectUsable(path);
});

test.each([
  ['/team-members', 'Team members'],
  ['/cards/vendor-links', 'Cards'],
  ['/business-settings/external-accounts', 'Bank accounts'],
  ['/team-members/changes', 'Changes to approve'],
])('%s, long content', { tags }, async (path, name) => {
  await renderApp(path, withLongContent({ ...answers, ...settingsAnswers }));
  await expect.element(screen.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect.poll(() => document.querySelectorAll('main [aria-busy="true"]').length).toBe(0);
  await expectUsable(`${path}, long content`, { endless: true });
});
