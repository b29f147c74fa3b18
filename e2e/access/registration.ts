import type { Page } from '@playwright/test';
import { waitingCards, type WaitingCard } from '../../server/src/demo/waiting-cards.ts';
import { expect, type Inbox } from '../fixtures.ts';

/** A password that no rule refuses. */
export const newPassword = 'violet-anchor-ferry-1907';

export const cardField = (page: Page) => page.getByLabel('Card number', { exact: true });
export const codeField = (page: Page) => page.getByLabel('Verification code');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

/** A card, and where its code goes. */
type Entered = Required<Pick<WaitingCard, 'number' | 'email'>>;

/** A demo card that waits for its cardholder. */
export function waitingCard(holder: string): Entered {
  const card = waitingCards.find((candidate) => candidate.holder === holder);
  if (card?.email === undefined) throw new Error(`No demo card with a mail address waits for ${holder}.`);
  return { number: card.number, email: card.email };
}

/** From the first page to the second. */
export async function enterCard(page: Page, { number }: Entered): Promise<void> {
  await cardField(page).fill(number);
  await goOn(page);
  await expect(heading(page)).toHaveText('Verify identity');
}

/** From the second page to the third, with the code that was sent. */
export async function enterCode(page: Page, inbox: Inbox, { email }: Entered): Promise<void> {
  await codeField(page).fill(await inbox.code(email));
  await goOn(page);
  await expect(heading(page)).toHaveText('Your details');
}

/** Fills in what the business does not know. */
export async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('Date of birth').fill('01/15/1990');
  await page.getByLabel('Home phone', { exact: true }).fill('201 555 0123');
}

/** Fills and sends the fourth page. */
export async function createAccount(page: Page, username: string, password = newPassword): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}
