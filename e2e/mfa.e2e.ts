import { catalogue } from '../web/src/testing/catalogue.ts';
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

test('several ways to get a code, and one that waits to be confirmed', async ({ page, inbox }) => {
  await test.step('are offered with the first one chosen; a text brings a code @2.login.13 @4.3 @5.9', async () => {
    await page.goto('/login');
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

  await test.step('an unverified phone leads on to its confirmation @2.login.19 @4.5', async () => {
    await signInAnew(page, 'unverified');
    await page.getByLabel(codeField).fill(await inbox.code());
    await expect(page).toHaveURL(/\/fast-phone-verification$/);
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
      await expect(page.getByText(catalogue['@8.8'])).toBeVisible();
      await inbox.code();
    }
    await passes(31);
    // The page counts down until the quota has room again; its clock is ahead of the server's.
    await page.clock.fastForward('10:00');
    await page.getByRole('button', { name: 'Resend code' }).click();
    await expect(page.getByText(catalogue['@8.6'])).toBeVisible();
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
    await expect(page.getByText(catalogue['@8.12'])).toBeVisible();
    await signIn(page, 'email.only', demoPassword);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});
