import type { Page } from '@playwright/test';

export interface Amount {
  /** Whole cents. */
  amount: number;
  currency: string;
}

/** An amount as people read it. */
export const inWords = ({ amount, currency }: Amount): string =>
  (amount / 100).toLocaleString('en-US', { style: 'currency', currency }).replace('-', '−');

/** What the server says about the current account. */
export async function balanceOf(page: Page): Promise<{ available: Amount; ledger: Amount }> {
  const response = await page.request.get('/api/balance');
  return (await response.json()) as { available: Amount; ledger: Amount };
}

export const currentAccount = (page: Page) => page.getByRole('region', { name: 'Current account' });
export const switcher = (page: Page) => page.getByRole('button', { name: /^Switch account/ });
export const accounts = (page: Page) => page.getByRole('listbox', { name: 'Your accounts' });
