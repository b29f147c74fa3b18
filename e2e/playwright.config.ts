import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromium } from '../scripts/browser.ts';
import { hasScratchMemory, scratchInMemory } from '../scripts/scratch.ts';

scratchInMemory();
const { executablePath, args } = await chromium();

/** Every story runs on a server and a database of its own, in a real browser on the built app. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './setup.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  // A story waits now and then: for a mail, for a key derivation, for a frame.
  workers: Math.ceil(1.5 * availableParallelism()),
  retries: 0,
  forbidOnly: true,
  // How long a story takes is not what it says: these are for one that hangs, on a machine that is busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: process.env['FLORIN_REPORT']
    ? [['line'], ['json', { outputFile: process.env['FLORIN_REPORT'] }]]
    : [['line']],
  use: {
    browserName: 'chromium',
    // Animations and a process that only draws would take a quarter of the browser's time (decision 009).
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [...args, '--in-process-gpu'],
      ignoreDefaultArgs: hasScratchMemory ? ['--disable-dev-shm-usage'] : [],
    },
    trace: 'off',
    locale: 'en-US',
    timezoneId: 'America/New_York',
  },
});
