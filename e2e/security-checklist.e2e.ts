import type { Page } from '@playwright/test';
import { enter, expect, test } from './fixtures.ts';
import { giveUp } from './give-up.ts';
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

test('the security checklist, person by person', async ({ page, inbox, server }) => {
  await test.step('signed out: the seven items without their states, and the way to log in @2.routes.20', async () => {
    await page.goto('/security-checklist');
    await expect(page.getByRole('heading', { level: 1, name: 'Security checklist' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(titles);
    await expect(item(page, 'Beware of phishing')).toContainText('Nobody from our team asks for your password');
    await expect(page.getByRole('main')).not.toContainText(/Done|To do/);
    await expect(page.getByRole('main').getByRole('listitem').getByRole('link')).toHaveCount(0);
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/login$/);
  });

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

  await test.step('the footer leads here, too', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'onefactor');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Security & Trust' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Security checklist' })).toBeVisible();
  });

  await test.step('a cardholder without the second factor: it is to do, and former users are not theirs', async () => {
    await expect(item(page, 'Enable multi-factor authentication')).toContainText('To do');
    await expect(item(page, 'Enable multi-factor authentication')).toContainText('asks for your password only');
    await expect(item(page, 'Remove former users')).not.toContainText(/Done|To do/);
    await expect(item(page, 'Remove former users').getByRole('link')).toHaveCount(0);
    await page.getByRole('link', { name: 'Open account security' }).click();
    await expect(page.getByRole('region', { name: 'Second factor' })).toContainText('Off');
  });

  await test.step('it cannot be loaded: a sentence, and a retry that repairs it', async () => {
    await page.clock.install();
    await page.route('**/security/checklist', (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/security-checklist');
    await giveUp(page, 'We could not load the checklist.');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(item(page, 'Beware of phishing')).toBeVisible();
  });

  await test.step('a restricted session sees no checklist', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'suspicious', '/security-checklist');
    await expect(page.getByText('The checklist is not shown while your account access is restricted.')).toBeVisible();
  });
});
