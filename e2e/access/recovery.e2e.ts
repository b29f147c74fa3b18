import type { Locator } from '@playwright/test';
import { anotherDevice, isSignedIn } from './devices.ts';
import { expect, test } from '../fixtures.ts';
import { alert, askForLink, codeField, linkIn, solveCaptcha } from './recovery.ts';
import { catalogue } from '../../web/src/testing/catalogue.ts';

const newPassword = 'velvet orchard 71 lanterns';
const phone = '+12125550142';
const mail = 'kofi.mensah';
const username = 'several';

test('username and password forgotten: both come back by mail, two proofs set a new password, and in', async ({
  page,
  inbox,
  browser,
  server,
}) => {
  const elsewhere = await anotherDevice({ browser, server, inbox }, username);
  await test.step('the username is sent, whatever the case of its address, and the login page says so @1.10 @4.26', async () => {
    await page.goto('/forgot-username');
    await page.getByLabel('Email').fill(' Kofi.Mensah@Northwind-Trading.example ');
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(alert(page).getByText(catalogue['@8.17'])).toBeVisible();
    expect((await inbox.next(mail)).text).toContain(username);
  });

  await askForLink(page, username);
  const path = linkIn(await inbox.next(mail));
  const open = page.getByRole('button', { name: 'Continue' });
  await test.step('the link leaves the address bar and the history @2.routes.17', async () => {
    await page.goto(path);
    await expect(page).toHaveURL(/\/reset-password$/);
    await page.goto('/login');
    await page.goBack();
    await expect(page).toHaveURL(/\/reset-password$/);
  });
  await test.step('the page keeps the link in memory only: loaded again, it asks for it', async () => {
    await page.goto(path);
    await expect(open).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Open your link again' })).toBeVisible();
    await expect(page.getByText('If you already confirmed here that it is you, you continue with')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Send me a new link' })).toHaveAttribute('href', '/forgot-password');
  });
  await test.step('followed to the end with the keyboard alone @0.4 @2.reset.2 @2.reset.4 @4.24', async () => {
    const reach = async (target: Locator) => {
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab');
        if (await target.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error('The Tab key does not lead there.');
    };
    await page.goto(path);
    await expect(open).toBeVisible();
    await reach(open);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeFocused();
    await expect(page.getByRole('radio', { name: /email/i })).toHaveCount(0);
    await reach(page.getByRole('radio').first());
    await reach(page.getByRole('button', { name: 'Send code' }));
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type(await inbox.code(phone));
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused();
    await reach(page.getByLabel('New password', { exact: true }));
    await page.keyboard.type(newPassword);
    await reach(page.getByLabel('Repeat password', { exact: true }));
    await page.keyboard.type(newPassword);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });
  await test.step('the sessions of the old password have ended, also on a device that was trusted', async () => {
    expect(await isSignedIn(elsewhere)).toBe(false);
  });
});
