import { catalogue } from '../web/src/testing/catalogue.ts';
import type { Page } from '@playwright/test';
import { demoPassword } from '../server/src/demo/people.ts';
import { enter, expect, signIn, test } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';
import { currentAccount } from './shell.ts';

const row = (page: Page, name: RegExp) => page.getByRole('main').getByRole('listitem').filter({ hasText: name });

test('my accounts and all linked ones: found, entered, and not entered', async ({ page, inbox }) => {
  await test.step('whoever is not logged in is led to the login page @2.routes.22', async () => {
    await page.goto('/my-accounts');
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
  });

  await test.step('shows who is logged in, the open accounts and the three ways to more @2.accounts.4 @2.accounts.5 @2.accounts.6', async () => {
    await enter(page, inbox, 'seven', '/my-accounts');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: 'My accounts' })).toBeVisible();
    await expect(main.getByRole('paragraph').filter({ hasText: /^Ada Okafor$/ })).toBeVisible();
    await expect(main.getByText('Username: seven')).toBeVisible();
    await expect(main.getByRole('listitem')).toHaveText([
      /Northwind Trading.*Administrator.*Current/,
      /Brightline Studio.*Administrator/,
      /Northwind Trading.*Ada Okafor •• 4821/,
      /Copper Kettle Catering.*Suspended/,
      /Juniper Robotics.*In review/,
    ]);
    await expect(main).not.toContainText('Old Town Print Shop');
    await expect(main.getByRole('link', { name: 'Log in to another account' })).toHaveAttribute('href', '/add-account');
    await expect(main.getByRole('link', { name: 'Enter new card details' })).toHaveAttribute('href', '/registration');
    await expect(main.getByRole('link', { name: 'Need help?' })).toHaveAttribute('href', /^https:/);
    await main.getByRole('link', { name: /^View all/ }).click();
    await expect(page).toHaveURL(/\/account\/linked-accounts$/);
  });

  await test.step('are found by business, name and digits; the search lives in the address @2.routes.67', async () => {
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(rows).toHaveCount(7);
    const search = page.getByRole('searchbox', { name: 'Search accounts' });
    await search.fill('northwind');
    await expect(rows).toHaveCount(2);
    await expect(page.getByText('2 of 7 accounts')).toBeVisible();
    await search.fill('4821');
    await expect(rows).toHaveText([/Ada Okafor •• 4821/]);
    await expect(page).toHaveURL(/\?q=4821$/);
    await page.reload();
    await expect(search).toHaveValue('4821');
    await expect(rows).toHaveText([/Ada Okafor •• 4821/]);
    await search.fill('nobody');
    await expect(page.getByText('No account matches “nobody”.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect(rows).toHaveCount(7);
    await expect(page).toHaveURL(/\/linked-accounts$/);
  });

  await test.step('closed ones are listed and cannot be entered', async () => {
    for (const name of [/Old Town Print Shop/, /Meadowlark Schools/]) {
      await expect(row(page, name)).toContainText('Closed');
      const button = row(page, name).getByRole('button');
      await expect(button).toBeDisabled();
      await button.click({ force: true });
      await expect(page).toHaveURL(/\/linked-accounts$/);
    }
    await expect(currentAccount(page)).toContainText('Northwind Trading');
  });

  await test.step('that cannot be loaded can be asked for again', async () => {
    await page.route('**/api/linked-accounts', (route) => route.abort());
    await page.goto('/account/linked-accounts');
    await expect(page.getByRole('main').getByRole('alert')).toContainText('We could not reach the server');
    await page.unrouteAll();
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(7);
  });

  await test.step('switches to another account; the current one cannot be switched to @1.11', async () => {
    await page.goto('/my-accounts');
    await expect(row(page, /Current/).getByRole('button')).toHaveCount(0);
    await page.getByRole('button', { name: 'Switch to Brightline Studio, Administrator' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(currentAccount(page)).toContainText('Brightline Studio');
    await expect(page.getByText('You are now in Brightline Studio.')).toBeVisible();
  });

  await test.step('where no account is open it says so', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'allclosed', '/my-accounts');
    await expect(page.getByText('None of your accounts is open. Please contact Customer Service.')).toBeVisible();
  });
});

test('adding an account: by nobody, by whoever forgets, and by another person', async ({ page, inbox, context }) => {
  await test.step('nobody needs to be logged in; a wrong password is told as on the login page @2.routes.23 @2.accounts.1', async () => {
    await page.goto('/add-account');
    await signIn(page, 'onefactor', 'wrong-wrong-wrong');
    await expect(page.getByRole('alert')).toContainText(catalogue['@8.4']);
    // The chat moves the form as it appears.
    await expect(page.getByRole('button', { name: 'Need help logging in?' })).toBeVisible();
    await signIn(page, 'onefactor', demoPassword);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await becomeNobody(page);
  await enter(page, inbox, 'seven');
  for (const [link, heading] of [
    ['Forgot username?', 'Forgot username'],
    ['Forgot password?', 'Forgot password'],
  ] as const)
    await test.step(`"${link}" leads there and back, also for whoever is logged in @2.accounts.2`, async () => {
      await page.goto('/add-account');
      await page.getByRole('link', { name: link }).click();
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await page.getByRole('link', { name: 'Back to adding an account' }).click();
      await expect(page).toHaveURL(/\/add-account$/);
      // Without coming from there, the guard of the login page holds.
      await page.goto(`/${heading.toLowerCase().replace(' ', '-')}`);
      await expect(page).toHaveURL(/\/dashboard$/);
    });

  await test.step('a login of another person takes this browser to that person @2.accounts.3', async () => {
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(currentAccount(other)).toContainText('Northwind Trading');

    await page.getByRole('button', { name: 'Profile menu of Ada Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Add another account' }).click();
    await expect(page).toHaveURL(/\/add-account$/);
    await expect(page.getByText(/You are logged in as Ada Okafor/)).toBeVisible();
    await signIn(page, 'credit.admin', demoPassword);
    await page.getByLabel('Secure Access Code').fill(await inbox.code('jonas.weber'));
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(currentAccount(page)).toContainText('Brightline Studio');
    await expect(page.getByRole('button', { name: 'Profile menu of Jonas Weber' })).toBeVisible();
    // The other tab follows.
    await expect(other.getByRole('button', { name: 'Profile menu of Jonas Weber' })).toBeVisible();
    // Nothing of the person before is left in this document.
    await expect(page.locator('body')).not.toContainText('Okafor');
  });
});
