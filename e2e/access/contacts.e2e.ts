import type { Page } from '@playwright/test';
import { demoPassword } from '../../server/src/demo/people.ts';
import { expect, signIn, test } from '../fixtures.ts';
import { reply } from '../replies.ts';
import { proveByCode } from './step-up.ts';

const codeField = (page: Page) => page.getByLabel('Secure Access Code');
const item = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words });
const phone = '+12125550143';
const mail = 'hana.suzuki';

test('how a person is reached: a phone is confirmed after the sign-in, and an address added', async ({
  page,
  inbox,
  server,
}) => {
  await test.step('the phone waits, and its page opens right after the sign-in @2.login.19 @4.5', async () => {
    await page.goto('/login');
    await signIn(page, 'unverified', demoPassword);
    await codeField(page).fill(await inbox.code(mail));
    await expect(page).toHaveURL(/\/fast-phone-verification$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Verify your phone' })).toBeVisible();
  });

  const sendCode = page.getByRole('button', { name: 'Send code' });
  await test.step('STOP, the number to send START to, and START @8.7 @beyond.8', async () => {
    await sendCode.click();
    await inbox.code(phone);
    await expect(codeField(page)).toBeVisible();
    await reply(page, phone, 'STOP');
    await server.advance(31);
    await page.getByRole('button', { name: 'Go back' }).click();
    await sendCode.click();
    await expect(page.getByRole('alert')).toHaveText(
      'You asked us to stop sending texts. To receive them again, reply START to +1 555 010 0199.',
    );
    await reply(page, phone, 'START');
  });

  await test.step('it is confirmed with the code in its text, also over a reload @2.phone.1 @2.phone.2', async () => {
    await sendCode.click();
    const code = await inbox.code(phone);
    await page.reload();
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type(code);
    await expect(page.getByRole('heading', { name: 'Your phone is confirmed' })).toBeFocused();
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    for (const address of [phone, mail]) expect((await inbox.next(address)).text).toContain(`${phone} was confirmed`);
  });

  await test.step('an address is added with a fresh proof and its code; the others are told', async () => {
    await server.advance(6 * 60);
    await page.goto('/account');
    await expect(item(page, '+1 (212) 555-0143')).toContainText('Confirmed');
    await page.getByRole('button', { name: 'Add email' }).click();
    await page.getByRole('textbox', { name: 'Email address' }).fill('hana@private.example');
    await page.getByRole('button', { name: 'Send code' }).click();
    await proveByCode(page, inbox, phone);
    await codeField(page).fill(await inbox.code('hana@private.example'));
    await expect(page.getByText('hana@private.example is confirmed.')).toBeVisible();
    await expect(item(page, 'hana@private.example')).toContainText('Confirmed');
    await expect.poll(async () => (await inbox.next(mail)).text).toContain('hana@private.example');
  });
});
