import { catalogue } from '../web/src/testing/catalogue.ts';
import type { Locator } from '@playwright/test';
import { demoPassword } from '../server/src/demo/people.ts';
import { enter, expect, signIn, test } from './fixtures.ts';
import { alert, askForCode, askForLink, codeField, linkIn, openLink, typeNewPassword } from './recovery.ts';

const newPassword = 'velvet orchard 71 lanterns';
const phone = '+12125550142';
const mail = 'kofi.mensah';
const username = 'several';

test('a reset link that leads nowhere, or to the end with the keyboard', async ({ page, inbox, server }) => {
  await test.step('that is made up, or has no code: its sentence on the login page @8.21', async () => {
    for (const path of ['/reset-password/nothing-of-ours', '/reset-password']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/login$/);
      await expect(alert(page).first()).toContainText(
        'There is a problem with your reset password link. Please contact your business administrator for assistance',
      );
    }
  });
  await askForLink(page, username);
  const path = linkIn(await inbox.next(mail));
  await test.step('takes its code out of the address bar and the history, and does nothing until a button is pressed @2.routes.17', async () => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/\/forgot\//i.test(request.url())) calls.push(request.url());
    });
    await page.goto(path);
    await expect(page).toHaveURL(/\/reset-password$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Set a new password' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual([]);
    await page.goto('/login');
    await page.goBack();
    await expect(page).toHaveURL(/\/reset-password$/);
  });
  await test.step('that has expired half way: the same sentence', async () => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeFocused();
    await server.advance(2 * 3600 + 60);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page).toHaveURL(/\/login$/);
    const notice = page.getByText(/There is a problem with your reset password link\./);
    await expect(notice).toBeVisible();
    await signIn(page, username, 'not my password');
    await expect(page.getByText(catalogue['@8.4'])).toBeVisible();
    await expect(notice).toHaveCount(0);
  });
  await test.step('can be followed to the end with the keyboard alone', async () => {
    await askForLink(page, username);
    await page.goto(linkIn(await inbox.next(mail)));
    const reach = async (target: Locator) => {
      for (let presses = 0; presses < 12; presses += 1) {
        await page.keyboard.press('Tab');
        if (await target.evaluate((element) => element === document.activeElement)) return;
      }
      throw new Error('The Tab key does not lead there.');
    };
    await reach(page.getByRole('button', { name: 'Continue' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeFocused();
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
  });
});

test(
  'two proofs, a new password, and in: the link is spent, the old password refused',
  { tag: ['@0.4', '@1.10', '@2.reset.2', '@2.reset.4', '@4.24', '@8.21'] },
  async ({ page, inbox, browser, server }) => {
    const elsewhere = await browser.newPage({ baseURL: server.origin });
    await elsewhere.goto('/login');
    await signIn(elsewhere, username, demoPassword);
    await elsewhere.getByRole('button', { name: 'Send code' }).click();
    await codeField(elsewhere).fill(await inbox.code(mail));
    await expect(elsewhere).toHaveURL(/\/dashboard$/);
    await server.advance(31);

    const path = await openLink(page, inbox, username, mail);
    // The page keeps the link in memory only: loaded again, it asks for it.
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Open your link again' })).toBeVisible();
    await expect(page.getByText('If you had confirmed here that it is you, you go on at')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Send me a new link' })).toHaveAttribute('href', '/forgot-password');
    await page.goto(path);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('radio').first()).toBeChecked();
    await expect(page.getByRole('radio', { name: /email/i })).toHaveCount(0);
    const code = await askForCode(page, inbox, phone);
    await expect(page.getByText(/We sent a 6-digit code by text message to •.*42\./)).toBeVisible();
    await codeField(page).fill(code);
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused();
    await typeNewPassword(page, newPassword);
    await page.getByRole('button', { name: 'Set password and log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

    // Whoever was in with the old password is out, also on a device that was trusted.
    await elsewhere.reload();
    await expect(elsewhere).toHaveURL(/\/login$/);
    await elsewhere.close();

    const other = await browser.newPage({ baseURL: server.origin });
    await other.goto(path);
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other).toHaveURL(/\/login$/);
    await expect(alert(other).first()).toContainText(
      'There is a problem with your reset password link. Please contact your business administrator for assistance',
    );
    await signIn(other, username, demoPassword);
    await expect(other.getByText(catalogue['@8.4'])).toBeVisible();
    await signIn(other, username, newPassword);
    await expect(other.getByRole('radio').first()).toBeChecked();
    await other.close();
  },
);

test('somebody else sets a new password in this browser, by their link', async ({ page, inbox }) => {
  await test.step('works for whoever is logged in as somebody else, and takes the browser to its owner @beyond.28', async () => {
    await askForLink(page, username);
    const path = linkIn(await inbox.next(mail));
    await enter(page, inbox, 'onefactor', path);
    await page.getByRole('button', { name: 'Continue' }).click();
    await codeField(page).fill(await askForCode(page, inbox, phone));
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused();
    await expect(
      page.getByText(/^Noah Park is logged in here\. Setting the password logs Noah Park out/),
    ).toBeVisible();
    await test.step('is required, long enough, repeated and not known from a leak', async () => {
      const submit = page.getByRole('button', { name: 'Set password and log in' });
      const field = page.getByLabel('New password', { exact: true });
      const repeated = page.getByLabel('Repeat password', { exact: true });
      await submit.click();
      await expect(field).toBeFocused();
      await expect(field).toHaveAccessibleDescription(/Password is required\./);
      await typeNewPassword(page, 'too short');
      await expect(field).toHaveAccessibleDescription(/Please use at least 12 characters\./);
      await typeNewPassword(page, 'password123456789');
      await expect(field).toHaveAccessibleDescription(/easy to guess|known from a data leak/);
      await typeNewPassword(page, newPassword, `${newPassword}!`);
      await submit.click();
      await expect(repeated).toHaveAccessibleDescription(/The passwords are not the same\./);
      await expect(repeated).toBeFocused();
    });
    await test.step('must be different from the last three @5.34 @8.18 @9.10', async () => {
      await typeNewPassword(page, demoPassword);
      await page.getByRole('button', { name: 'Set password and log in' }).click();
      const field = page.getByLabel('New password', { exact: true });
      await expect(page.getByText(catalogue['@8.18'])).toBeVisible();
      await expect(field).toHaveAccessibleDescription(/last three passwords/);
      await expect(field).toBeFocused();
      await expect(page.getByText('Your password is good.')).toHaveCount(0);
      await field.fill(`${demoPassword} and more`);
      await expect(field).not.toHaveAccessibleDescription(/last three/);
      await typeNewPassword(page, newPassword);
      await page.getByRole('button', { name: 'Set password and log in' }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
    });
    await expect(page.getByRole('button', { name: 'Profile menu of Kofi Mensah' })).toBeVisible();
  });
});
