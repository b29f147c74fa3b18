import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Waits until a page whose clock is installed gives up a call that it repeats ten times; the pauses pass at once. */
export async function giveUp(page: Page, words: string): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(page.getByRole('alert').getByText(words)).toBeVisible({ timeout: 50 });
  }).toPass({ intervals: [0] });
}
