import { enter, expect, test } from '../fixtures.ts';
import { openLink, typeNewPassword } from './recovery.ts';

test(
  'no other way than e-mail: an administrator confirms, then the password can be set',
  { tag: ['@beyond.20', '@beyond.27'] },
  async ({ page, inbox, server, browser }) => {
    const path = await openLink(page, inbox, 'cardholder', 'priya.nair');
    await page.getByRole('button', { name: 'Ask an administrator' }).click();
    const number = await page
      .getByText(/^They will ask you for this number: \d{4}$/)
      .locator('strong')
      .innerText();
    // Loaded again, it says what was asked and no more than that; the link leads back to it, and asks nobody anew.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Open your link again' })).toBeVisible();
    await expect(page.getByText(`with the number ${number}`)).toBeVisible();
    await page.goto(path);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('No administrator has confirmed yet. Please try again later.')).toBeVisible();
    await expect(page.getByText(number)).toBeVisible();

    expect((await inbox.next('maya.chen')).text).toContain('Priya Nair');
    const office = await browser.newPage({ baseURL: server.origin });
    const panel = office.getByRole('region', { name: 'Password resets' });
    await enter(office, inbox, 'admin');
    await expect(panel).toContainText('Priya Nair');
    await expect(panel).toContainText(`Number ${number}`);
    await panel.getByRole('button', { name: 'Confirm that it is Priya Nair' }).click();
    await office.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await expect(office.getByText('You have confirmed that it is Priya Nair.')).toBeVisible();
    await office.close();

    await page.getByRole('button', { name: 'Check again' }).click();
    await typeNewPassword(page, 'velvet orchard 71 lanterns');
    await page.getByRole('button', { name: 'Set password and log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);
