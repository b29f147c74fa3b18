import type { Locator } from '@playwright/test';
import { demoPassword } from '../server/src/db/demo/people.ts';
import { en } from '../web/src/messages/en.ts';
import { addAuthenticator } from './authenticator.ts';
import { enter, expect, signIn, test } from './fixtures.ts';
import {
  alert,
  askForCode,
  askForLink,
  codeField,
  linkIn,
  openLink,
  sharedAddress,
  solveCaptcha,
  typeNewPassword,
  wrongCode,
} from './recovery.ts';
import { proveByMail, stepUpDialog } from './step-up.ts';

const newPassword = 'velvet orchard 71 lanterns';
const phone = '+12125550142';
const mail = 'kofi.mensah';
const username = 'several';

test.describe('forgot username', () => {
  test('sends it, and the login page says so, once', async ({ page, inbox }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot username?' }).click();
    await page.getByLabel('Email').fill(' Maya.Chen@northwind-trading.example ');
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(alert(page).getByText('Your username has been sent to your email address.')).toBeVisible();
    expect((await inbox.next('maya.chen')).text).toContain('admin');
    await page.reload();
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page.getByText('Your username has been sent')).toHaveCount(0);
  });

  test('says the same for an address nobody has, and sends nothing', async ({ page, server }) => {
    await page.goto('/forgot-username');
    await page.getByLabel('Email').fill('nobody@nowhere.example');
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page.getByText('Your username has been sent to your email address.')).toBeVisible();
    const sent = await page.request.get(`${server.origin}/outbox/messages`);
    expect(await sent.text()).not.toContain('nowhere.example');
  });

  test('needs an address in its format, at most 80 characters long, and the captcha', async ({ page }) => {
    await page.goto('/forgot-username');
    await page.getByRole('button', { name: 'Send my username' }).click();
    const field = page.getByLabel('Email');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/Email is required\./);
    await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(/Please confirm that you are not a robot\./);
    await field.fill('maya.chen');
    await expect(field).toHaveAccessibleDescription(/Email needs to be in name@example\.com format/);
    await field.fill(`${'m'.repeat(80)}@northwind.example`);
    await expect(field).toHaveAccessibleDescription(/Please enter at most 80 characters\./);
  });

  test('several accounts for the address: Sorry, and another address can be tried', async ({ page }) => {
    await page.goto('/forgot-username');
    await page.getByLabel('Email').fill(sharedAddress);
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page.getByRole('heading', { name: 'Sorry' })).toBeFocused();
    await expect(page.getByText(en.errors[8])).toBeVisible();
    await expect(page.getByText(/Admin Support: \(555\)/)).toBeVisible();
    await page.getByRole('button', { name: 'Try another email' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(sharedAddress);
  });

  test('leads back to adding an account for whoever came from there', async ({ page, inbox }) => {
    await enter(page, inbox, 'seven', '/add-account');
    await page.getByRole('link', { name: 'Forgot username?' }).click();
    await page.getByLabel('Email').fill('maya.chen@northwind-trading.example');
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page).toHaveURL(/\/add-account$/);
    await expect(page.getByText('Your username has been sent to your email address.')).toBeVisible();
  });
});

