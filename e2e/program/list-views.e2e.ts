import { enter, expect, signInAs, test } from '../fixtures.ts';

test('a view that one administrator saves and shares is opened by another, who sees its change without a reload', async ({
  page,
  inbox,
  browser,
  server,
}) => {
  await enter(page, inbox, 'admin', '/transactions?status=DECLINED&q=hotel');
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save this view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Declined hotels');
  await dialog.getByRole('checkbox', { name: 'Share with all administrators of the business' }).check();
  await dialog.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('tab', { name: 'Declined hotels', selected: true })).toBeVisible();

  const theirs = await browser.newContext({ baseURL: server.origin });
  const other = await theirs.newPage();
  await signInAs(other, inbox, 'newcomer');
  await other.goto('/transactions');
  await other.getByRole('tab', { name: 'Declined hotels' }).click();
  await expect(other.getByRole('searchbox')).toHaveValue('hotel');
  await expect(other).toHaveURL(/status=DECLINED/);

  await page.getByRole('button', { name: 'Options of the view “Declined hotels”' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename this view' });
  await renaming.getByRole('textbox', { name: 'Name' }).fill('Hotels that said no');
  await renaming.getByRole('button', { name: 'Rename' }).click();
  await expect(other.getByRole('tab', { name: 'Hotels that said no', selected: true })).toBeVisible();
  await theirs.close();
});
