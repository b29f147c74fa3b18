import { existsSync, mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromium } from '../scripts/browser.ts';

// What the browser's processes share passes through files: a tenth of the time of a run where these are on a disk.
const inMemory = '/dev/shm';
const scratch = `${inMemory}/florin-test-browser`;
if (existsSync(inMemory)) {
  mkdirSync(scratch, { recursive: true });
  process.env['TMPDIR'] = scratch;
}

/** Every story runs on a server and a database of its own, in a real browser on the built app. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: '../server/src/testing/database/setup.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // A story waits now and then: for a mail, for a key derivation, for a frame.
  workers: Math.ceil(1.5 * availableParallelism()),
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env['FLORIN_REPORT']
    ? [['line'], ['json', { outputFile: process.env['FLORIN_REPORT'] }]]
    : [['line']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(await chromium()),
      ignoreDefaultArgs: existsSync(inMemory) ? ['--disable-dev-shm-usage'] : [],
    },
    trace: 'off',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  },
});
