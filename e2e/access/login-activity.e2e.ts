import type { BrowserContext } from '@playwright/test';
import { anotherDevice, deviceRows, isSignedIn, look, profileMenu } from './devices.ts';
import { expect, signInAs, test } from '../fixtures.ts';

const easternTime = /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M ET/;

test('another device is noticed, and logged out', async ({ page, inbox, browser, server }) => {
  let other: BrowserContext;

  await test.step('another device: the shield warns, the badge counts, and a look settles it @0.6 @2.activity.9 @2.activity.10 @2.activity.12 @2.activity.14 @2.shell.9 @2.shell.10 @9.42', async () => {
    await signInAs(page, inbox, 'email.only');
    await look(page);
    await expect(page.getByRole('button', { name: '1 new login', exact: true })).toHaveCount(0);
    // An open list of devices would show the new one, which counts as seen then.
    await page.goto('/reports');
    await expect(profileMenu(page)).toHaveAccessibleName('Profile menu of Ines Duarte');
    other = await anotherDevice({ browser, server, inbox }, 'email.only');
    await page.goto('/reports');
    await expect(profileMenu(page)).toHaveAccessibleName('Profile menu of Ines Duarte, 1 new login');
    await profileMenu(page).click();
    await page.getByRole('menuitem', { name: 'Login activity 1 new login' }).click();
    await expect(page).toHaveURL(/\/login-activity$/);

    const badge = page.getByRole('main').getByRole('button', { name: '1 new login', exact: true });
    await badge.hover();
    await expect(page.getByRole('tooltip')).toHaveText(
      new RegExp(`^1 new device\\(s\\) logged in since ${easternTime.source}$`),
    );
    await expect(deviceRows(page)).toHaveCount(1);
    for (const words of ['Firefox', 'Windows', 'New', 'Logged in', 'Location unavailable'])
      await expect(deviceRows(page)).toContainText(words);
    await expect(deviceRows(page)).toContainText(easternTime);

    // It counts as seen, and stays on the page until the page is left.
    await expect(profileMenu(page)).toHaveAccessibleName('Profile menu of Ines Duarte');
    await expect(badge).toBeVisible();
    await page.reload();
    await expect(deviceRows(page)).toHaveCount(1);
    await expect(deviceRows(page).getByText('New', { exact: true })).toHaveCount(0);
    await expect(badge).toHaveCount(0);
  });

  await test.step('logged out: it is back at the login page, this one is not @2.shell.39', async () => {
    expect(await isSignedIn(other)).toBe(true);
    await deviceRows(page).getByRole('button', { name: 'More for Firefox on Windows' }).click();
    await page.getByRole('menuitem', { name: 'Log out this device' }).click();
    await expect(page.getByRole('status').getByText('Firefox on Windows is logged out.')).toBeVisible();
    await expect(deviceRows(page)).not.toContainText('Logged in');
    await expect(deviceRows(page).getByRole('button', { name: /^More for/ })).toHaveCount(0);
    expect(await isSignedIn(other)).toBe(false);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Login activity' })).toBeVisible();
    await expect(page).toHaveURL(/\/login-activity$/);
  });
});
