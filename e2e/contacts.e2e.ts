import { catalogue } from '../web/src/testing/catalogue.ts';
import { sendQuota } from '@florin/contract/limits';
import type { Page } from '@playwright/test';
import { demoPassword } from '../server/src/demo/people.ts';
import { enter, expect, signIn, test, type Inbox } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';
import { reply } from './replies.ts';
import type { Server } from './server.ts';
import { proveByMail } from './step-up.ts';

const codeField = 'Secure Access Code';
const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');
const item = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words });

/** Signs 'unverified' in: the phone waits, and its page opens. */
async function enterUnverified(page: Page, inbox: Inbox): Promise<void> {
  await page.goto('/login');
  await signIn(page, 'unverified', demoPassword);
  await page.getByLabel(codeField).fill(await inbox.code('hana.suzuki'));
  await expect(page).toHaveURL(/\/fast-phone-verification$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Verify your phone' })).toBeVisible();
}

/** 'unverified' once more, as if the phone had never been confirmed, with all codes to be sent that there are. */
async function startAgain(page: Page, inbox: Inbox, server: Server): Promise<void> {
  await becomeNobody(page);
  await server.sql(`update contact set verified_at = null from person
    where person.id = person_id and username = 'unverified' and kind = 'PhoneNumber'`);
  await server.advance(sendQuota[1].windowSeconds + 1);
  await enter(page, inbox, 'unverified', '/fast-phone-verification');
}

/** Asks for the code of the phone that waits, and gives it back as the phone shows it. */
async function askForCode(page: Page, inbox: Inbox): Promise<string> {
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByLabel(codeField).waitFor();
  return inbox.code('+12125550143');
}

test('a phone that was never confirmed can wait, and another can take its place', async ({ page, inbox }) => {
  await test.step('can wait: the way back leads to the dashboard @2.phone.3', async () => {
    await enterUnverified(page, inbox);
    await page.getByRole('link', { name: 'Back to dashboard' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  });

  await test.step('another number can take its place @2.phone.1', async () => {
    await page.goto('/fast-phone-verification');
    await page.getByRole('button', { name: 'Use another number' }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    const phone = page.getByRole('textbox', { name: 'Phone number' });
    await expect(phone).toBeFocused();
    await expect(phone).toHaveAccessibleDescription(/Phone number is required/);
    await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('United States (+1)');
    await page.getByRole('button', { name: 'Show options for Country' }).click();
    await expect(page.getByRole('option', { name: 'United States (+1)', exact: true })).toHaveCount(1);
    await page.keyboard.press('Escape');
    await phone.fill('12345');
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(phone).toHaveAccessibleDescription(
      /Please enter a valid phone number of one of the listed countries\./,
    );
    await phone.fill('(212) 555-0188');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel(codeField).fill(await inbox.code('+12125550188'));
    await expect(
      page.getByText(/From now on we can send your Secure Access Code to \+1 \(212\) 555-0188\./),
    ).toBeVisible();
  });
});

test('a phone that was never confirmed is confirmed; its code is short, wrong, expired, and wrong too often', async ({
  page,
  inbox,
  server,
}) => {
  await test.step('is confirmed right after the sign-in, with the code in its text @2.phone.2', async () => {
    await enterUnverified(page, inbox);
    await expect(page.getByText('We send a 6-digit code by text message to +1 (212) 555-0143.')).toBeVisible();
    const code = await askForCode(page, inbox);
    // Also after a reload, or when another one is asked for too soon.
    await page.reload();
    await expect(page.getByLabel(codeField)).toBeFocused();
    await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible();
    await page.getByRole('button', { name: 'Go back' }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    // Focus is in the field already.
    await expect(page.getByLabel(codeField)).toBeFocused();
    await page.keyboard.type(code);
    await expect(page.getByRole('heading', { name: 'Your phone is confirmed' })).toBeFocused();
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/account');
    await expect(item(page, '+1 (212) 555-0143')).toContainText('Confirmed');
  });

  await startAgain(page, inbox, server);
  const code = await askForCode(page, inbox);
  await test.step('empty or too short: says so without asking the server', async () => {
    const confirm = page.getByRole('button', { name: 'Confirm', exact: true });
    await confirm.click();
    await expect(page.getByLabel(codeField)).toHaveAccessibleDescription(/Secure Access Code is required/);
    await page.getByLabel(codeField).fill('12345');
    await confirm.click();
    await expect(page.getByLabel(codeField)).toHaveAccessibleDescription(/Please enter a valid 6 digit/);
  });

  await test.step('wrong: says so at the field and takes the right one after it', async () => {
    await page.getByLabel(codeField).fill(wrong(code));
    await expect(page.getByLabel(codeField)).toHaveAccessibleDescription(
      /Invalid Secure Access Code\. Please check the code and enter it again\./,
    );
    await page.getByLabel(codeField).fill(code);
    await expect(page.getByRole('heading', { name: 'Your phone is confirmed' })).toBeVisible();
  });

  await test.step('expired: a new one comes', async () => {
    await startAgain(page, inbox, server);
    const old = await askForCode(page, inbox);
    await server.advance(10 * 60 + 1);
    await page.getByLabel(codeField).fill(old);
    await expect(page.getByRole('alert')).toHaveText(catalogue['@8.10']);
    await page.getByLabel(codeField).fill(await inbox.code('+12125550143'));
    await expect(page.getByRole('heading', { name: 'Your phone is confirmed' })).toBeVisible();
  });

  await test.step('wrong five times: a new one comes, the old one is dead', async () => {
    await startAgain(page, inbox, server);
    const old = await askForCode(page, inbox);
    await server.advance(31);
    for (let attempt = 1; attempt <= 4; attempt++) {
      const answered = page.waitForResponse('**/confirm');
      await page.getByLabel(codeField).fill(wrong(old, attempt));
      await answered;
      await expect(page.getByLabel(codeField)).toHaveAccessibleDescription(/Invalid Secure Access Code/);
    }
    await page.getByLabel(codeField).fill(wrong(old, 5));
    await expect(page.getByRole('alert')).toHaveText(catalogue['@8.11']);
    const fresh = await inbox.code('+12125550143');
    await page.getByLabel(codeField).fill(old);
    await expect(page.getByLabel(codeField)).toHaveAccessibleDescription(/Invalid Secure Access Code/);
    await page.getByLabel(codeField).fill(fresh);
    await expect(page.getByRole('heading', { name: 'Your phone is confirmed' })).toBeVisible();
  });
});

test('codes by text: sent again, stopped, and started', async ({ page, inbox, server }) => {
  await test.step('a code can be sent again, within limits', async () => {
    await page.clock.install();
    await enterUnverified(page, inbox);
    await server.advance(31);
    await page.clock.fastForward(31_000);
    await askForCode(page, inbox);
    const halfAMinute = async () => {
      await server.advance(31);
      // The page counts from when it knows that the code was sent.
      await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible();
      await page.clock.fastForward(31_000);
    };
    for (let again = 0; again < 2; again += 1) {
      await halfAMinute();
      await page.getByRole('button', { name: 'Resend code' }).click();
      await expect(page.getByText('We have resent you a text message with your Secure Access Code.')).toBeVisible();
      await inbox.code('+12125550143');
    }
    await halfAMinute();
    // The page counts down until the quota has room again; its clock is ahead of the server's.
    await page.clock.fastForward('10:00');
    await page.getByRole('button', { name: 'Resend code' }).click();
    await expect(page.getByText(catalogue['@8.6'])).toBeVisible();
  });

  await test.step('STOP, the number to send START to, and START @8.7 @beyond.8', async () => {
    await startAgain(page, inbox, server);
    await server.advance(31);
    await askForCode(page, inbox);
    await reply(page, '+12125550143', 'STOP');
    await page.getByRole('button', { name: 'Go back' }).click();
    await server.advance(31);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'You asked us to stop sending texts. To receive them again, reply START to +1 555 010 0199.',
    );
    await page.goto('/account');
    await expect(item(page, '+1 (212) 555-0143')).toContainText('Texts stopped');
    await expect(item(page, '+1 (212) 555-0143')).toContainText('Reply START to receive texts again.');
    await reply(page, '+12125550143', 'START');
    await page.goto('/fast-phone-verification');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel(codeField).fill(await inbox.code('+12125550143'));
    await expect(page.getByRole('heading', { name: 'Your phone is confirmed' })).toBeVisible();
  });

  // Sends from the sign-in page, too, are refused for a phone that has answered STOP.
  await test.step('STOP from one phone stops the sign-in text to it, until START', async () => {
    await becomeNobody(page);
    const sendText = async () => {
      await page.goto('/login');
      await signIn(page, 'several', demoPassword);
      await page.getByRole('radio').nth(1).check();
      await page.getByRole('button', { name: 'Send code' }).click();
    };
    await sendText();
    await inbox.code('+12125550142');
    await reply(page, '+12125550142', 'STOP');
    await waitForNextSend(server);
    await sendText();
    await expect(page.getByRole('alert')).toContainText('reply START to +1 555 010 0199');
    await reply(page, '+12125550142', 'START');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel(codeField).fill(await inbox.code('+12125550142'));
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('my profile: who I am, and how I can be reached', async ({ page, inbox, server }) => {
  await test.step('shows who I am, how to reach me, and the way to my linked accounts @2.routes.29', async () => {
    await enter(page, inbox, 'cardholder');
    await page.getByRole('button', { name: /^Profile menu of/ }).click();
    await page.getByRole('menuitem', { name: 'My Profile' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'About you' })).toContainText('Priya Nair');
    await expect(item(page, 'priya.nair@northwind-trading.example')).toContainText('Confirmed');
    await page.getByRole('link', { name: 'View linked accounts' }).click();
    await expect(page).toHaveURL(/\/account\/linked-accounts$/);
  });

  await test.step('the last way to get a code stays', async () => {
    await page.goto('/account');
    await page.getByRole('button', { name: /^Remove priya/ }).click();
    const dialog = page.getByRole('alertdialog');
    await expect(dialog).not.toContainText('last email address');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'This is your last way to get a code. Please add another one first.',
    );
    await page.keyboard.press('Escape');
    await expect(item(page, 'priya.nair')).toContainText('Confirmed');
  });

  await test.step('an e-mail address is added, confirmed and removed; the others are told', async () => {
    await server.advance(6 * 60);
    await page.getByRole('button', { name: 'Add email' }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    const email = page.getByRole('textbox', { name: 'Email address' });
    await expect(email).toHaveAccessibleDescription(/Email is required/);
    await email.fill('priya@private');
    await expect(email).toHaveAccessibleDescription(/Email needs to be in name@example\.com format/);
    await email.fill('priya@private.example');
    await page.getByRole('button', { name: 'Send code' }).click();
    // A change to how one can be reached asks for a fresh proof.
    await proveByMail(page, inbox, 'priya.nair');
    await page.getByLabel(codeField).fill(await inbox.code('priya@private.example'));
    await expect(page.getByText('priya@private.example is confirmed.')).toBeVisible();
    await expect(item(page, 'priya@private.example')).toContainText('Confirmed');
    await expect.poll(async () => (await inbox.next('priya.nair')).text).toContain('priya@private.example');

    await page.getByRole('button', { name: 'Remove priya@private.example' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('priya@private.example was removed.')).toBeVisible();
    await expect(item(page, 'priya@private.example')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('heading', { name: 'Email' })).toBeFocused();
  });

  await test.step('contact data that cannot be loaded: a sentence, and a retry that repairs it', async () => {
    await page.route('**/api/contacts', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/account');
    await expect(page.getByText('We could not load your contact data.')).toBeVisible();
    await page.unroute('**/api/contacts');
    // With a phone beside it the last e-mail address can go, and the dialog says what that costs.
    await page.route('**/api/contacts', async (route) => {
      const { contacts } = (await (await route.fetch()).json()) as { contacts: object[] };
      const phone = { ...contacts[0], id: 'phone', kind: 'PhoneNumber', address: '+12125550188' };
      await route.fulfill({ json: { contacts: [...contacts, phone] } });
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(item(page, 'priya.nair')).toContainText('Confirmed');
    await page.getByRole('button', { name: /^Remove priya/ }).click();
    await expect(page.getByRole('alertdialog')).toContainText('It is your last email address');
  });
});

const waitForNextSend = (server: Server) => server.advance(31);
