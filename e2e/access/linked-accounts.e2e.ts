import type { Page } from '@playwright/test';
import { demoPassword } from '../../server/src/demo/people.ts';
import { enter, expect, signIn, test } from '../fixtures.ts';
import { becomeNobody } from '../nobody.ts';
import { accounts, balanceOf, currentAccount, inWords, switcher } from '../shell.ts';

const option = (page: Page, name: string | RegExp) => accounts(page).getByRole('option', { name });

test('a person of seven accounts switches between them, and another person takes over the browser', async ({
  page,
  inbox,
  server,
  context,
}) => {
  await enter(page, inbox, 'seven');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(currentAccount(other)).toContainText('Northwind Trading');

  await test.step('name, balance, dashboard and navigation change with the account @0.5 @2.shell.13', async () => {
    await switcher(page).click();
    await expect(accounts(page).getByRole('option')).toHaveCount(7);
    const before = await balanceOf(page);
    await expect(currentAccount(page)).toContainText(`${inWords(before.available)} available`);
    await option(page, /Ada Okafor ··\s4821/).click();
    await expect(page.getByText('You are now in Northwind Trading.')).toBeVisible();
    const card = await balanceOf(page);
    expect(card.available).not.toEqual(before.available);
    await expect(currentAccount(page)).toContainText(`${inWords(card.available)} available`);
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText(inWords(card.available));
    const navigation = page.getByRole('navigation', { name: 'Navigation' });
    await expect(navigation.getByRole('link', { name: 'Team members' })).toHaveCount(0);
  });

  await test.step('another tab follows a switch @4.65', async () => {
    await expect(currentAccount(other)).toContainText('Ada Okafor ·· 4821');
    await switcher(page).click();
    await option(page, /Brightline Studio/).click();
    await expect(currentAccount(page)).toContainText('available credit');
    // The specification (section 4) has it for a changed token: the other tab goes to the login page, and from there to
    // the dashboard.
    await expect(currentAccount(other)).toContainText('Brightline Studio');
    await expect(other).toHaveURL(/\/dashboard$/);
    await other.close();
  });

  await test.step('a closed account gives way to the first open one @4.35 @4.36', async () => {
    await server.sql(
      `update membership set status = 'CLOSED' from person, business
       where person.id = membership.person_id and business.id = membership.business_id
         and person.username = 'seven' and business.name = 'Brightline Studio' and membership.role = 'ADMIN'`,
    );
    await page.reload();
    await expect(currentAccount(page)).toContainText('Northwind Trading');
  });

  await test.step('a login of another person takes this browser to that person, in every tab @2.accounts.3', async () => {
    const third = await context.newPage();
    await third.goto('/dashboard');
    await expect(currentAccount(third)).toContainText('Northwind Trading');
    await page.getByRole('button', { name: 'Profile menu of Ada Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Add another account' }).click();
    await expect(page.getByText(/You are logged in as Ada Okafor/)).toBeVisible();
    await signIn(page, 'credit.admin', demoPassword);
    await page.getByLabel('Secure Access Code').fill(await inbox.code('jonas.weber'));
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(currentAccount(page)).toContainText('Brightline Studio');
    await expect(third.getByRole('button', { name: 'Profile menu of Jonas Weber' })).toBeVisible();
    // Nothing of the person before is left in this document.
    await expect(page.locator('body')).not.toContainText('Okafor');
    await third.close();
  });

  await test.step('where all accounts are closed, a banner says so @4.36 @8.32', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'allclosed');
    await expect(page.getByText('This account was closed!')).toBeVisible();
  });
});
