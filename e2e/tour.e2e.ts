import type { Page } from '@playwright/test';
import { enter, expect, test } from './fixtures.ts';

const tour = (page: Page, name: string) => page.getByRole('dialog', { name });
const welcome = 'Welcome to your dashboard';

test(
  'the tour starts for newcomers, walks through the shell, and is shown once',
  { tag: '@2.shell.45' },
  async ({ page, inbox, browser, server }) => {
    await enter(page, inbox, 'newcomer');
    await expect(tour(page, welcome)).toBeFocused();
    // It stands in nobody's way: the page works on beside it.
    await page.getByRole('link', { name: 'Reports' }).click();
    await expect(page).toHaveURL(/\/reports$/);
    await tour(page, welcome).getByRole('button', { name: 'Show me around' }).click();
    await expect(tour(page, 'Your account')).toBeFocused();
    for (const name of ['Where things are', 'Help', 'You and your security']) {
      await page.getByRole('button', { name: 'Next' }).click();
      await expect(tour(page, name)).toBeFocused();
      await expect(tour(page, name)).toBeInViewport({ ratio: 1 });
    }
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(tour(page, 'Help')).toBeVisible();
    await page.getByRole('button', { name: 'Next' }).click();
    const kept = page.waitForResponse('**/api/appearance/tour');
    await page.getByRole('button', { name: 'Done' }).click();
    await kept;
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeFocused();

    const other = await browser.newPage({ baseURL: server.origin });
    // A second code is not sent at once.
    await server.advance(31);
    await enter(other, inbox, 'newcomer');
    await expect(other.getByRole('region', { name: 'Balance' })).toContainText('$');
    await expect(other.getByRole('dialog')).toHaveCount(0);
    // Whoever wants it again gets it.
    await other.goto('/account/preferences');
    await other.getByRole('button', { name: 'Take the tour' }).click();
    await expect(tour(other, welcome)).toBeFocused();
    await other.keyboard.press('Escape');
    await expect(other.getByRole('dialog')).toHaveCount(0);
    await other.close();
  },
);

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });
  test(
    'tourDebug starts it, and it speaks of the menu instead of the sidebar',
    { tag: '@2.shell.45' },
    async ({ page, inbox }) => {
      await enter(page, inbox, 'onefactor', '/dashboard?tourDebug');
      await expect(tour(page, welcome)).toBeInViewport({ ratio: 1 });
      await page.getByRole('button', { name: 'Show me around' }).click();
      await expect(tour(page, 'Where things are')).toContainText('in this menu');
      await page.getByRole('button', { name: 'Skip the tour' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    },
  );
});
