import { enter, expect, test } from '../fixtures.ts';

test(
  'a lost bank is reconnected by logging in to it, which ends the suspension',
  { tag: '@beyond.24' },
  async ({ page, inbox }) => {
    await enter(page, inbox, 'suspended.bank');
    const notices = page.getByRole('region', { name: 'Notices about your account' });
    await notices.getByRole('link', { name: 'Reconnect bank' }).click();
    await page.getByRole('button', { name: /^Reconnect/ }).click();
    await page.getByRole('button', { name: 'Connect your bank' }).click();
    await page.getByLabel('Username at the bank').fill('demo');
    await page.getByLabel('Password at the bank', { exact: true }).fill('demo-bank');
    await page.getByRole('button', { name: 'Log in to the bank' }).click();
    await expect(page.getByLabel('Maple Court Operating ·· 3106')).toBeChecked();
    await page.getByRole('button', { name: 'Share with the dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'Your bank is connected' })).toBeFocused();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('main').getByRole('table')).toContainText('Confirmed');
    await expect(notices.locator('p')).toHaveCount(0);
    const mail = await inbox.next('samuel.osei');
    expect(mail.text).toContain('the account ending in 3106 at First Demo Bank');
  },
);
