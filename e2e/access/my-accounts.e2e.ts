import { demoPassword } from '../../server/src/demo/people.ts';
import { enter, expect, signIn, test } from '../fixtures.ts';
import { currentAccount } from '../shell.ts';

test(
  'a login of another person takes this browser to that person, in every tab',
  { tag: '@2.accounts.3' },
  async ({ page, inbox, context }) => {
    await enter(page, inbox, 'seven');
    const other = await context.newPage();
    await other.goto('/dashboard');
    await expect(currentAccount(other)).toContainText('Northwind Trading');

    await page.getByRole('button', { name: 'Profile menu of Ada Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Add another account' }).click();
    await expect(page.getByText(/You are logged in as Ada Okafor/)).toBeVisible();
    await signIn(page, 'credit.admin', demoPassword);
    await page.getByLabel('Secure Access Code').fill(await inbox.code('jonas.weber'));
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(currentAccount(page)).toContainText('Brightline Studio');
    await expect(other.getByRole('button', { name: 'Profile menu of Jonas Weber' })).toBeVisible();
    // Nothing of the person before is left in this document.
    await expect(page.locator('body')).not.toContainText('Okafor');
  },
);
