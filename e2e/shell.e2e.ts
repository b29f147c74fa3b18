import type { Page } from '@playwright/test';
import { demoInvites } from '../server/src/demo/waiting-cards.ts';
import { enter, expect, test } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';
import { balanceOf, currentAccount, inWords, switcher } from './shell.ts';

/** The pages are in New York, wherever the tests run. */
const yearInNewYork = new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone: 'America/New_York' }).format();

const footer = (page: Page) => page.getByRole('contentinfo');
const profileMenu = (page: Page) => page.getByRole('button', { name: /^Profile menu of/ });
const isSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

test('the current account in the sidebar and who issues its card, person by person; nothing of it for an invite user', async ({
  page,
  inbox,
}) => {
  const issuer = async () => {
    await expect(footer(page)).toContainText('Member FDIC');
    return footer(page).getByText('Member FDIC').textContent();
  };

  await test.step('prepaid: its name and what the ledger says is available @2.shell.13 @6.8', async () => {
    await enter(page, inbox, 'admin');
    const { available } = await balanceOf(page);
    expect(available.amount).toBeGreaterThan(0);
    await expect(currentAccount(page)).toContainText('Northwind Trading');
    await expect(currentAccount(page)).toContainText(`${inWords(available)} available`);
    await expect(page.getByRole('region', { name: 'Balance' })).toContainText(inWords(available));
  });

  await test.step('credit: what is left of the line instead of the balance @2.shell.25', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'credit.admin');
    const { available, ledger } = await balanceOf(page);
    expect(available).not.toEqual(ledger);
    await expect(currentAccount(page)).toContainText('Brightline Studio');
    await expect(currentAccount(page)).toContainText(`${inWords(available)} available credit`);
    await expect(currentAccount(page)).not.toContainText(inWords(ledger));
  });
  const credit = await issuer();

  await test.step('a cardholder: name, last four digits, and no list of one', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'onefactor');
    await expect(currentAccount(page)).toContainText('Noah Park •• 3056');
    await expect(switcher(page)).toHaveCount(0);
  });
  const prepaid = await issuer();

  await test.step('says who issues the card, and of what kind it is @2.shell.31', async () => {
    expect(prepaid).toContain('The Bancorp Bank, N.A.');
    expect(prepaid).toContain('prepaid');
    expect(credit).toContain('The Bancorp Bank, N.A.');
    expect(credit).toContain('credit');
    expect(credit).not.toContain('prepaid');
    await becomeNobody(page);
    await enter(page, inbox, 'teacher');
    expect(await issuer()).toContain('Fifth Third Bank, N.A.');
  });

  await test.step('an invite user has no profile menu and no mobile navigation @2.shell.6 @2.shell.36 @2.shell.37 @6.12', async () => {
    await becomeNobody(page);
    await page.goto(`/registration?code=${demoInvites[0]!.code}`);
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(profileMenu(page)).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Open navigation' })).toHaveCount(0);
      await expect(page.getByRole('navigation', { name: 'Main links' })).toHaveCount(0);
    }
  });
});

