import { enter, expect, signInAs, test } from '../fixtures.ts';

test('a purchase in the simulator is declined with its reason, and the page above shows it without a reload', async ({
  page,
  inbox,
}) => {
  await enter(page, inbox, 'admin', '/transactions');
  const title = page.getByRole('heading', { level: 1, name: 'Transactions' });
  await title.hover();
  await page.keyboard.press('Alt+s');
  const simulator = page.getByRole('region', { name: 'Simulator, demo only' });
  await simulator.getByRole('textbox', { name: 'Amount in USD' }).fill('999999');
  await page.keyboard.press('Enter');
  await expect(simulator.getByText(/ was told no\./)).toBeVisible();
  await expect(page.getByRole('main').getByText('$999,999.00').first()).toBeVisible();

  // A selected row stays under the pointer: the next purchase waits.
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('checkbox');
  await rows.nth(1).check();
  await simulator.getByRole('textbox', { name: 'Amount in USD' }).fill('888888');
  await page.keyboard.press('Enter');
  const arrived = page.getByRole('button', { name: /^Show \d+ new transactions?$/ });
  await expect(arrived).toBeVisible();
  await expect(page.getByRole('main').getByText('$888,888.00')).toHaveCount(0);
  await expect(rows.nth(1)).toBeChecked();
  await arrived.click();
  await expect(page.getByRole('main').getByText('$888,888.00').first()).toBeVisible();
  await expect(rows.nth(1)).not.toBeChecked();
});

test('keys pressed before the page listens are answered when it does', async ({ page, inbox }) => {
  await signInAs(page, inbox, 'admin');
  // The page's files wait until the keys are pressed.
  const { promise: isPressed, resolve: letFilesCome } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await isPressed;
    await route.continue();
  });
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.locator('#site')).toBeAttached();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('reports');
  letFilesCome();
  await expect(page.getByRole('combobox', { name: 'Search or do anything' })).toHaveValue('reports');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
});
