import type { Page } from '@playwright/test';
import { demoPassword } from '../server/src/demo/people.ts';
import { en } from '../web/src/messages/en.ts';
import { anotherDevice, deviceRows, look } from './devices.ts';
import { expect, signIn, signInAs, test } from './fixtures.ts';

/** Lets a call reach the server and fail on its way back, with the correlation id that the server gave it. */
async function breakAnswers(page: Page, address: string): Promise<() => string> {
  let correlationId = '';
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    correlationId = answer.headers()['x-correlation-id']!;
    await route.fulfill({ status: 500, headers: { 'x-correlation-id': correlationId }, json: {} });
  });
  return () => correlationId;
}

test.describe('an error of the server is told with the Error ID of its answer', () => {
  test('at the login, beside the form', { tag: '@8.33' }, async ({ page }) => {
    const id = await breakAnswers(page, '**/api/login');
    await page.goto('/login');
    await signIn(page, 'onefactor', demoPassword);
    const alert = page.getByRole('alert');
    await expect(alert).toContainText(en.errors.UNEXPECTED);
    await expect(alert).toContainText('Error ID');
    expect(id()).toMatch(/^[0-9a-f]{32}$/);
    await expect(alert).toContainText(id());
  });

  test(
    'in a session, in a snackbar that stays until it is dismissed',
    { tag: ['@2.shell.39', '@2.shell.41', '@8.33'] },
    async ({ page, inbox, browser, server }) => {
      await page.clock.install();
      await anotherDevice({ browser, server, inbox }, 'onefactor');
      await signInAs(page, inbox, 'onefactor');
      await look(page);
      const id = await breakAnswers(page, '**/security/recent-logins/*/sign-out');
      await deviceRows(page)
        .getByRole('button', { name: /^Sign out/ })
        .click();
      const snackbar = page.getByRole('alert').filter({ hasText: 'Error ID' });
      await expect(snackbar).toBeVisible();
      await expect(snackbar).toContainText(id());
      await page.clock.fastForward('05:00');
      await expect(snackbar).toBeVisible();
      await snackbar.getByRole('button', { name: 'Dismiss' }).click();
      await expect(snackbar).toBeHidden();
    },
  );
});
