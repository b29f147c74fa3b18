import type { Page } from '@playwright/test';
import { enter, expect, test } from '../fixtures.ts';
import { becomeNobody } from '../nobody.ts';
import { accounts, balanceOf, currentAccount, inWords, switcher } from '../shell.ts';

const option = (page: Page, name: string | RegExp) => accounts(page).getByRole('option', { name });

test('a person of seven accounts switches between them', async ({ page, inbox, server, context }) => {
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

  await test.step('a closed account gives way to the first open one; where all are closed, a banner says so @4.35 @4.36 @8.32', async () => {
    await server.sql(
      `update membership set status = 'CLOSED' from person, business
       where person.id = membership.person_id and business.id = membership.business_id
         and person.username = 'seven' and business.name = 'Brightline Studio' and membership.role = 'ADMIN'`,
    );
    await page.reload();
    await expect(currentAccount(page)).toContainText('Northwind Trading');
    await becomeNobody(page);
    await enter(page, inbox, 'allclosed');
    await expect(page.getByText('This account was closed!')).toBeVisible();
  });
});
