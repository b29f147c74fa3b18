import { enter, expect, test } from '../fixtures.ts';

test('a card with a limit is issued from the palette, funded, and used up to its limit in the simulator', async ({
  page,
  inbox,
}) => {
  await enter(page, inbox, 'admin');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search or do anything' }).fill('issue priya 50 team lunch');
  await expect(
    page.getByRole('option', { name: /^Issue a card for Priya Nair, \$50\.00 a month/, selected: true }),
  ).toBeVisible();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Issue card' });
  await expect(sheet.getByText('Priya can spend $50.00 a month.')).toBeVisible();
  await expect(sheet.getByText('Over $50.00 a month')).toBeVisible();
  await expect(sheet.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'A card for Priya Nair' })).toBeFocused();
  await page.getByRole('dialog', { name: 'Card issued' }).getByRole('link', { name: 'Fund', exact: true }).click();

  await page.getByLabel('Up to').or(page.getByLabel('Amount each')).fill('80');
  await page.getByRole('button', { name: 'Fund 1 card with $80.00' }).click();
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible();

  await page.getByRole('link', { name: 'Transactions', exact: true }).first().click();
  await page.keyboard.press('Alt+s');
  const simulator = page.getByRole('region', { name: 'Simulator, demo only' });
  const amount = simulator.getByRole('textbox', { name: 'Amount in USD' });
  await simulator.getByRole('combobox', { name: 'Card' }).click();
  await page.getByRole('option', { name: /team lunch/ }).click();
  await amount.fill('30');
  await page.keyboard.press('Enter');
  await expect(simulator.getByText(/ was told yes, for \$30\.00\./)).toBeVisible();
  await amount.fill('40');
  await page.keyboard.press('Enter');
  await expect(simulator.getByText(/ was told no\. This purchase was above the monthly limit/)).toBeVisible();
});
