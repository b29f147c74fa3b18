import { expect, test } from '../fixtures.ts';

test('a newcomer picks a demo person, and the form is filled in', async ({ page }) => {
  await page.goto('/login');
  const open = () => page.getByRole('button', { name: 'Demo people' }).click();
  const drawer = page.getByRole('dialog', { name: 'Demo people' });
  await open();
  await drawer.getByRole('button', { name: /^email\.only/ }).click();
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page.getByLabel(/Secure Access Code/)).toBeVisible();
  // Another person leaves the code step.
  await open();
  await drawer.getByRole('searchbox', { name: 'Search' }).fill('second factor off');
  await drawer.getByRole('button', { name: /onefactor/ }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByLabel('Username')).toHaveValue('onefactor');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});