test.describe('forgot password', () => {
  test('needs a username that is no card number, and the captcha', async ({ page }) => {
    await page.goto('/forgot-password');
    await page.getByRole('button', { name: 'Send the link' }).click();
    const field = page.getByLabel('Username');
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/Username is required\./);
    await expect(page.getByRole('checkbox')).toHaveAccessibleDescription(/Please confirm that you are not a robot\./);
    for (const typed of ['4111 1111 1111 1111', '378282246310005', '1234-5678-9012-3456']) {
      await field.fill(typed);
      await expect(field).toHaveAccessibleDescription(/That looks like a card number\. Please enter your username\./);
    }
    await field.fill('378282246310006');
    await expect(field).not.toHaveAccessibleDescription(/card number\. Please/);
  });

  test('says "Check your email" for a name somebody has and for one nobody has', async ({ page, server }) => {
    await askForLink(page, 'nobody.here');
    const unknown = await page.getByRole('main').innerText();
    await page.getByRole('button', { name: 'Use another username' }).click();
    await page.getByLabel('Username').fill(username);
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    const known = await page.getByRole('main').innerText();
    expect(known.replace(username, '')).toBe(unknown.replace('nobody.here', ''));
    await expect.poll(async () => (await page.request.get(`${server.origin}/outbox/messages`)).json()).toHaveLength(1);
  });

  test('a captcha that the server does not take is asked for again', async ({ page }) => {
    await page.goto('/forgot-password');
    await page.getByLabel('Username').fill(username);
    await solveCaptcha(page);
    await page.route('**/api/forgot-password', (route) =>
      route.continue({ postData: JSON.stringify({ userName: username, recaptchaToken: 'made up' }) }),
    );
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(alert(page)).toContainText('Please confirm that you are not a robot.');
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await page.unrouteAll();
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });

  test('leads back to adding an account for whoever came from there', async ({ page }) => {
    await page.goto('/add-account');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('link', { name: 'Forgot username?' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot username' })).toBeVisible();
    await page.getByRole('link', { name: 'Back to adding an account' }).click();
    await expect(page).toHaveURL(/\/add-account$/);
  });
});

test.describe('the reset link', () => {
  test('takes its code out of the address bar and the history, and does nothing until a button is pressed', async ({
    page,
    inbox,
  }) => {
    await askForLink(page, username);
    const path = linkIn(await inbox.next(mail));
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

  test('two proofs, a new password, and in: the link is spent, the old password refused', async ({
    page,
    inbox,
    browser,
    server,
  }) => {
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
    await expect(other.getByText('Incorrect username or password.')).toBeVisible();
    await signIn(other, username, newPassword);
    await expect(other.getByRole('radio').first()).toBeChecked();
    await other.close();
  });

  test('can be followed to the end with the keyboard alone', async ({ page, inbox }) => {
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

  test('that is made up, or has no code: its sentence on the login page', async ({ page }) => {
    for (const path of ['/reset-password/nothing-of-ours', '/reset-password']) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Continue' }).click();
      await expect(page).toHaveURL(/\/login$/);
      await expect(alert(page).first()).toContainText(
        'There is a problem with your reset password link. Please contact your business administrator for assistance',
      );
    }
  });

  test('that has expired half way: the same sentence', async ({ page, inbox, server }) => {
    await openLink(page, inbox, username, mail);
    await server.advance(31 * 60);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText(/There is a problem with your reset password link\./)).toBeVisible();
  });

  test('works for whoever is logged in as somebody else, and takes the browser to its owner', async ({
    page,
    inbox,
  }) => {
    await askForLink(page, username);
    const path = linkIn(await inbox.next(mail));
    await enter(page, inbox, 'onefactor', path);
    await page.getByRole('button', { name: 'Continue' }).click();
    await codeField(page).fill(await askForCode(page, inbox, phone));
    await typeNewPassword(page, newPassword);
    await page.getByRole('button', { name: 'Set password and log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('button', { name: 'Profile menu of Kofi Mensah' })).toBeVisible();
  });
});

test.describe('the code of a reset', () => {
  test('is required, has six digits, and is told when it is invalid', async ({ page, inbox }) => {
    await openLink(page, inbox, username, mail);
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

  test('expired: a new one comes', async ({ page, inbox, server }) => {
    await openLink(page, inbox, username, mail);
    const old = await askForCode(page, inbox, phone);
    await server.advance(10 * 60 + 1);
    await codeField(page).fill(old);
    await expect(alert(page)).toHaveText('Your Secure Access Code has expired. We have sent you a new one.');
    await codeField(page).fill(await inbox.code(phone));
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  });

  test('wrong five times: a new one comes', async ({ page, inbox, server }) => {
    await openLink(page, inbox, username, mail);
    const old = await askForCode(page, inbox, phone);
    await server.advance(31);
    for (let attempt = 1; attempt <= 4; attempt++) {
      const answered = page.waitForResponse('**/forgot/verify-code');
      await codeField(page).fill(wrongCode(old, attempt));
      await answered;
      await expect(codeField(page)).toHaveAccessibleDescription(/The Secure Access Code is invalid\./);
    }
    await codeField(page).fill(wrongCode(old, 5));
    await expect(alert(page)).toHaveText('Too many attempts. We have sent you a new Secure Access Code.');
    await codeField(page).fill(await inbox.code(phone));
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  });

  test('can be sent again, within limits', async ({ page, inbox, server }) => {
    await page.clock.install();
    await openLink(page, inbox, username, mail);
    await askForCode(page, inbox, phone);
    for (let send = 2; send <= 3; send++) {
      await server.advance(31);
      await page.clock.fastForward(31_000);
      await page.getByRole('button', { name: 'Resend code' }).click();
      await expect(page.getByText('We have resent you a text message with your Secure Access Code.')).toBeVisible();
      await inbox.code(phone);
    }
    await server.advance(31);
    await page.clock.fastForward(31_000);
    await page.getByRole('button', { name: 'Resend code' }).click();
    await expect(alert(page)).toContainText('Please wait for few minutes before resending the validation code.');
  });

  test('a phone on the STOP list: Resend names the target, and START', async ({ page, inbox }) => {
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

test.describe('the new password', () => {
  test.beforeEach(async ({ page, inbox }) => {
    await openLink(page, inbox, username, mail);
    await codeField(page).fill(await askForCode(page, inbox, phone));
    await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeFocused();
  });

  test('is required, long enough, repeated and not known from a leak', async ({ page }) => {
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

  test('must be different from the last three', async ({ page }) => {
    await typeNewPassword(page, demoPassword);
    await page.getByRole('button', { name: 'Set password and log in' }).click();
    const field = page.getByLabel('New password', { exact: true });
    await expect(page.getByText('Your new password must be different from your last three passwords.')).toBeVisible();
    await expect(field).toHaveAccessibleDescription(/last three passwords/);
    await expect(field).toBeFocused();
    await expect(page.getByText('Your password is good.')).toHaveCount(0);
    await field.fill(`${demoPassword} and more`);
    await expect(field).not.toHaveAccessibleDescription(/last three/);
    await typeNewPassword(page, newPassword);
    await page.getByRole('button', { name: 'Set password and log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('the second proof can be an authenticator app or a backup code', async ({ page, inbox, server, browser }) => {
  const owner = 'priya.nair';
  await enter(page, inbox, 'cardholder', '/account/security');
  const app = await addAuthenticator(page, server, 'My phone');
  await inbox.next(owner);
  await page.getByRole('button', { name: 'Make backup codes' }).click();
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
  await expect(other.getByRole('heading', { name: 'Enter the code of your app' })).toBeVisible();
  const code = await app.nextCode();
  await codeField(other).fill(wrongCode(code));
  await expect(codeField(other)).toHaveAccessibleDescription(/The Secure Access Code is invalid\./);
  await codeField(other).fill(code);
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
});

test('no other way than e-mail: an administrator confirms, then the password can be set', async ({
  page,
  inbox,
  server,
  browser,
}) => {
  await openLink(page, inbox, 'cardholder', 'priya.nair');
  await expect(page.getByText(/We know no other way than your email .* call \(555\) 010-0/)).toBeVisible();
  await page.getByRole('button', { name: 'Ask an administrator' }).click();
  await expect(page.getByRole('heading', { name: 'Waiting for your administrator' })).toBeFocused();
  await expect(page.getByText(/call \(555\) 010-0/)).toBeVisible();
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('No administrator has confirmed yet. Please try again later.')).toBeVisible();

  expect((await inbox.next('maya.chen')).text).toContain('Priya Nair');
  const office = await browser.newPage({ baseURL: server.origin });
  const panel = office.getByRole('region', { name: 'Password resets to confirm' });
  const confirm = async () => {
    await panel.getByRole('button', { name: 'Confirm that it is Priya Nair' }).click();
    await office.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  };
  await enter(office, inbox, 'admin');
  await expect(panel).toContainText('Priya Nair');
  // A sign-in that is older than five minutes is no proof any more.
  await server.advance(5 * 60 + 1);
  await confirm();
  await stepUpDialog(office).getByRole('button', { name: 'Cancel' }).click();
  await expect(stepUpDialog(office)).toHaveCount(0);
  await office.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(panel).toContainText('Priya Nair');
  await confirm();
  await proveByMail(office, inbox, 'maya.chen');
  await expect(office.getByText('You have confirmed that it is Priya Nair.')).toBeVisible();
  await expect(panel).toHaveCount(0);
  await office.close();

  await page.getByRole('button', { name: 'Check again' }).click();
  await typeNewPassword(page, newPassword);
  await page.getByRole('button', { name: 'Set password and log in' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
