import type { Page } from '@playwright/test';
import { demoPassword } from '../../server/src/demo/people.ts';
import { expect, type Inbox } from '../fixtures.ts';

export const stepUpDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' });

/** Fills 'Confirm that it is you' with the password and a code that is sent to an address, the only other proof. */
export async function proveByCode(page: Page, inbox: Inbox, address: string): Promise<void> {
  const dialog = stepUpDialog(page);
  await dialog.getByLabel('Current password').fill(demoPassword);
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await dialog.getByLabel('Secure Access Code').fill(await inbox.code(address));
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

/** Makes backup codes after their consequence is confirmed: card details stay hidden for a day. */
export async function makeBackupCodes(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Make backup codes' }).click();
  const consequence = page.getByRole('alertdialog', { name: 'Make backup codes?' });
  await expect(consequence).toContainText('Card details stay hidden for a day');
  await consequence.getByRole('button', { name: 'Make backup codes' }).click();
}
