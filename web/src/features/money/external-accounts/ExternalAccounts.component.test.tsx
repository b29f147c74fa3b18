import { expect, test } from 'vitest';
import { refuse } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor, bank, inBusiness } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { afterProof, provable, proveByPassword } from '../../../testing/step-up.ts';

const awaiting = {
  ...bank,
  authenticationMethod: 'MICRODEPOSITS',
  openBankingConnection: null,
  status: 'AWAITINGMINIDEPOSIT',
} as const;
const path = '/business-settings/external-accounts';

test('an account that awaits its validation links to the form', async () => {
  const answers = { ...answersFor(administrator), externalAccounts: { accounts: [awaiting], openBanking: null } };
  await renderApp(path, answers);
  await expect
    .element(screen.getByRole('link', { name: /^Enter amounts/ }))
    .toHaveAttribute('href', `${path}/validate-external-account`);
});

test('in a closed business it cannot be validated, and says why', async () => {
  const person = inBusiness(administrator, 'CLOSED');
  await renderApp(path, { ...answersFor(person), externalAccounts: { accounts: [awaiting], openBanking: null } });
  const validate = screen.getByRole('button', { name: /^Enter amounts/ });
  await expect.element(validate).toHaveAttribute('aria-disabled', 'true');
  await expect.element(validate).toHaveAccessibleDescription('Your business is closed.');
  expect(screen.getByRole('link', { name: /^Enter amounts/ }).elements()).toEqual([]);
});

const field = (name: string) => screen.getByLabelText(name, { exact: false });
const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();
const main = screen.getByRole('main');
const locked = { ...awaiting, status: 'VALIDATIONFAILED' } as const;
const confirmed = { ...awaiting, status: 'ACTIVE' } as const;

test('the form of a bank account says what is wrong, and sends two deposits', { tags: '@2.routes.65' }, async () => {
  const app = await renderApp(path, {
    ...answersFor(administrator),
    ...provable,
    externalAccounts: { accounts: [], openBanking: null },
    addExternalAccount: afterProof(awaiting),
  });
  await expect.element(screen.getByText('No bank account is connected yet.')).toBeVisible();
  await press('Add a bank account');
  await screen.getByLabelText('Bank', { exact: true }).fill('Granite State Bank');
  await field('Routing number').fill('011000016');
  await field('Account number').fill('000123452290');
  await press('Send micro-deposits');
  await expect.element(field('Routing number')).toHaveAccessibleDescription(/This is not a routing number/);
  expect(app.requestsOf('addExternalAccount')).toEqual([]);
  await field('Routing number').fill('011000015');
  app.answer({ externalAccounts: { accounts: [awaiting], openBanking: null } });
  await press('Send micro-deposits');
  await proveByPassword();
  await expect.element(screen.getByText('Two micro-deposits are on their way.')).toBeVisible();
  await expect.element(main.getByRole('table')).toMatchTextContent('To be confirmed');
});

async function tryAmounts(first: string, second: string): Promise<void> {
  await field('First amount').fill(first);
  await field('Second amount').fill(second);
  await press('Confirm account');
}

test('the amounts: required, read as they were meant, wrong, and confirmed', { tags: '@2.routes.66' }, async () => {
  const app = await renderApp(`${path}/validate-external-account`, {
    ...answersFor(administrator),
    externalAccounts: {
      accounts: [{ ...awaiting, validation: { depositsSent: true, triesLeft: 3 } }],
      openBanking: null,
    },
    validateExternalAccount: refuse('DEPOSIT_AMOUNTS_WRONG', { TriesLeft: 2 }),
  });
  await press('Confirm account');
  await expect.element(field('First amount')).toHaveAccessibleDescription(/Amount is required/);
  await expect.element(field('First amount')).toHaveFocus();
  expect(app.requestsOf('validateExternalAccount')).toEqual([]);
  await field('First amount').fill('57');
  await field('Second amount').fill('0.32');
  await expect.element(field('First amount')).toHaveValue('0.57');
  app.answer({
    externalAccounts: {
      accounts: [{ ...awaiting, validation: { depositsSent: true, triesLeft: 2 } }],
      openBanking: null,
    },
  });
  await press('Confirm account');
  await expect.element(screen.getByRole('alert')).toMatchTextContent('These are not the amounts we sent.');
  await expect.element(screen.getByText('2 tries left', { exact: true })).toBeVisible();
  app.answer({ validateExternalAccount: confirmed, externalAccounts: { accounts: [confirmed], openBanking: null } });
  await tryAmounts('0.11', '0.32');
  await expect.element(screen.getByRole('heading', { name: 'Bank account confirmed' })).toHaveFocus();
  expect(app.requestsOf('validateExternalAccount').map(({ body }) => body.amounts)).toEqual([
    [57, 32],
    [11, 32],
  ]);
});

// That three wrong tries lock it for good is tested on the server (external-accounts.test.ts).
test('the last wrong try locks the account, with the reason', { tags: ['@2.routes.66', '@beyond.53'] }, async () => {
  const app = await renderApp(`${path}/validate-external-account`, {
    ...answersFor(administrator),
    externalAccounts: { accounts: [awaiting], openBanking: null },
    validateExternalAccount: refuse('VALIDATION_LOCKED'),
  });
  await expect.element(field('First amount')).toBeVisible();
  app.answer({
    externalAccounts: { accounts: [locked], openBanking: null },
    primaryCreditBank: { primaryBank: locked },
  });
  await tryAmounts('0.11', '0.12');
  await expect.element(screen.getByRole('heading', { name: 'Bank account locked' })).toHaveFocus();
  await expect.element(main.getByText(/^The amounts were wrong three times/)).toBeVisible();
  await expect
    .element(screen.getByRole('region', { name: 'Notices about your account' }))
    .toMatchTextContent(/Bank account locked: the amounts for Granite State Bank ending in 2290/);
  await app.open(path);
  await expect.element(main.getByRole('table')).toMatchTextContent('Locked');
  await app.open(`${path}/validate-external-account`);
  await expect.element(screen.getByText('No bank account is waiting for its amounts.')).toBeVisible();
});

const link = `/funds-verification#fnd_${'a'.repeat(43)}`;
const about = {
  businessName: 'Sproutline Gardens',
  bankName: 'Granite State Bank',
  accountLast4: '2290',
  depositsSent: true,
  triesLeft: 3,
};

test('the link of the mail confirms the account without a login', { tags: '@2.routes.24' }, async () => {
  const app = await renderApp(link, {
    openFundsVerification: about,
    verifyFunds: refuse('DEPOSIT_AMOUNTS_WRONG', { TriesLeft: 2 }),
  });
  await expect.element(screen.getByText('For Sproutline Gardens')).toBeVisible();
  // The secret has left the address.
  expect(window.location.hash).toBe('');
  await tryAmounts('0.11', '0.32');
  await expect.element(screen.getByText('2 tries left', { exact: true })).toBeVisible();
  app.answer({ verifyFunds: {} });
  await tryAmounts('0.12', '0.32');
  await expect.element(screen.getByRole('heading', { name: 'Bank account confirmed' })).toHaveFocus();
});

test('a used link says so; without one, the page asks for it', { tags: '@2.routes.24' }, async () => {
  const app = await renderApp(link, { openFundsVerification: refuse('FUNDS_LINK_INVALID') });
  await expect.element(screen.getByText(/^This link has expired or was used\./)).toBeVisible();
  sessionStorage.clear();
  await app.open('/funds-verification');
  await expect.element(screen.getByText('Please open this page with the link from your email.')).toBeVisible();
});
