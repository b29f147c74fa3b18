import type { Page } from '@playwright/test';
import { expect, type Inbox } from './fixtures.ts';

/** A password that no rule refuses. */
export const newPassword = 'violet-anchor-ferry-1907';

export const cardField = (page: Page) => page.getByLabel('Card number', { exact: true });
export const codeField = (page: Page) => page.getByLabel('Verification code');
export const heading = (page: Page) => page.getByRole('heading', { level: 1 });
export const goOn = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

/** A card of the demo data that nobody has registered. */
interface WaitingCard {
  holder: string;
  number: string;
  /** Where the verification code goes. */
  email: string;
  /** The verification code of businesses that use it (reading 9). */
  birthYear?: string;
}

const waitingCards: readonly WaitingCard[] = [
  { holder: 'Rosa Delgado', number: '4000001212345672', email: 'rosa.delgado@northwind-trading.example' },
  { holder: 'Mina Sato', number: '4000001298765439', email: 'mina.sato@cascade.example' },
  { holder: 'Otis Grant', number: '4000001255557779', email: 'otis.grant@lakeside.example', birthYear: '1988' },
];

/** A demo card that waits for its cardholder. */
export function waitingCard(holder: string): WaitingCard {
  const card = waitingCards.find((candidate) => candidate.holder === holder);
  if (!card) throw new Error(`No demo card waits for ${holder}.`);
  return card;
}

/** From the first page to the second. */
export async function enterCard(page: Page, { number }: Pick<WaitingCard, 'number'>): Promise<void> {
  await cardField(page).fill(number);
  await goOn(page);
  await expect(heading(page)).toHaveText('Verify identity');
}

/** From the second page to the third, with the code that was sent. */
export async function enterCode(page: Page, inbox: Inbox, { email }: Pick<WaitingCard, 'email'>): Promise<void> {
  await codeField(page).fill(await inbox.code(email));
  await goOn(page);
  await expect(heading(page)).toHaveText('Your details');
}

/** Fills in what the business does not know. */
export async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('Date of birth').fill('01/15/1990');
  await page.getByLabel('Home phone', { exact: true }).fill('201 555 0123');
}

/** From an empty wizard to its fourth page. */
export async function toAccount(page: Page, inbox: Inbox, card: WaitingCard): Promise<void> {
  await enterCard(page, card);
  await enterCode(page, inbox, card);
  await fillDetails(page);
  await goOn(page);
  await expect(heading(page)).toHaveText('Setup account');
}

/** Fills and sends the fourth page. */
export async function createAccount(page: Page, username: string, password = newPassword): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Repeat password').fill(password);
  await page.getByRole('button', { name: 'Create account' }).click();
}
