import { en } from '../web/src/messages/en.ts';
import type { Page } from '@playwright/test';
import { sendQuota } from '@florin/contract/limits';
import { demoPassword } from '../server/src/demo/people.ts';
import { expect, signIn, test } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';

const codeField = 'Secure Access Code';
/** After that long, one can be sent three codes again. */
const quotaSeconds = sendQuota[1].windowSeconds + 1;

async function signInAnew(page: Page, username: string): Promise<void> {
  await becomeNobody(page);
  await page.goto('/login');
  await signIn(page, username, demoPassword);
}

test('one way to get a code: typed, typed too early, and pasted; and a device that is remembered', async ({
  page,
  inbox,
  server,
  browser,
  context,
}) => {
  await test.step('leads straight to the code, and from there to the dashboard @0.3 @1.9 @2.login.14 @2.login.18 @4.2 @4.4 @8.2', async () => {
    await page.goto('/login');
    await signIn(page, 'email.only', demoPassword);
    await expect(page.getByText(/i•+@/)).toBeVisible();
    const field = page.getByLabel(codeField);
    await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(field).toHaveAttribute('inputmode', 'numeric');
    // Wherever the focus is, digits go into the field.
    await page.keyboard.type(await inbox.code('ines.duarte'));
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('a remembered device is not asked again; another one is, and so is this one after thirty days', async () => {
    const logOut = async () => {
      await page.getByRole('button', { name: /profile|Ines Duarte/i }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      await expect(page).toHaveURL(/\/login$/);
    };
    await logOut();
    await signIn(page, 'email.only', demoPassword);
    await expect(page).toHaveURL(/\/dashboard$/);

    const stranger = await browser.newPage({ baseURL: server.origin });
    await stranger.goto('/login');
    await signIn(stranger, 'email.only', demoPassword);
    await expect(stranger.getByLabel(codeField)).toBeVisible();
    await inbox.code('ines.duarte');
    await stranger.close();

    await logOut();
    await server.advance(31 * 24 * 60 * 60);
    await signIn(page, 'email.only', demoPassword);
    await expect(page.getByLabel(codeField)).toBeVisible();
  });

  await test.step('a code can be pasted out of a whole sentence', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel(codeField).waitFor();
    const code = await inbox.code();
    await page.evaluate(
      (text) => navigator.clipboard.writeText(text),
      `Your code is ${code.slice(0, 3)} ${code.slice(3)}.`,
    );
    await page.getByLabel(codeField).press('ControlOrMeta+v');
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('a code that is typed before the page knows that it was sent goes as soon as it does', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/send-code', async (route) => {
      const response = await route.fetch();
      await released;
      await route.fulfill({ response });
    });
    await server.advance(quotaSeconds);
    await signInAnew(page, 'email.only');
    await page.getByLabel(codeField).fill(await inbox.code('ines.duarte'));
    release();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('several ways to get a code, one that is stopped, none, and one that waits to be confirmed', async ({
  page,
  inbox,
}) => {
  await test.step('nobody to send to: MFA_EMAIL_NOT_EXISTS @8.5', async () => {
    await page.goto('/login');
    await signIn(page, 'noaddress', demoPassword);
    await expect(page.getByRole('alert')).toContainText(
      'Unexpected error. Please contact Admin Support to confirm your contact information.',
    );
    // What a failed login brings along comes a moment later and moves the form.
    await expect(page.getByRole('button', { name: 'Need help logging in?' })).toBeVisible();
  });

  await test.step('Cancel leads back to the form @2.login.16', async () => {
    await signIn(page, 'several', demoPassword);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
  });

  await test.step('are offered with the first one chosen; a text brings a code @2.login.13 @4.3 @5.9', async () => {
    await signIn(page, 'several', demoPassword);
    const choices = page.getByRole('radio');
    await expect(choices).toHaveCount(2);
    await expect(choices.first()).toBeChecked();
    await choices.nth(1).check();
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel(codeField).waitFor();
    const text = await inbox.next();
    expect(text).toMatchObject({ channel: 'sms', to: '+12125550142' });
    await page.getByLabel(codeField).fill(/\d{6}/.exec(text.text)![0]);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('a phone on the STOP list: the number to send START to, and the other way works @8.7', async () => {
    await signInAnew(page, 'stopped');
    await page.getByRole('radio').nth(1).check();
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByRole('alert')).toContainText('reply START to +1 555 010 0199');
    await page.getByRole('radio').first().check();
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel(codeField).fill(await inbox.code('omar.haddad'));
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('an unverified phone leads on to its confirmation @2.login.19 @4.5', async () => {
    await signInAnew(page, 'unverified');
    await page.getByLabel(codeField).fill(await inbox.code());
    await expect(page).toHaveURL(/\/fast-phone-verification$/);
  });
});

test('the code: not typed at all, short, of no six digits, wrong, expired, and wrong too often', async ({
  page,
  inbox,
  server,
}) => {
  const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');

  await page.goto('/login');
  await signIn(page, 'email.only', demoPassword);
  await page.getByLabel(codeField).waitFor();
  const code = await inbox.code();

  await test.step('Go back leads to the form @2.login.17', async () => {
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page.getByLabel('Username')).toBeVisible();
  });

  await test.step('no six digits, and sent all the same: the answer of the server is told @8.9', async () => {
    // It goes on with the code that was sent a moment ago.
    await signIn(page, 'email.only', demoPassword);
    await page.route('**/api/authenticate', (route) =>
      route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), code: '12345' }) }),
    );
    const answered = page.waitForResponse('**/api/authenticate');
    await page.getByLabel(codeField).fill(code);
    expect(await (await answered).json()).toMatchObject({ Code: 'InvalidCodeFormat' });
    await expect(page.getByLabel(codeField)).toHaveAccessibleDescription(new RegExp(en.errors.InvalidCodeFormat));
    await page.unroute('**/api/authenticate');
  });

  await test.step('too short: says so without asking the server @5.3 @5.4 @9.1', async () => {
    await page.getByLabel(codeField).fill('');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel(codeField)).toHaveAccessibleDescription(/Secure Access Code is required/);
    await page.getByLabel(codeField).fill('12345');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel(codeField)).toHaveAccessibleDescription(/Please enter a valid 6 digit/);
  });

  await test.step('wrong: says so and takes the right one after it @8.9', async () => {
    await page.getByLabel(codeField).fill(wrong(code));
    await expect(page.getByLabel(codeField)).toHaveAccessibleDescription(
      /Invalid Secure Access Code\. Please check the code and enter it again\./,
    );
    await page.getByLabel(codeField).fill(code);
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('expired: a new one comes @8.10', async () => {
    await server.advance(quotaSeconds);
    await signInAnew(page, 'email.only');
    await page.getByLabel(codeField).waitFor();
    const old = await inbox.code();
    await server.advance(10 * 60 + 1);
    await page.getByLabel(codeField).fill(old);
    await expect(page.getByRole('alert')).toHaveText(
      'Your Secure Access Code has expired. We have sent you a new one.',
    );
    await page.getByLabel(codeField).fill(await inbox.code());
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await test.step('wrong five times: a new one comes, the old one is dead @8.11', async () => {
    await server.advance(quotaSeconds);
    await signInAnew(page, 'email.only');
    await page.getByLabel(codeField).waitFor();
    const old = await inbox.code();
    for (let attempt = 1; attempt <= 4; attempt++) {
      const answered = page.waitForResponse('**/api/authenticate');
      await page.getByLabel(codeField).fill(wrong(old, attempt));
      await answered;
      await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
      await expect(page.getByLabel(codeField)).toHaveAccessibleDescription(new RegExp(en.errors.MFA_INVALID_CODE));
    }
    await page.getByLabel(codeField).fill(wrong(old, 5));
    await expect(page.getByRole('alert')).toHaveText('Too many attempts. We have sent you a new Secure Access Code.');
    const fresh = await inbox.code();
    await page.getByLabel(codeField).fill(old);
    await expect(page.getByLabel(codeField)).toHaveAccessibleDescription(new RegExp(en.errors.MFA_INVALID_CODE));
    await page.getByLabel(codeField).fill(fresh);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('a code is sent again, and one that was is entered too late', async ({ page, inbox, server }) => {
  await page.clock.install();
  await page.goto('/login');
  const codeIsSent = async () => {
    await signIn(page, 'email.only', demoPassword);
    await page.getByLabel(codeField).waitFor();
    await inbox.code();
  };
  const passes = async (seconds: number) => {
    await server.advance(seconds);
    // The page counts from when it knows that the code was sent.
    await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible();
    await page.clock.fastForward(31_000);
  };

  await test.step('a code can be sent again, within limits @2.login.15 @8.6 @8.8', async () => {
    await codeIsSent();
    for (let send = 2; send <= 3; send++) {
      await passes(31);
      await page.getByRole('button', { name: 'Resend code' }).click();
      await expect(page.getByText('We have resent you an email with your Secure Access Code.')).toBeVisible();
      await inbox.code();
    }
    await passes(31);
    await page.getByRole('button', { name: 'Resend code' }).click();
    await expect(page.getByText('Please wait for few minutes before resending the validation code.')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Resend in \d min$/ })).toBeVisible();
  });

  await test.step('right but late: the device is known, the sign-in starts again without a code @8.12', async () => {
    await page.goto('/login');
    await server.advance(quotaSeconds);
    await codeIsSent();
    await passes(14 * 60);
    await page.getByRole('button', { name: /resend/i }).click();
    const code = await inbox.code();
    await server.advance(2 * 60);
    await page.getByLabel(codeField).fill(code);
    await expect(page.getByText(en.errors.MFA_SESSION_EXPIRED)).toBeVisible();
    await signIn(page, 'email.only', demoPassword);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});
