import type { Page } from '@playwright/test';

/** Makes a browser one in which nobody has signed in yet; its page is then one of the origin that loads nothing. */
export async function becomeNobody(page: Page): Promise<void> {
  // Away from the app, which would go to the login page without its cookies.
  await page.goto('/healthz');
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
}
