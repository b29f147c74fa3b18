import type { Page } from '@playwright/test';
import { enter, expect, test } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';

const item = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

const titles = [
  'Bookmark the dashboard',
  'Beware of phishing',
  'Enable multi-factor authentication',
  'Monitor account activity',
  'Keep info updated',
  'Remove former users',
  'Enable spend policies',
];

test('the security checklist tells an administrator what the system knows', async ({ page, inbox, server }) => {
  await test.step('seven items, marked as seen when visited @0.6 @1.12 @1.16 @2.checklist.1 @2.checklist.2 @2.shell.11 @9.41', async () => {
    await enter(page, inbox, 'admin');
    const marks = () => server.sql(`select seen_at from seen_mark where page = 'security-checklist'`);
    expect(await marks()).toHaveLength(0);
    await page.getByRole('button', { name: /^Profile menu of/ }).click();
    await page.getByRole('menuitem', { name: 'Security checklist' }).click();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(titles);
    await expect(item(page, 'Bookmark the dashboard')).toContainText('Always use the official dashboard site.');
    await expect.poll(marks).toHaveLength(1);
    await item(page, 'Monitor account activity').getByRole('link').click();
    await expect(page).toHaveURL(/\/login-activity$/);
  });

  await test.step('an administrator sees what the system knows: the second factor and former users', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'grants.admin', '/security-checklist');
    await expect(item(page, 'Enable multi-factor authentication')).toContainText('Done');
    // Meadowlark Schools has closed an account, and its card with it.
    await expect(item(page, 'Remove former users')).toContainText('Done');
    for (const name of ['Bookmark the dashboard', 'Enable spend policies'])
      await expect(item(page, name)).not.toContainText(/Done|To do/);

    await server.sql(`update card set status = 'OPEN' where last_four = '1187'`);
    await page.reload();
    await expect(item(page, 'Remove former users')).toContainText('To do');
    await expect(item(page, 'Remove former users')).toContainText('or its card is not closed');
  });
});