test('around every page: the balance, a folded sidebar, the footer and the profile menu', async ({
  page,
  inbox,
  server,
}) => {
  await test.step('moves with the ledger', async () => {
    await enter(page, inbox, 'onefactor');
    const before = await balanceOf(page);
    await expect(currentAccount(page)).toContainText(inWords(before.available));
    await server.sql(
      `select ledger_post('a-top-up', gen_random_uuid(), bank.id, wallet.id, 1234, 'FUNDING', 'Top-up', false, now())
       from card join financial_account wallet on wallet.card_id = card.id
         join financial_account bank on bank.business_id = card.business_id and bank.kind = 'bank_settlement'
       where card.last_four = '3056'`,
    );
    await page.reload();
    const after = { ...before.available, amount: before.available.amount + 12_34 };
    await expect(currentAccount(page)).toContainText(`${inWords(after)} available`);
  });

  await test.step('a folded sidebar stays folded over a reload @2.shell.12', async () => {
    const link = page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Purchases' });
    const wide = (await link.boundingBox())!.width;
    await page.getByRole('button', { name: 'Collapse sidebar', expanded: true }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Expand sidebar', expanded: false })).toBeVisible();
    expect((await link.boundingBox())!.width).toBeLessThan(wide / 2);
    await page.getByRole('button', { name: 'Expand sidebar' }).click();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Collapse sidebar' })).toBeVisible();
  });

  await test.step('has every link, the copyright and the version @2.routes.70 @2.shell.28 @2.shell.29 @2.shell.30 @2.shell.32 @9.37', async () => {
    const names = [
      'Terms and conditions',
      'Privacy policy',
      'Card use guide',
      'Services agreement',
      'E-Sign agreement',
      'FAQ',
      'Security & Trust',
      'Contact Us',
    ];
    await expect(footer(page).getByRole('link')).toHaveText(names);
    await expect(footer(page)).toContainText(`2007–${yearInNewYork}`);
    await expect(footer(page)).toContainText(/Version \d+\.\d+\.\d+/);

    // Relative to the dashboard, from wherever the footer stands.
    await page.goto('/account/linked-accounts');
    await footer(page).getByRole('link', { name: 'Security & Trust' }).click();
    await expect(page).toHaveURL(/\/security-checklist$/);
    await footer(page).getByRole('link', { name: 'Contact Us' }).click();
    await expect(page).toHaveURL(/\/contact-us$/);
    const heading = page.getByRole('heading', { level: 1, name: 'Contact Us' });
    await expect(heading).toBeFocused();
    // Back leaves a place to come back to; the same address opened again begins at the top all the same.
    await footer(page).scrollIntoViewIfNeeded();
    await page.goBack();
    await expect(page).toHaveURL(/\/security-checklist$/);
    await page.goForward();
    await expect(heading).toBeVisible();
    await footer(page).getByRole('link', { name: 'Contact Us' }).click();
    await expect(heading).toBeFocused();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    await footer(page).getByRole('link', { name: 'Card use guide' }).click();
    await expect(page).toHaveURL(/\/cardholder-bancorp-agreement$/);
  });

  await test.step('the profile menu: My Profile, another account, the way out @2.routes.64 @2.shell.5 @2.shell.8', async () => {
    await page.goto('/dashboard');
    await profileMenu(page).click();
    const items = page.getByRole('menuitem');
    await expect(items).toHaveText([
      'My Profile',
      'Login activity',
      'Security checklist',
      'Add another account',
      'Back to admin',
      'Log out',
    ]);
    await items.filter({ hasText: 'My Profile' }).click();
    await expect(page).toHaveURL(/\/account$/);
    await profileMenu(page).click();
    await items.filter({ hasText: 'Add another account' }).click();
    await expect(page).toHaveURL(/\/add-account$/);
  });
});

test('the sidebar of many accounts: by keyboard, and narrow', async ({ page, inbox }) => {
  await enter(page, inbox, 'seven');
  await test.step('by keyboard alone: skip link, order of the stops, Esc @1.14 @2.routes.64 @2.shell.1 @2.shell.2 @2.shell.4', async () => {
    await page.goto('/dashboard');
    await expect(switcher(page)).toBeVisible();
    const skip = page.getByRole('link', { name: 'Skip to content' });
    const onboarding = page.getByRole('link', { name: /^Onboarding Checklist/ });
    await expect(onboarding).toBeVisible();
    const stops = [
      skip,
      page.getByRole('banner').getByRole('link').first(),
      page.getByRole('banner').getByRole('button', { name: 'Search' }),
      page.getByRole('navigation', { name: 'Main links' }).getByRole('link', { name: 'Transactions' }),
      page.getByRole('link', { name: 'Help (opens in a new tab)' }),
      profileMenu(page),
      switcher(page),
      onboarding,
      page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Dashboard' }),
    ];
    for (const stop of stops) {
      await page.keyboard.press('Tab');
      await expect(stop).toBeFocused();
    }
    await expect(stops[1]!).toHaveAttribute('href', '/');
    await expect(stops[4]!).toHaveAttribute('href', 'https://support.florin.example');

    await profileMenu(page).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'My Profile' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Login activity' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(profileMenu(page)).toBeFocused();

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    const list = page.getByRole('listbox', { name: 'Your accounts' });
    await expect(list.getByRole('option', { name: /^Northwind Trading/ }).first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await expect(switcher(page)).toBeFocused();

    await skip.focus();
    await expect(skip).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('main').getByRole('link', { name: 'View all' })).toBeFocused();
  });

  await test.step('the sidebar is away, and the menu works by keyboard @2.shell.34 @2.shell.35', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await expect(currentAccount(page)).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Main links' }).getByRole('link')).toBeHidden();
    expect(await isSideways(page)).toBe(false);

    const open = page.getByRole('button', { name: 'Open navigation' });
    await open.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Navigation' });
    await expect(drawer).toBeVisible();
    await expect(drawer.getByText('Northwind Trading')).toBeVisible();
    await expect(drawer.getByRole('link', { name: 'Transactions' })).toBeVisible();
    expect(await isSideways(page)).toBe(false);

    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(open).toBeFocused();

    await page.keyboard.press('Enter');
    const reports = drawer.getByRole('link', { name: 'Reports' });
    await tabTo(page, reports);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/reports$/);
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeFocused();
  });
});

/** Presses Tab until the element has the focus, as many times as there are stops at most. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>): Promise<void> {
  for (let stop = 0; stop < 40; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
