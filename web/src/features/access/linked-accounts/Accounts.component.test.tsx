import { expect, test } from 'vitest';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { linkedAccountsServer } from '../../../testing/accounts.ts';
import { faults } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { answersFor, cardholder, inBusiness } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const main = screen.getByRole('main');
const rows = main.getByRole('listitem');
const texts = () => expect.poll(() => rows.elements().map(({ textContent }) => textContent));
const search = screen.getByRole('searchbox', { name: 'Search accounts' });
const link = (name: string) => main.getByRole('link', { name });

test('a stranger at My accounts is led to the login page', { tags: '@2.routes.22' }, async () => {
  await renderApp('/my-accounts', {});
  await link('Log in').click();
  await expect.element(screen.getByLabelText('Username')).toBeVisible();
});

test(
  'My accounts shows who is logged in, the open accounts and three links to more',
  { tags: ['@2.accounts.4', '@2.accounts.5', '@2.accounts.6'] },
  async () => {
    await renderApp('/my-accounts', linkedAccountsServer());
    await expect.element(main.getByText('Username: maya')).toBeVisible();
    await expect.element(main.getByRole('paragraph').filter({ hasText: /^Maya Chen$/ })).toBeVisible();
    await texts().toEqual(
      [
        /Northwind Trading.*Administrator.*Current/,
        /Brightline Studio.*Administrator/,
        /Northwind Trading.*Maya Chen.*··\s4821/,
        /Copper Kettle Catering.*Suspended/,
        /Juniper Robotics.*In review/,
      ].map((text) => expect.stringMatching(text)),
    );
    await expect.element(link('Log in to another account')).toHaveAttribute('href', '/add-account');
    const keepsSession = screen.getByRole('button', { name: 'Link another login' });
    await expect.element(keepsSession).toHaveClass(buttonClass({ variant: 'primary' }));
    await expect.element(link('Log in to another account')).toHaveClass(buttonClass());
    await expect.element(link('Enter new card details')).toHaveAttribute('href', '/registration');
    await expect.element(link('Need help?')).toHaveAttribute('href', 'https://support.example');
    await expect.element(link('View all, including 2 closed')).toHaveAttribute('href', '/account/linked-accounts');
  },
);

test('where no account is open, My accounts says so', async () => {
  await renderApp('/my-accounts', answersFor(inBusiness(cardholder, 'CLOSED')));
  await expect
    .element(screen.getByText('None of your accounts is open. Please contact Customer Service.'))
    .toBeVisible();
});

test('linked accounts are found, and the search is in the address', { tags: '@2.routes.67' }, async () => {
  const app = await renderApp('/account/linked-accounts', linkedAccountsServer());
  await expect.poll(() => rows.elements()).toHaveLength(7);
  await search.fill('northwind');
  await expect.poll(() => rows.elements()).toHaveLength(2);
  await expect.element(screen.getByText('2 of 7 accounts')).toBeVisible();
  await search.fill('4821');
  await texts().toEqual([expect.stringMatching(/··\s4821/)]);
  expect(window.location.search).toBe('?q=4821');
  await app.open('/account/linked-accounts?q=4821');
  await expect.element(search).toHaveValue('4821');
  await texts().toEqual([expect.stringMatching(/··\s4821/)]);
  await search.fill('nobody');
  await expect.element(screen.getByText('No account matches “nobody”.')).toBeVisible();
  await screen.getByRole('button', { name: 'Clear the search' }).click();
  await expect.poll(() => rows.elements()).toHaveLength(7);
  expect(window.location.search).toBe('');
});

test('closed accounts are listed and cannot be entered', { tags: '@2.accounts.7' }, async () => {
  const app = await renderApp('/account/linked-accounts', linkedAccountsServer());
  for (const name of ['Old Town Print Shop', 'Meadowlark Schools']) {
    const row = rows.filter({ hasText: name });
    await expect.element(row).toMatchTextContent('Closed');
    await expect.element(row.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
    await row.getByRole('button').click({ force: true });
  }
  expect(app.requestsOf('switchUser')).toEqual([]);
});

test('linked accounts that cannot be loaded can be loaded again', async () => {
  const answers = linkedAccountsServer();
  const app = await renderApp('/account/linked-accounts', { ...answers, linkedAccounts: faults['answers nonsense'] });
  await expect.element(main.getByRole('alert')).toMatchTextContent('We could not load your linked accounts.');
  app.answer(answers);
  await main.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => rows.elements()).toHaveLength(7);
});
