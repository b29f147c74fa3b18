import type { Page } from '@playwright/test';
import { demoPassword } from '../../server/src/demo/people.ts';
import { addAuthenticator } from './authenticator.ts';
import { enter, expect, signIn, test, type Inbox } from '../fixtures.ts';
import { becomeNobody } from '../nobody.ts';
import { addPasskeyDevice } from './passkey-device.ts';
import { openLink, typeNewPassword } from './recovery.ts';
import { makeBackupCodes, stepUpDialog } from './step-up.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name });

/** Signs in and opens the security page, within five minutes of the proof. */
async function openSecurity(page: Page, inbox: Inbox): Promise<void> {
  await enter(page, inbox, 'cardholder', '/account/security');
  await expect(panel(page, 'Second factor')).toContainText('After your password');
}

/** The server does not know this browser any more; the passkeys on it stay. */
async function forgetThisBrowser(page: Page): Promise<void> {
  await becomeNobody(page);
  await page.goto('/login');
}

/** Gives the password in a browser that the server does not know. */
async function onNewDevice(page: Page): Promise<void> {
  await forgetThisBrowser(page);
  await signIn(page, 'cardholder', demoPassword);
}

test('an authenticator app and backup codes: added, each signs in, and the app allows a new password', async ({
  page,
  inbox,
  server,
  browser,
}) => {
  const other = await browser.newPage({ baseURL: server.origin });
  await openSecurity(page, inbox);
  const app = await addAuthenticator(page, server, 'My phone');
  const list = page.getByRole('list', { name: 'Your backup codes' }).getByRole('listitem');
  let backupCode = '';
  await test.step('the codes are shown once, to be kept', async () => {
    await makeBackupCodes(page);
    await expect(list).toHaveCount(10);
    backupCode = await list.first().innerText();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe('backup-codes.txt');
  });
  await test.step('a backup code signs in on a new device', async () => {
    await onNewDevice(other);
    await other.getByRole('button', { name: 'Backup code' }).click();
    await other.getByLabel('Backup code').fill(backupCode);
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other).toHaveURL(/\/dashboard$/);
  });
  await test.step('so does the app, which comes first @beyond.6', async () => {
    await onNewDevice(other);
    await expect(other.getByLabel('Authenticator code')).toBeFocused();
    await other.getByLabel('Authenticator code').fill(await app.nextCode());
    await expect(other).toHaveURL(/\/dashboard$/);
    await page.reload();
    await expect(panel(page, 'Authenticator apps')).toContainText('Last used');
    await expect(panel(page, 'Backup codes')).toContainText('9 codes left');
  });
  await test.step('five minutes later a new password needs the app again, and ends the other session', async () => {
    await app.wait(5 * 60 + 1);
    const fresh = 'wooden-kettle-7-of-the-north';
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('New password', { exact: true }).fill(fresh);
    await page.getByLabel('Repeat password').fill(fresh);
    await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
    const dialog = stepUpDialog(page);
    await dialog.getByLabel('Current password').fill(demoPassword);
    await dialog.getByLabel('Code of your authenticator app').fill(app.code());
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByText('Your password was changed. All other sessions were ended.')).toBeVisible();
    await other.reload();
    await expect(other).toHaveURL(/\/login$/);
  });
});

test('a passkey: created, and used at a sign-in, at a reset and after the password', async ({ page, inbox }) => {
  const device = await addPasskeyDevice(page);
  await test.step('is created, and signs in by itself, in one step, on a browser the server does not know', async () => {
    await openSecurity(page, inbox);
    await addPasskey(page, 'My laptop');
    await forgetThisBrowser(page);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await page.goto('/account/security');
    await expect(panel(page, 'Passkeys')).toContainText('Last used');
  });
  const newPassword = 'velvet orchard 71 lanterns';
  await test.step('is the second proof of a reset, offered first', async () => {
    expect((await inbox.next('priya.nair')).text).toContain('passkey');
    await forgetThisBrowser(page);
    await openLink(page, inbox, 'cardholder', 'priya.nair');
    await expect(page.getByRole('radio', { name: /Passkey/ })).toBeChecked();
    await page.getByRole('button', { name: 'Continue' }).click();
    await typeNewPassword(page, newPassword);
    await page.getByRole('button', { name: 'Set password and log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
  await test.step('is the second step after the password', async () => {
    await forgetThisBrowser(page);
    await signIn(page, 'cardholder', newPassword);
    await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeFocused();
    await page.getByRole('button', { name: 'Continue with passkey' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
  await test.step('without the person nothing happens', async () => {
    await device.refuse();
    await forgetThisBrowser(page);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(page.getByRole('alert')).toHaveText('No passkey was used. Please try again or choose another way.');
  });
});

/** Adds a passkey on the security page, which is open. */
async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByText(`${name} is ready: you can log in with this passkey.`)).toBeVisible();
}
