import { enter, expect, test } from './fixtures.ts';

test(
  'areas are preloaded, opening the same address fetches again, and Back restores the place',
  { tag: ['@1.15', '@2.routes.39', '@2.routes.70'] },
  async ({ page, inbox }) => {
    await page.setViewportSize({ width: 1280, height: 420 });
    await enter(page, inbox, 'admin');
    // Links that are drawn again while the page still loads forget that the mouse is over them.
    await page.waitForLoadState('networkidle');
    const chunk = page.waitForRequest(/\/assets\/TeamMembersPage-.*\.js$/);
    const link = page.getByRole('link', { name: 'Team members', exact: true });
    await link.hover();
    await chunk;
    expect(new URL(page.url()).pathname).toBe('/dashboard');

    await link.click();
    await expect(page.getByRole('button', { name: 'Priya Nair' })).toBeVisible();
    const again = page.waitForRequest(/\/api\/team(\?|$)/);
    await link.click();
    await again;

    const scrolledTo = (top: number) => expect.poll(() => page.evaluate(() => window.scrollY)).toBe(top);
    await page.evaluate(() => window.scrollTo(0, 160));
    await scrolledTo(160);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText(
      'This page will show spending by person, category and time, ready to export.',
    );
    await scrolledTo(0);
    await page.goBack();
    await scrolledTo(160);
    // The same address opened again begins at the top.
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Team members' })).toBeFocused();
    await scrolledTo(0);

    await test.step('an unknown address is 404 and leads back @2.routes.68 @2.404.3 @8.34', async () => {
      for (const path of [
        '/nowhere',
        '/dashboard/nowhere',
        '/login/one/two',
        '/%E0%A4%A',
        '//evil.com',
        '//dashboard',
      ]) {
        const answer = await page.request.get(new URL(page.url()).origin + path, { headers: { accept: 'text/html' } });
        expect([path, answer.status()]).toEqual([path, 404]);
      }
      expect((await page.goto('/%E0%A4%A'))?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Profile menu of/ })).toBeVisible();
      await page.getByRole('button', { name: 'Go back' }).click();
      await expect(page).toHaveURL(/\/team-members$/);
    });

    await test.step('one address cannot keep the server busy with pages', async () => {
      const { origin } = new URL(page.url());
      const headers = { accept: 'text/html' };
      const ask = () => page.request.get(`${origin}/login`, { headers });
      // A busy machine may need more than one window of the limit for them.
      const refusal = async () =>
        (await Promise.all(Array.from({ length: 130 }, ask))).find((answer) => answer.status() === 429);
      let found: Awaited<ReturnType<typeof refusal>>;
      const wait = async () => (found = await refusal())?.headers()['retry-after'];
      await expect.poll(wait, { timeout: 60_000 }).toMatch(/^\d+$/);
      expect(await found!.text()).toContain('too many requests');
    });
  },
);
