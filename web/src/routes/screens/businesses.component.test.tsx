import type { ExternalAccount } from '@florin/contract/money/external-accounts';
import { expect, test } from 'vitest';
import { refuse, type Answers } from '../../testing/answers.ts';
import { awaitingBank, peopleOfBusiness } from '../../testing/business.ts';
import { screen, setAppearance } from '../../testing/component.ts';
import { administrator, answersFor, bank, inBusiness, usd } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { expectUsable } from '../../testing/screens/expect-usable.ts';

const tags = '@beyond.52';
const press = (name: string | RegExp) => screen.getByRole('button', { name }).first().click();
const sees = (text: string | RegExp) => expect.element(screen.getByText(text, { exact: false }).first()).toBeVisible();
const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const time = '2026-11-02T15:00:00Z';
const answers = { ...answersFor(administrator), ...peopleOfBusiness };
const disconnected = { ...bank, openBankingConnection: { isActive: false } };
const withBank = (account: ExternalAccount): Answers => ({
  ...answers,
  primaryCreditBank: { primaryBank: account },
  externalAccounts: { accounts: [account], openBanking: 'embedded' },
});

test('team members, inviting', { tags }, async () => {
  await renderApp('/team-members', answers);
  await sees('Priya Nair');
  await press('Invite a person');
  await press('Send invite');
  await sees('Email is required');
  await expectUsable('team members, inviting');
});

test('team members, closing an account', { tags }, async () => {
  await renderApp(`/team-members?open=${id(1)}`, answers);
  await press('Close this account');
  await sees('2 open requests are canceled');
  await expectUsable('team members, closing', { endless: true });
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
    .toMatchTextContent('orders@paper.example MAYA CHEN ·· 0932');
});

test('vendor links, sending', { tags }, async () => {
  await renderApp('/cards/vendor-links', answers);
  await sees('Revoked');
  await press('Send card details');
  await screen.getByRole('button', { name: 'Send link', exact: true }).click();
  await sees('Email is required');
  await expectUsable('vendor links, sending');
});

test('bank accounts, adding', { tags }, async () => {
  await renderApp('/business-settings/external-accounts', answers);
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
  const left = (triesLeft: number) => ({ ...awaitingBank, validation: { depositsSent: true, triesLeft } });
  const app = await renderApp('/business-settings/external-accounts/validate-external-account', {
    ...withBank(awaitingBank),
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
      ...withBank(awaitingBank),
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
