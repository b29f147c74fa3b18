import { enter, expect, test } from '../fixtures.ts';

test('a card is issued from the palette, funded and used up to its limit; the holder asks for more, and may buy', async ({
  page,
  inbox,
  browser,
  server,
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
  const name = sheet.getByRole('textbox', { name: 'Name' });
  await expect(name).toBeFocused();
  await test.step('a day is typed: each key is announced within the pages’ security policy', async () => {
    const parts = sheet.getByRole('group', { name: 'Works until' }).getByRole('spinbutton');
    await parts.first().click();
    await page.keyboard.type('12312031');
    await expect(parts.nth(2)).toHaveText('2031');
  });
  await name.press('Enter');
  await expect(page.getByRole('heading', { name: 'A card for Priya Nair' })).toBeFocused();
  await page.getByRole('dialog', { name: 'Card issued' }).getByRole('link', { name: 'Fund $50.00' }).click();

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
  await expect(simulator.getByText(/Approved at .+ for \$30\.00\./)).toBeVisible();
  await test.step('the page above shows a declined purchase without a reload; a selected row stays under the pointer, and the next one waits', async () => {
    const main = page.getByRole('main');
    await page.getByRole('heading', { level: 1, name: 'Transactions' }).hover();
    await amount.fill('999999');
    await expect(amount).toHaveValue('999999');
    await page.keyboard.press('Enter');
    await expect(simulator.getByText(/Declined at /)).toBeVisible();
    await expect(main).toContainText('$999,999.00');
    const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('checkbox');
    await rows.nth(1).check();
    await amount.fill('888888');
    await page.keyboard.press('Enter');
    const arrived = page.getByRole('button', { name: /^Show \d+ new transactions?$/ });
    await expect(arrived).toBeVisible();
    await expect(main).not.toContainText('$888,888.00');
    await expect(rows.nth(1)).toBeChecked();
    await arrived.click();
    await expect(main).toContainText('$888,888.00');
    await expect(rows.nth(1)).not.toBeChecked();
  });
  await amount.fill('40');
  await page.keyboard.press('Enter');
  await expect(simulator.getByText(/Declined at .+\. This purchase was above the monthly limit/)).toBeVisible();

  const holder = await browser.newPage({ baseURL: server.origin });
  await enter(holder, inbox, 'cardholder', '/my-transactions/card-declines');
  await holder.getByRole('row').nth(1).getByRole('button').first().click();
  const decline = holder.getByRole('dialog');
  await decline.getByRole('button', { name: 'Ask for $20.00 more this month' }).click();
  await expect(holder.getByText(/^\$20\.00 more a month for this card until /)).toBeVisible();
  await holder.getByRole('textbox', { name: 'Reason' }).fill('Lunch with the new team');
  await holder.getByRole('button', { name: 'Send request' }).click();
  await expect(holder.getByRole('heading', { name: 'Your request is sent' })).toBeVisible();

  await page.goto('/dashboard');
  await page.getByRole('button', { name: /^Approve \$20\.00/ }).click();
  await expect(decline.getByText(/You can try again/)).toBeVisible();

  await page.keyboard.press('Alt+s');
  await simulator.getByRole('combobox', { name: 'Card' }).click();
  await page.getByRole('option', { name: /team lunch/ }).click();
  await amount.fill('40');
  await page.keyboard.press('Enter');
  await expect(simulator.getByText(/Approved at .+ for \$40\.00\./)).toBeVisible();
});
