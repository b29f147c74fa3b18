import { catalogue } from '../web/src/testing/catalogue.ts';
import type { Page } from '@playwright/test';
import { demoPassword } from '../server/src/demo/people.ts';
import { addAuthenticator } from './authenticator.ts';
import { enter, expect, signIn, test, type Inbox } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';
import { addPasskeyDevice } from './passkey-device.ts';
import { openLink, typeNewPassword } from './recovery.ts';
import { makeBackupCodes, proveByMail, stepUpDialog } from './step-up.ts';

const panel = (page: Page, name: string) => page.getByRole('region', { name });

/** Signs in and opens the security page, within five minutes of the proof. */
async function openSecurity(page: Page, inbox: Inbox, username = 'cardholder'): Promise<void> {
  await enter(page, inbox, username, '/account/security');
  await expect(panel(page, 'Second factor')).toContainText('After your password');
}

/** The server does not know this browser any more; the passkeys on it stay. */
async function forgetThisBrowser(page: Page): Promise<void> {
  await becomeNobody(page);
  await page.goto('/login');
}

/** Gives the password in a browser that the server does not know. */
async function onNewDevice(page: Page, username = 'cardholder'): Promise<void> {
  await forgetThisBrowser(page);
  await signIn(page, username, demoPassword);
}

test('an authenticator app: added, renamed, removed and used', async ({ page, inbox, server, browser }) => {
  const other = await browser.newPage({ baseURL: server.origin });
  await openSecurity(page, inbox);
  await test.step('a wrong first code is refused; an empty or short one is not sent', async () => {
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
    await expect(dialog).toContainText('Card details stay hidden for a day after this change');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect(name).toHaveAccessibleDescription(/Please give it a name\./);
    await name.fill('Tablet');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const field = dialog.getByLabel('Code that the app shows');
    await expect(field).toBeFocused();
    const confirm = dialog.getByRole('button', { name: 'Confirm' });
    await confirm.click();
    await expect(field).toHaveAccessibleDescription(/The code is required\./);
    await field.fill('12');
    await confirm.click();
    await expect(field).toHaveAccessibleDescription(/Please enter a valid 6 digit/);
    await field.fill('000000');
    await expect(field).toHaveAccessibleDescription(/That code did not work\./);
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(panel(page, 'Authenticator apps')).toContainText('None yet');
  });
  await test.step('is renamed and removed; then a code by e-mail is what is asked for', async () => {
    await addAuthenticator(page, server, 'Old phone');
    await page.getByRole('button', { name: 'Rename Old phone' }).click();
    const name = page.getByRole('textbox', { name: 'Name' });
    await expect(name).toHaveValue('Old phone');
    await name.fill('New phone');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('It is now called New phone.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove New phone' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('New phone was removed.')).toBeVisible();
    await expect(panel(page, 'Authenticator apps')).toContainText('None yet');
    await onNewDevice(other);
    await expect(other.getByLabel('Secure Access Code')).toBeVisible();
  });
  const app = await addAuthenticator(page, server, 'My phone');
  await test.step('is added with its first code, and comes first at the next sign-in; a used code is refused @beyond.6', async () => {
    await expect(panel(page, 'Authenticator apps')).toContainText('My phone');
    await expect(panel(page, 'Authenticator apps')).toContainText('Not used yet');

    await onNewDevice(other);
    await expect(other.getByLabel('Authenticator code')).toBeFocused();
    await expect(other).toHaveTitle(/^Enter the code of your authenticator app · /);
    const code = await app.nextCode();
    await other.getByLabel('Authenticator code').fill(code);
    await expect(other).toHaveURL(/\/dashboard$/);

    await onNewDevice(other);
    const field = other.getByLabel('Authenticator code');
    await field.fill(code);
    await expect(field).toHaveAccessibleDescription(
      /That code did not work\. Please wait for the next one and enter it\./,
    );
    await expect(field).toBeFocused();
    await field.fill(await app.nextCode());
    await expect(other).toHaveURL(/\/dashboard$/);
    await page.reload();
    await expect(panel(page, 'Authenticator apps')).toContainText('Last used');
  });
  await test.step('is one way: a code by e-mail is another, and back', async () => {
    await onNewDevice(other);
    await other.getByRole('button', { name: 'Email', exact: true }).click();
    await expect(other.getByLabel('Secure Access Code')).toBeVisible();
    await other.getByRole('button', { name: 'Another way' }).click();
    await expect(other.getByLabel('Authenticator code')).toBeVisible();
    await other.getByRole('button', { name: 'Cancel' }).click();
    await expect(other.getByLabel('Username')).toHaveValue('cardholder');
  });
  await test.step('by the app, where there is one', async () => {
    await app.wait(5 * 60 + 1);
    await makeBackupCodes(page);
    const dialog = stepUpDialog(page);
    await dialog.getByLabel('Current password').fill(demoPassword);
    await expect(dialog.getByLabel('Confirm with')).toContainText('Authenticator app');
    await dialog.getByLabel('Code of your authenticator app').fill(app.code());
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(page.getByRole('list', { name: 'Your backup codes' })).toBeVisible();
  });
});

