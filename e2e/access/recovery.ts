import type { OutboxMessage } from '@florin/contract/program/outbox';
import type { Page } from '@playwright/test';
import { expect, type Inbox } from '../fixtures.ts';

/** Two demo people have it. */
export const sharedAddress = 'frontdesk@cascade.example';

export const codeField = (page: Page) => page.getByLabel('Secure Access Code');
export const alert = (page: Page) => page.getByRole('alert');

/** Presses the captcha and waits until the browser has worked through it. */
export async function solveCaptcha(page: Page): Promise<void> {
  const box = page.getByRole('checkbox', { name: 'I am not a robot' });
  await box.click();
  await expect(box).toBeChecked();
}

/** Sends the form of /forgot-password and waits for its confirmation. */
export async function askForLink(page: Page, username: string): Promise<void> {
  await page.goto('/forgot-password');
  await page.getByLabel('Username').fill(username);
  await solveCaptcha(page);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
}

/** The path of the reset link in a mail. */
export function linkIn(message: OutboxMessage): string {
  const path = /https?:\/\/[^/\s]+(\/reset-password\/\S+)/.exec(message.text)?.[1];
  if (!path) throw new Error(`No link in: ${message.text}`);
  return path;
}

/** Asks for a link, opens the one from the mail and presses the button that makes it work. */
export async function openLink(page: Page, inbox: Inbox, username: string, address: string): Promise<string> {
  await askForLink(page, username);
  const path = linkIn(await inbox.next(address));
  await page.goto(path);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeFocused();
  return path;
}

/** Fills in the new password twice. */
export async function typeNewPassword(page: Page, password: string, repeated = password): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(password);
  await page.getByLabel('Repeat password', { exact: true }).fill(repeated);
}
