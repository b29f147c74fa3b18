import { expect, test } from '../fixtures.ts';

test('a newcomer picks a demo person; a code by mail leads in, and the device is remembered', async ({
  page,
  inbox,
  server,
}) => {
  await page.goto('/login');
  const drawer = page.getByRole('dialog', { name: 'Demo people' });
  const logIn = page.getByRole('button', { name: 'Log in', exact: true });
  const pick = async (username: string, search: string) => {
    await page.getByRole('button', { name: 'Demo people' }).click();
    await drawer.getByRole('searchbox', { name: 'Search' }).fill(search);
    await drawer.getByRole('button', { name: new RegExp(`^${username}`) }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByLabel('Username')).toHaveValue(username);
    await expect(logIn).toBeFocused();
  };
  await test.step('the form is filled in, and another person leaves the code step', async () => {
    await pick('email.only', '');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Secure Access Code')).toBeVisible();
    await inbox.code('ines.duarte');
    await pick('onefactor', 'second factor off');
  });
  await test.step('one way to get a code: straight to it, and from there to the dashboard @0.3 @1.9 @2.login.14 @2.login.18 @4.2 @4.4 @8.2', async () => {
    await server.advance(31);
    await pick('email.only', '');
    await logIn.click();
    await expect(page.getByText(/i•+@/)).toBeVisible();
    // Wherever the focus is, digits go into the field.
    await page.keyboard.type(await inbox.code('ines.duarte'));
    await expect(page).toHaveURL(/\/dashboard$/);
  });
  await test.step('a remembered device is not asked again', async () => {
    await page.getByRole('button', { name: /^Profile menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await pick('email.only', '');
    await logIn.click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});
