import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { tooWide, violations } from '../web/src/testing/screens/checks.ts';
import { tabThrough } from '../web/src/testing/screens/keyboard.ts';
import { enter, expect, test } from './fixtures.ts';
import { askForLink, sharedAddress, solveCaptcha } from './access/recovery.ts';

const axeSource = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

async function check(page: Page): Promise<string[]> {
  const found: string[] = [];
  // The document of the screen before brings it along.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource);
  for (const [width, search] of [
    [1440, 'whole'],
    [320, 'width'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await page.evaluate(tooWide)), ...(await page.evaluate(violations, search)));
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  const tab = {
    press: async (key: string, times: number) => {
      for (let n = 0; n < times; n += 1) await page.keyboard.press(key);
    },
    evaluate: <T>(inPage: () => T) => page.evaluate<T>(inPage as () => never),
  };
  return [...found, ...(await tabThrough(tab))];
}

test(
  'as it is built: axe finds nothing, nothing runs out of the page, and Tab reaches everything',
  { tag: '@beyond.52' },
  async ({ page, inbox }) => {
    await page.goto('/login');
    await expect(page.getByLabel('Username')).toBeVisible();
    expect(await check(page)).toEqual([]);

    await page.goto('/forgot-username');
    await page.getByLabel('Email').fill(sharedAddress);
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Send my username' }).click();
    await expect(page.getByRole('heading', { name: 'Sorry' })).toBeVisible();
    expect(await check(page)).toEqual([]);

    await askForLink(page, 'several');
    expect(await check(page)).toEqual([]);

    await enter(page, inbox, 'seven');
    await expect(page.getByRole('button', { name: /^Switch account/ })).toBeVisible();
    expect(await check(page)).toEqual([]);
  },
);
