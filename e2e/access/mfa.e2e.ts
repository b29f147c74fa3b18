import { demoPassword } from '../../server/src/demo/people.ts';
import { expect, signIn, test } from '../fixtures.ts';

test('a code by mail leads in, and the device is remembered', async ({ page, inbox }) => {
  await test.step('one way to get a code: straight to it, and from there to the dashboard @0.3 @1.9 @2.login.14 @2.login.18 @4.2 @4.4 @8.2', async () => {
    await page.goto('/login');
    await signIn(page, 'email.only', demoPassword);
    await expect(page.getByText(/i•+@/)).toBeVisible();
    // Wherever the focus is, digits go into the field.
    await page.keyboard.type(await inbox.code('ines.duarte'));
    await expect(page).toHaveURL(/\/dashboard$/);
  });
  await test.step('a remembered device is not asked again', async () => {
    await page.getByRole('button', { name: /^Profile menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, 'email.only', demoPassword);
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});
