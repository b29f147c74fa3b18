import type { BrowserContext, Page } from '@playwright/test';
import { enter, expect, test } from './fixtures.ts';
import { accounts, currentAccount, switcher } from './shell.ts';

// `npm run tabs` goes through them with twenty tabs and 50 expiries.
const tabsAtAll = Number(process.env['FLORIN_TABS'] ?? 4);
const rounds = Number(process.env['FLORIN_EXPIRIES'] ?? 8);
/** Beyond the idle limit of nobody, and 50 of them within the twelve hours of an administrator's session. */
const roundSeconds = 800;

/** Opens tabs that show almost nothing, so that many of them are cheap; each is in the shell and watches the session. */
async function openTabs(context: BrowserContext, first: Page, path = '/reports'): Promise<Page[]> {
  await first.goto(path);
  const tabs = [first];
  while (tabs.length < tabsAtAll) {
    const tab = await context.newPage();
    await tab.goto(path);
    tabs.push(tab);
  }
  for (const tab of tabs) await expect(tab.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  return tabs;
}

test.describe('many tabs of one browser', () => {
  test('expiries that one tab’s activity puts off: nobody is logged out', async ({ page, context, inbox, server }) => {
    test.slow();
    await context.clock.install();
    await enter(page, inbox, 'seven');
    const tabs = await openTabs(context, page);
    for (let round = 0; round < rounds; round += 1) {
      const active = tabs[round % tabs.length]!;
      await server.advance(roundSeconds);
      await context.clock.fastForward(roundSeconds * 1000);
      const reported = active.waitForResponse('**/api/session/activity');
      await active.mouse.move(100 + round, 100 + round);
      expect((await reported).status()).toBe(200);
      if (round % 4 < 3) continue;
      const answers = await Promise.all(
        tabs.map((tab) => tab.evaluate(async () => (await fetch('/api/session', { cache: 'no-store' })).status)),
      );
      expect(new Set(answers)).toEqual(new Set([200]));
    }
    expect(tabs.map((tab) => new URL(tab.url()).pathname)).toEqual(tabs.map(() => '/reports'));
    for (const tab of tabs) await expect(tab.getByRole('alertdialog')).toHaveCount(0);
  });

  test(
    'after a switch no tab shows the other account; logging out reaches every tab at once',
    { tag: '@beyond.51' },
    async ({ page, context, inbox }) => {
      test.slow();
      await context.clock.install();
      await enter(page, inbox, 'seven');
      const tabs = await openTabs(context, page);
      for (const tab of tabs) await expect(currentAccount(tab)).toContainText('Northwind Trading');
      await page.bringToFront();
      await switcher(page).click();
      await accounts(page)
        .getByRole('option', { name: /Brightline Studio/ })
        .click();
      for (const tab of tabs) {
        await expect(currentAccount(tab)).toContainText('Brightline Studio');
        await expect(currentAccount(tab)).not.toContainText('Northwind Trading');
        await expect(tab).toHaveURL(/\/dashboard$/);
      }

      await page.getByRole('button', { name: /^Profile menu of/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
      // From here no timer of a page runs: each tab has to be told, and leaves at once.
      await context.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      for (const tab of tabs) await expect(tab).toHaveURL(/\/login$/);
    },
  );
});

test(
  'another tab’s activity resets the warning, closing it resets it too, and sleep extends nothing',
  { tag: ['@4.61', '@4.63', '@beyond.49'] },
  async ({ page, context, inbox }) => {
    await context.clock.install();
    await enter(page, inbox, 'onefactor');
    const other = await context.newPage();
    await other.goto('/reports');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    const warning = page.getByRole('alertdialog', { name: 'Auto logout' });
    const wait = (time: string) => context.clock.fastForward(time);

    await wait('18:00');
    await other.mouse.move(50, 50);
    await wait('18:00');
    await expect(warning).toHaveCount(0);
    // Opening a page is activity too, without a movement.
    await other.goto('/dashboard');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await wait('18:00');
    await expect(warning).toHaveCount(0);
    await other.goBack();
    await expect(other.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    await wait('18:00');
    await expect(warning).toHaveCount(0);
    await wait('01:05');
    await expect(warning).toBeVisible();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Resume' }).click();
    await expect(warning).toBeHidden();
    await wait('19:02');
    await expect(warning).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(warning).toBeHidden();
    await expect(other.getByRole('alertdialog')).toBeHidden();
    await wait('30:00');
    await expect(page).toHaveURL(/\/auto-logout$/);
    await expect(other).toHaveURL(/\/auto-logout$/);
  },
);

test.describe('the strict preset', () => {
  test.use({ environment: { IDLE_PRESET: 'strict' } });
  test(
    '600 s idle, 300 s of warning on a bar of 60, and the server counts by itself',
    { tag: ['@9.21', '@9.23', '@9.24', '@9.25', '@9.26', '@9.27'] },
    async ({ page, context, inbox, server }) => {
      await context.clock.install();
      await enter(page, inbox, 'onefactor');
      const ping = page.waitForRequest('**/api/session');
      await page.clock.fastForward('09:45');
      await ping;
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      await page.clock.fastForward('00:20');
      const bar = page.getByRole('alertdialog').getByRole('progressbar');
      await expect(bar).toHaveAttribute('max', '60');
      await expect(bar).toHaveAttribute('value', '60');
      await page.clock.fastForward('04:20');
      expect(Number(await bar.getAttribute('value'))).toBeLessThan(45);
      await server.advance(901);
      expect((await page.request.get('/api/session')).status()).toBe(401);
    },
  );
});
