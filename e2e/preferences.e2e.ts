import { enter, expect, test } from './fixtures.ts';
import { currentAccount } from './shell.ts';

/** A red square of 64 pixels, as PNG. */
const drawing = async (page: import('@playwright/test').Page) =>
  Buffer.from(
    await page.evaluate(() => {
      const canvas = document.createElement('canvas');
      canvas.width = 300;
      canvas.height = 200;
      const brush = canvas.getContext('2d')!;
      brush.fillStyle = '#c00';
      brush.fillRect(0, 0, 300, 200);
      return canvas.toDataURL('image/png').split(',')[1]!;
    }),
    'base64',
  );

test('somebody chooses how the pages look', async ({ page, inbox, browser, server }) => {
  await test.step('themeDebug names the tokens of what is pointed at; a theme parameter wins over the choice; tourDebug starts the tour @2.shell.43 @2.shell.44 @2.shell.45', async () => {
    await enter(page, inbox, 'onefactor', '/dashboard?theme=legacy');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'legacy');
    await page.goto('/dashboard?themeDebug&tourDebug');
    await expect(page.getByRole('dialog', { name: 'Welcome to your dashboard' })).toBeVisible();
    await page.getByRole('heading', { level: 1 }).hover();
    await expect(page.getByRole('status', { name: 'Theme tokens' })).toContainText('font: --h1');
  });
  await test.step('theme and colours are worn at once, from the first paint on, and in every browser @2.shell.46 @9.34 @beyond.7', async () => {
    await page.goto('/account');
    await page.getByRole('navigation', { name: 'My Profile' }).getByRole('link', { name: 'Preferences' }).click();
    const root = page.locator('html');
    await expect(page.getByRole('radio', { name: 'Fresh' })).toBeChecked();
    await page.getByText('Legacy', { exact: true }).click();
    await expect(root).toHaveAttribute('data-theme', 'legacy');
    const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('dark') === true);
    await page.getByText('Dark', { exact: true }).click();
    await expect(root).toHaveAttribute('data-scheme', 'dark');
    await saved;
    await expect(page.getByText('Your choice was saved.').first()).toBeVisible();
    // The server paints it: no script has run yet.
    expect(await (await page.request.get('/dashboard', { headers: { accept: 'text/html' } })).text()).toContain(
      '<html lang="en" data-theme="legacy" data-scheme="dark">',
    );

    const other = await browser.newPage({ baseURL: server.origin });
    await enter(other, inbox, 'onefactor');
    await expect(other.locator('html')).toHaveAttribute('data-theme', 'legacy');
    await expect(other.locator('html')).toHaveAttribute('data-scheme', 'dark');
    await other.close();
  });
});

test(
  'the icon of a business: drawn small, and shown to everyone of it',
  { tag: '@2.shell.21' },
  async ({ page, inbox, browser, server }) => {
    await enter(page, inbox, 'admin', '/account/preferences');
    await expect(page.getByText('No icon yet.')).toBeVisible();
    const file = page.locator('input[type="file"]');
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await drawing(page) });
    await expect(page.getByText('The icon was saved.')).toBeVisible();
    const icon = currentAccount(page).locator('img');
    await expect(icon).toHaveAttribute('src', /^\/branding\/business\/[0-9a-f-]{36}\/icon\?v=/);
    await expect.poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);

    const cardholder = await browser.newPage({ baseURL: server.origin });
    await enter(cardholder, inbox, 'onefactor');
    await expect(currentAccount(cardholder).locator('img')).toBeVisible();
    await cardholder.close();
  },
);

test.describe('in production, unless configured', () => {
  test.use({ environment: { DEBUG_PARAMETERS: 'off' } });
  test('debug parameters do nothing', async ({ page, inbox }) => {
    await enter(page, inbox, 'onefactor', '/dashboard?theme=legacy');
    await page.goto('/dashboard?theme=legacy&themeDebug&tourDebug');
    await expect(currentAccount(page)).toContainText('available');
    await expect(page.locator('html')).not.toHaveAttribute('data-theme');
    await expect(page.getByRole('status', { name: 'Theme tokens' })).toHaveCount(0);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