test('a passkey: created, used, removed', async ({ page, inbox }) => {
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
  await test.step('that was removed signs nobody in', async () => {
    await page.goto('/account/security');
    await page.getByRole('button', { name: 'Remove My laptop' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('My laptop was removed.')).toBeVisible();
    await forgetThisBrowser(page);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'That passkey did not work. Please try again or choose another way.',
    );
    await signIn(page, 'cardholder', newPassword);
    await expect(page.getByLabel('Secure Access Code')).toBeVisible();
  });
  await test.step('without the person nothing happens, and the password still works', async () => {
    await device.refuse();
    await forgetThisBrowser(page);
    await page.getByRole('button', { name: 'Log in with a passkey' }).click();
    await expect(page.getByRole('alert')).toHaveText('No passkey was used. Please try again or choose another way.');
    await signIn(page, 'onefactor', demoPassword);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('backup codes', async ({ page, inbox, server, browser }) => {
  const other = await browser.newPage({ baseURL: server.origin });
  await openSecurity(page, inbox);
  const list = page.getByRole('list', { name: 'Your backup codes' }).getByRole('listitem');
  let codes: string[] = [];
  await test.step('are shown once, and each is good once', async () => {
    await makeBackupCodes(page);
    await expect(page.getByText('These codes are shown this one time only.')).toBeVisible();
    codes = await list.allInnerTexts();
    expect(new Set(codes).size).toBe(10);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe('backup-codes.txt');
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.reload();
    await expect(panel(page, 'Backup codes')).toContainText('10 codes left');
    await expect(page.getByText(codes[0]!)).toHaveCount(0);

    await onNewDevice(other);
    await expect(other.getByRole('heading', { name: 'Enter a backup code' })).toBeVisible();
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other.getByLabel('Backup code')).toHaveAccessibleDescription(/Backup code is required\./);
    await other.getByLabel('Backup code').fill(codes[0]!);
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other).toHaveURL(/\/dashboard$/);

    await onNewDevice(other);
    await other.getByLabel('Backup code').fill(codes[0]!);
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other.getByLabel('Backup code')).toHaveAccessibleDescription(
      /That backup code did not work\. Please check it, or use another one: each works once\./,
    );
    await other.getByLabel('Backup code').fill(codes[1]!);
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other).toHaveURL(/\/dashboard$/);
    await page.reload();
    await expect(panel(page, 'Backup codes')).toContainText('8 codes left');
  });
  await test.step('new ones put the old ones out of use', async () => {
    await page.getByRole('button', { name: 'Make new codes' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Make new backup codes?' });
    await expect(dialog).toContainText('The codes you have now stop working at once.');
    await dialog.getByRole('button', { name: 'Make new codes' }).click();
    await expect(list).toHaveCount(10);
    for (const code of await list.allInnerTexts()) expect(codes).not.toContain(code);
    await onNewDevice(other);
    await other.getByLabel('Backup code').fill(codes[2]!);
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other.getByLabel('Backup code')).toHaveAccessibleDescription(/That backup code did not work\./);
  });
});

test('a fresh proof', async ({ page, inbox, server }) => {
  await openSecurity(page, inbox);
  await server.advance(5 * 60 + 1);
  await test.step('called off: nothing is changed', async () => {
    await makeBackupCodes(page);
    await stepUpDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(stepUpDialog(page)).toHaveCount(0);
    await page.reload();
    await expect(panel(page, 'Backup codes')).toContainText('None yet');
  });
  await test.step('is asked for five minutes after the last one, and the change is then made', async () => {
    await makeBackupCodes(page);
    const dialog = stepUpDialog(page);
    await expect(dialog.getByLabel('Current password')).toBeFocused();
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(/Password is required\./);
    await dialog.getByLabel('Current password').fill('not the password');
    await dialog.getByRole('button', { name: 'Send code' }).click();
    await dialog.getByLabel('Secure Access Code').fill(await inbox.code('priya.nair'));
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
    await expect(dialog.getByLabel('Current password')).toHaveAccessibleDescription(
      /That password is not right\. Please try again\./,
    );
    await expect(dialog.getByLabel('Current password')).toBeFocused();
    await server.advance(31);
    await proveByMail(page, inbox, 'priya.nair');
    await expect(page.getByRole('list', { name: 'Your backup codes' })).toBeVisible();
    // The proof lasts: the next change asks nothing.
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByText('The second factor is off.')).toBeVisible();
  });
});

