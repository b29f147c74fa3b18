import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Answers the newest text to a phone from the outbox page, in a tab of its own. */
export async function reply(page: Page, to: string, answer: 'STOP' | 'START'): Promise<void> {
  const outbox = await page.context().newPage();
  await outbox.goto(`/outbox?to=${encodeURIComponent(to)}`);
  await outbox
    .getByRole('button', { name: `Reply ${answer}` })
    .first()
    .click();
  await expect(outbox.getByText(`${answer} was sent from ${to}.`)).toBeVisible();
  await outbox.close();
}
