import type { BrowserContext, Page } from '@playwright/test';
import { expect, signInAs, test } from '../fixtures.ts';
import { accounts, currentAccount, switcher } from '../shell.ts';

// `npm run tabs` goes through them with twenty tabs and 50 expiries.
const tabsAtAll = Number(process.env['FLORIN_TABS'] ?? 3);
const rounds = Number(process.env['FLORIN_EXPIRIES'] ?? 4);
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

test(
  'many tabs: activity in one puts off the expiry of all, and a switch and a logout reach every one',
  { tag: '@beyond.51' },
  async ({ page, context, inbox, server }) => {
    test.slow(tabsAtAll > 3);
    await context.clock.install();
    await signInAs(page, inbox, 'seven');
    const tabs = await openTabs(context, page);

    await test.step('expiries that one tab’s activity puts off: nobody is logged out', async () => {
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

    await test.step('after a switch no tab shows the other account', async () => {
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
    });

    await test.step('logging out reaches every tab at once', async () => {
      await page.getByRole('button', { name: /^Profile menu of/ }).click();
      await expect(page.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
      // From here no timer of a page runs: each tab has to be told, and leaves at once. The moment has to be later than
      // every tab's, however slow the machine is.
      await context.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000);
      await page.getByRole('menuitem', { name: 'Log out' }).click();
      for (const tab of tabs) await expect(tab).toHaveURL(/\/login$/);
    });
  },
);