test('the second factor: on and off', async ({ page, inbox, server, browser }) => {
  const other = await browser.newPage({ baseURL: server.origin });
  await test.step('is turned on by a person who had none; the next device asks for a code', async () => {
    await openSecurity(page, inbox, 'onefactor');
    await expect(panel(page, 'Second factor')).toContainText('Off');
    await server.advance(5 * 60 + 1);
    await page.getByRole('button', { name: 'Turn on' }).click();
    await proveByMail(page, inbox, 'noah.park');
    await expect(page.getByText('The second factor is on.')).toBeVisible();
    await expect(panel(page, 'Second factor')).toContainText('On');
    await onNewDevice(other, 'onefactor');
    await expect(other.getByLabel('Secure Access Code')).toBeVisible();
  });
  await test.step('is turned off only after a question', async () => {
    await page.getByRole('button', { name: 'Turn off' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Turn the second factor off?' });
    await expect(dialog).toContainText('Your password alone will then open your account on any device');
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByText('The second factor is off.')).toBeVisible();
    await onNewDevice(other, 'onefactor');
    await expect(other).toHaveURL(/\/dashboard$/);
  });
});

test('the password is changed: the old one is dead, the other sessions have ended', async ({
  page,
  inbox,
  server,
  browser,
}) => {
  const other = await browser.newPage({ baseURL: server.origin });
  const fresh = 'wooden-kettle-7-of-the-north';
  await openSecurity(page, inbox);
  await onNewDevice(other);
  await server.advance(31);
  await other.getByLabel('Secure Access Code').fill(await inbox.code('priya.nair'));
  await expect(other).toHaveURL(/\/dashboard$/);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByLabel('New password', { exact: true }).fill(fresh);
  await page.getByLabel('Repeat password').fill(fresh);
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password was changed. All other sessions were ended.')).toBeVisible();
  await page.reload();
  await expect(panel(page, 'Password')).toBeVisible();
  await other.reload();
  await expect(other).toHaveURL(/\/login$/);
  await signIn(other, 'cardholder', demoPassword);
  await expect(other.getByRole('alert').filter({ hasText: catalogue['@8.4'] })).toBeVisible();
});

/** Adds a passkey on the security page, which is open. */
async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create passkey' }).click();
  await expect(page.getByText(`${name} is ready: you can log in with this passkey.`)).toBeVisible();
}
