import type { Page } from '@playwright/test';
import { demoInvites } from '../server/src/demo/waiting-cards.ts';
import { demoPassword } from '../server/src/demo/people.ts';
import { enter, expect, signIn, test } from './fixtures.ts';

/** Opens an address and says where the browser ends up, once a page stands there. */
async function opened(page: Page, path: string): Promise<string> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: '404' })).toHaveCount(0);
  return new URL(page.url()).pathname;
}

test('an invite user: the invitation, the registration, and nothing behind the login', async ({ page }) => {
  const { code } = demoInvites[0]!;
  expect(await opened(page, `/invites?code=${code}`)).toBe('/invites');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are invited');
  expect(await opened(page, `/registration?code=${code}`)).toBe('/registration');
  // A link that has lost its code.
  for (const path of ['/invites', '/registration?code=']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  }
  for (const path of ['/dashboard', '/cards', '/spend-policies', '/cardholder-mb-agreement'])
    expect(await opened(page, path)).toBe('/login');
});

test(
  'areas are preloaded, opening the same address asks anew, and going back restores the place',
  { tag: ['@1.15', '@2.routes.39', '@2.routes.70'] },
  async ({ page, inbox }) => {
    await page.setViewportSize({ width: 1280, height: 420 });
    await enter(page, inbox, 'admin');
    // Links that are drawn anew while the page still loads forget that somebody pointed at them.
    await page.waitForLoadState('networkidle');
    const chunk = page.waitForRequest(/\/assets\/TeamMembersPage-.*\.js$/);
    const link = page.getByRole('link', { name: 'Team members', exact: true });
    await link.hover();
    await chunk;
    expect(new URL(page.url()).pathname).toBe('/dashboard');

    await link.click();
    await expect(page.getByText('Priya Nair')).toBeVisible();
    const again = page.waitForRequest('**/api/team-members');
    await link.click();
    await again;

    await page.evaluate(() => window.scrollTo(0, 160));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(160);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(
      'This page will show spending by person, category and time, ready to export.',
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(160);
  },
);

test.describe('an address that does not exist', () => {
  test(
    '404, with a way to the login page for strangers',
    { tag: ['@2.routes.68', '@2.404.1', '@2.404.2', '@8.34'] },
    async ({ page }) => {
      for (const path of ['/nowhere', '/dashboard/nowhere', '/login/one/two', '/invites']) {
        const response = await page.goto(path);
        // The invitation page exists; without a code nothing is there for anybody.
        if (path !== '/invites') expect(response?.status()).toBe(404);
        await expect(page.getByText('404')).toBeVisible();
        await expect(page.getByText('has moved, or the address was mistyped')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Report a broken link' })).toBeVisible();
        await page.getByRole('link', { name: 'Login' }).click();
        await expect(page).toHaveURL(/\/login$/);
      }
    },
  );

  test('404 for odd addresses, too', async ({ page, server }) => {
    for (const path of ['/%E0%A4%A', '//evil.com', '//dashboard']) {
      const response = await page.goto(server.origin + path);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
      await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    }
  });

  test('signed in: back, or to the dashboard', { tag: '@2.404.3' }, async ({ page }) => {
    await page.goto('/login');
    await signIn(page, 'onefactor', demoPassword);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/reports');
    await page.goto('/nowhere');
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page).toHaveURL(/\/reports$/);
    await page.goto('/nowhere');
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});
