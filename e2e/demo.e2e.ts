import { expect, test } from './fixtures.ts';

test('a newcomer picks a demo person, and the form is filled in', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Demo people' }).click();
  const drawer = page.getByRole('dialog', { name: 'Demo people' });
  await drawer.getByRole('searchbox', { name: 'Search' }).fill('second factor off');
  await drawer.getByRole('button', { name: /onefactor/ }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByLabel('Username')).toHaveValue('onefactor');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('picking another person leaves the code step', async ({ page }) => {
  await page.goto('/login');
  const pick = async (username: RegExp) => {
    await page.getByRole('button', { name: 'Demo people' }).click();
    await page.getByRole('dialog', { name: 'Demo people' }).getByRole('button', { name: username }).click();
  };
  await pick(/^email\.only/);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByLabel(/Secure Access Code/)).toBeVisible();
  await pick(/^seven/);
  await expect(page.getByLabel('Username')).toHaveValue('seven');
});
