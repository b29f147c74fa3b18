import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '../fixtures.ts';

test('out of service and back, by command, while the server runs', { tag: '@beyond.11' }, async ({ page, server }) => {
  const script = fileURLToPath(new URL('../../scripts/site.ts', import.meta.url));
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
