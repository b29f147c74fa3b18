import { catalogue } from '../web/src/testing/catalogue.ts';
import { addAuthenticator } from './authenticator.ts';
import { enter, expect, test } from './fixtures.ts';
import { alert, askForCode, codeField, openLink, typeNewPassword, wrongCode } from './recovery.ts';
import { makeBackupCodes, proveByMail, stepUpDialog } from './step-up.ts';

const newPassword = 'velvet orchard 71 lanterns';
const phone = '+12125550142';
const mail = 'kofi.mensah';
const username = 'several';

test('the code of a reset', async ({ page, inbox, server }) => {
  await page.clock.install();
  const path = await openLink(page, inbox, username, mail);
  const openAgain = async (then = 'Confirm that it is you') => {
    await page.goto(path);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('heading', { name: then })).toBeFocused();
  };
  const openElsewhere = async () => {
    await page.context().clearCookies();
    await openAgain();
  };
  await test.step('is required, has six digits, and is told when it is invalid @2.reset.3 @5.5 @5.6 @5.7', async () => {
    const code = await askForCode(page, inbox, phone);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveAccessibleDescription(/Secure Access Code is required/);
    await codeField(page).fill('12345');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(codeField(page)).toHaveAccessibleDescription(/Please enter a valid 6 digit/);
    await codeField(page).fill(wrongCode(code));
    await expect(codeField(page)).toHaveAccessibleDescription(
      /The Secure Access Code is invalid\. Please check the code and enter it again\./,
    );
    await codeField(page).fill(code);
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  });
  await test.step('counts on when this browser opens the link again, and in no other browser @beyond.27', async () => {
    await openAgain('Choose a new password');
    await openElsewhere();
  });
  await server.advance(31);
  await test.step('wrong five times: a new one comes', async () => {
    const old = await askForCode(page, inbox, phone);
    await server.advance(31);
    for (let attempt = 1; attempt <= 4; attempt++) {
      const answered = page.waitForResponse('**/forgot/verify-code');
      await codeField(page).fill(wrongCode(old, attempt));
      await answered;
      await expect(codeField(page)).toHaveAccessibleDescription(/The Secure Access Code is invalid\./);
    }
    await codeField(page).fill(wrongCode(old, 5));
    await expect(alert(page)).toHaveText(catalogue['@8.11']);
    await codeField(page).fill(await inbox.code(phone));
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  });
  await openElsewhere();
  await server.advance(10 * 60 + 1);
  let old = '';
  await test.step('can be sent again, within limits', async () => {
    await askForCode(page, inbox, phone);
    await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible();
    for (let send = 2; send <= 3; send++) {
      await server.advance(31);
      await page.clock.fastForward(31_000);
      await page.getByRole('button', { name: 'Resend code' }).click();
      await expect(page.getByText('We have resent you a text message with your Secure Access Code.')).toBeVisible();
      old = await inbox.code(phone);
    }
    await server.advance(31);
    // The page counts down until the quota has room again; its clock is ahead of the server's.
    await page.clock.fastForward('10:00');
    await page.getByRole('button', { name: 'Resend code' }).click();
    await expect(alert(page)).toContainText(catalogue['@8.6']);
  });
  await test.step('expired: a new one comes', async () => {
    await server.advance(10 * 60 + 1);
    await codeField(page).fill(old);
    await expect(alert(page)).toHaveText(catalogue['@8.10']);
    await codeField(page).fill(await inbox.code(phone));
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  });
  await test.step('a phone on the STOP list: Resend names the target, and START @2.reset.1 @8.22', async () => {
    await openLink(page, inbox, 'stopped', 'omar.haddad');
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByRole('heading', { name: 'The code was not sent' })).toBeVisible();
    await expect(alert(page)).toContainText(
      /There was a problem sending the verification code to •.*44\. Please choose a different method\./,
    );
    await expect(alert(page)).toContainText('reply START to +1 555 010 0199');
    await page.getByRole('button', { name: 'Ask an administrator' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for your administrator' })).toBeVisible();
  });
});

