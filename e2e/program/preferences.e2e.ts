import type { Page } from '@playwright/test';
import { enter, expect, test } from '../fixtures.ts';
import { currentAccount } from '../shell.ts';

/** A red rectangle of 300 by 200 pixels, as PNG. */
const drawing = async (page: Page) =>
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

test('an administrator chooses the appearance and the icon of the business', async ({
  page,
  inbox,
  browser,
  server,
}) => {
  await test.step('a theme parameter wins over the choice, themeDebug names the tokens, tourDebug starts the tour @2.shell.43 @2.shell.44 @2.shell.45', async () => {
    await enter(page, inbox, 'admin', '/dashboard?theme=legacy&themeDebug&tourDebug');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'legacy');
    await expect(page.getByRole('dialog', { name: 'Welcome to your dashboard' })).toBeVisible();
    await page.getByRole('heading', { level: 1 }).hover();
    await expect(page.getByRole('status', { name: 'Theme tokens' })).toContainText('font: --h1');
  });
  await test.step('theme and colors are applied at once, and by the server from the first paint on @2.shell.46 @9.34 @beyond.7', async () => {
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
    // No script has run yet.
    expect(await (await page.request.get('/dashboard', { headers: { accept: 'text/html' } })).text()).toContain(
      '<html lang="en" data-theme="legacy" data-scheme="dark">',
    );
  });
  await test.step('the icon is drawn small, and everyone in the business sees it @2.shell.21', async () => {
    const file = page.locator('input[type="file"]');
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: await drawing(page) });
    await expect(page.getByText('The icon was saved.')).toBeVisible();
    const icon = currentAccount(page).locator('img');
    await expect(icon).toHaveAttribute('src', /^\/branding\/business\/[0-9a-f-]{36}\/icon\?v=/);
    await expect.poll(() => icon.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(96);

    const cardholder = await browser.newPage({ baseURL: server.origin });
    await enter(cardholder, inbox, 'onefactor');
    await expect(currentAccount(cardholder).locator('img')).toBeVisible();
    await expect(cardholder.locator('html')).not.toHaveAttribute('data-theme');
    await cardholder.close();
  });
});
