import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { enter, expect, test } from './fixtures.ts';

const banners = (page: Page) => page.getByRole('region', { name: 'Notices about your account' });
const lines = (page: Page) => banners(page).locator('p');

test(
  'several notices at once: one is put away for good, the others lead to what has to be done',
  { tag: ['@4.55', '@8.31', '@9.31'] },
  async ({ page, inbox }) => {
    await enter(page, inbox, 'notices');
    await expect(lines(page)).toHaveText([
      /^Bank not confirmed: .* Prairie Savings Bank .*\. Credit line on hold/,
      /^Your account has outstanding fees!/,
    ]);
    await page.getByRole('button', { name: 'Dismiss the notice about fees' }).click();
    await expect(lines(page)).toHaveCount(1);
    await page.reload();
    await expect(lines(page)).toHaveCount(1);

    await banners(page).getByRole('link', { name: 'Enter amounts' }).click();
    await expect(page).toHaveURL(/\/validate-external-account$/);
    await page.getByLabel('First amount').fill('57');
    await page.getByLabel('Second amount').fill('0.32');
    // As it was understood.
    await expect(page.getByLabel('First amount')).toHaveValue('0.57');
    await page.getByRole('button', { name: 'Confirm account' }).click();
    await expect(page.getByRole('heading', { name: 'Bank account confirmed' })).toBeFocused();
    await expect(lines(page)).toHaveCount(0);
  },
);

test('out of service and back, by command, while the server runs', { tag: '@beyond.11' }, async ({ page, server }) => {
  const script = fileURLToPath(new URL('../scripts/site.ts', import.meta.url));
  const site = (...words: string[]) =>
    promisify(execFile)(process.env['FLORIN_NODE'] ?? 'node', [script, ...words], {
      env: { PATH: process.env['PATH'], DATABASE_URL: server.databaseUrl },
    });
  const shows = (heading: string) =>
    expect(async () => {
      await page.goto('/login');
      await expect(page.getByRole('heading', { name: heading })).toBeVisible({ timeout: 500 });
    }).toPass();
  await site('out', 'We are back at nine.');
  await shows('Our apologies');
  await expect(page.getByText('We are back at nine.')).toBeVisible();
  await expect(page.getByLabel('Username')).toHaveCount(0);
  await site('back');
  await shows('Log in to your dashboard');
  await expect(page.getByText('We are back at nine.')).toHaveCount(0);
});