test(
  'the second proof can be an authenticator app or a backup code',
  { tag: ['@beyond.17', '@beyond.18'] },
  async ({ page, inbox, server, browser }) => {
    const owner = 'priya.nair';
    await enter(page, inbox, 'cardholder', '/account/security');
    const app = await addAuthenticator(page, server, 'My phone');
    await inbox.next(owner);
    await makeBackupCodes(page);
    const backupCodes = page.getByRole('list', { name: 'Your backup codes' }).getByRole('listitem');
    await expect(backupCodes).toHaveCount(10);
    await inbox.next(owner);
    const backupCode = await backupCodes.first().innerText();

    const other = await browser.newPage({ baseURL: server.origin });
    await openLink(other, inbox, 'cardholder', owner);
    await other.getByRole('radio', { name: /Backup code/ }).check();
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other.getByRole('heading', { name: 'Enter a backup code' })).toBeVisible();
    const field = other.getByLabel('Backup code');
    await field.fill(`${backupCode}X`);
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(field).toHaveAccessibleDescription(/That backup code did not work\./);
    await other.getByRole('button', { name: 'Another way' }).click();

    await other.getByRole('radio', { name: /Authenticator app/ }).check();
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other.getByRole('heading', { name: 'Enter the code of your authenticator app' })).toBeVisible();
    const code = await app.nextCode();
    const appField = other.getByLabel('Authenticator code');
    await appField.fill(wrongCode(code));
    await expect(appField).toHaveAccessibleDescription(/That code did not work\./);
    await expect(appField).toHaveValue('');
    await appField.fill(code);
    await typeNewPassword(other, newPassword);
    await other.getByRole('button', { name: 'Set password and log in' }).click();
    await expect(other).toHaveURL(/\/dashboard$/);
    await page.reload();
    await expect(page).toHaveURL(/\/login$/);

    // The unused backup code serves the next reset.
    expect((await inbox.next(owner)).text).toContain('was reset');
    // Away from the app, which would go to the login page by itself.
    await other.goto('/healthz');
    await other.evaluate(() => localStorage.clear());
    await other.context().clearCookies();
    await server.advance(31);
    await openLink(other, inbox, 'cardholder', owner);
    await other.getByRole('radio', { name: /Backup code/ }).check();
    await other.getByRole('button', { name: 'Continue' }).click();
    await field.fill(backupCode);
    await other.getByRole('button', { name: 'Continue' }).click();
    await expect(other.getByRole('heading', { name: 'Choose a new password' })).toBeFocused();
    await other.close();
  },
);

test(
  'no other way than e-mail: an administrator confirms, then the password can be set',
  { tag: ['@beyond.20', '@beyond.22', '@beyond.29'] },
  async ({ page, inbox, server, browser }) => {
    const path = await openLink(page, inbox, 'cardholder', 'priya.nair');
    await expect(page.getByText(/We know no other way than your email .* call \(555\) 010-0/)).toBeVisible();
    await page.getByRole('button', { name: 'Ask an administrator' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for your administrator' })).toBeFocused();
    await expect(page.getByText(/call \(555\) 010-0/)).toBeVisible();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(page.getByText('No administrator has confirmed yet. Please try again later.')).toBeVisible();

    const number = await page
      .getByText(/^They will ask you for this number: \d{4}$/)
      .locator('strong')
      .innerText();
    // Loaded again, it says what was asked and no more than that; the link leads back to it, and asks nobody anew.
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Open your link again' })).toBeVisible();
    await expect(page.getByText(`under the number ${number}`)).toBeVisible();
    await page.goto(path);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('No administrator has confirmed yet. Please try again later.')).toBeVisible();
    await expect(page.getByText(number)).toBeVisible();

    expect((await inbox.next('maya.chen')).text).toContain('Priya Nair');
    const office = await browser.newPage({ baseURL: server.origin });
    const panel = office.getByRole('region', { name: 'Password resets' });
    const confirm = async () => {
      await panel.getByRole('button', { name: 'Confirm that it is Priya Nair' }).click();
      await expect(office.getByRole('alertdialog').getByRole('button').first()).toBeFocused();
      await office.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    };
    await enter(office, inbox, 'admin');
    await expect(panel).toContainText('Priya Nair');
    await expect(panel).toContainText(`Number ${number}`);
    // A sign-in that is older than five minutes is no proof any more.
    await server.advance(5 * 60 + 1);
    await confirm();
    await expect(stepUpDialog(office)).toContainText(`Priya Nair, with the number ${number}`);
    // One dialog is seen at a time, and the way back leads to the one before.
    await expect(office.getByRole('alertdialog')).toBeHidden();
    await stepUpDialog(office).getByRole('button', { name: 'Cancel' }).click();
    await expect(stepUpDialog(office)).toHaveCount(0);
    await office.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(panel).toContainText('Priya Nair');
    await confirm();
    await proveByMail(office, inbox, 'maya.chen');
    await expect(office.getByText('You have confirmed that it is Priya Nair.')).toBeVisible();
    // Taken back, and asked for and confirmed once more.
    await expect(panel).toContainText('Confirmed');
    await panel.getByRole('button', { name: 'Take back the confirmation for Priya Nair' }).click();
    await office.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
    await expect(office.getByText('The confirmation for Priya Nair is taken back.')).toBeVisible();
    await expect(panel).toHaveCount(0);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByRole('button', { name: 'Ask an administrator' }).click();
    await expect(page.getByRole('heading', { name: 'Waiting for your administrator' })).toBeVisible();
    await office.reload();
    // While the dialog is open the request gives way to another one: it says so, and confirms neither.
    await expect(panel).toContainText('Priya Nair');
    await server.sql('update recovery_request set id = gen_random_uuid() where closed_at is null');
    await confirm();
    const changed = office.getByRole('alertdialog', { name: 'The number has changed' });
    await expect(changed.getByRole('button')).toHaveText(['Close']);
    await changed.getByRole('button', { name: 'Close' }).click();
    await confirm();
    await expect(office.getByText('You have confirmed that it is Priya Nair.')).toBeVisible();
    await office.close();

    await page.getByRole('button', { name: 'Check again' }).click();
    await typeNewPassword(page, newPassword);
    await page.getByRole('button', { name: 'Set password and log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);
