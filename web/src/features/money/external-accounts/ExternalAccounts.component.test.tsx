import { expect, test } from 'vitest';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor, bank, inBusiness } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

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
