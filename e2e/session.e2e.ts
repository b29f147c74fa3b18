import { catalogue } from '../web/src/testing/catalogue.ts';
import type { BrowserContext, Page } from '@playwright/test';
import { demoPassword } from '../server/src/demo/people.ts';
import { enter, expect, signIn, test } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';

async function logOut(page: Page) {
  await page.getByRole('button', { name: /profile|Noah Park/i }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

async function openTab(context: BrowserContext, path: string): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(path);
  return tab;
}

test('a session ends: by logging out, in another tab, on the server, by itself, by suspicion, and over a sleep', async ({
  page,
  server,
  context,
  inbox,
}) => {
  await enter(page, inbox, 'onefactor');
  const other = await context.newPage();

  await test.step('logging out ends the session in every tab @2.shell.7', async () => {
    await other.goto('/dashboard');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    const open = await Promise.all(['/registration', '/add-account'].map((path) => openTab(context, path)));
    for (const tab of open) await expect(tab.getByText(/Noah Park/)).toBeVisible();
    await logOut(page);
    for (const tab of [page, other, ...open]) await expect(tab).toHaveURL(/\/login$/);
    for (const tab of open) await tab.close();
    await other.goto('/dashboard');
    await expect(other).toHaveURL(/\/login/);
  });

  await test.step('a logout that fails is not taken for one: every tab says so, and it is tried until it is done @2.shell.7', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'onefactor');
    await other.goto('/dashboard');
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    const session = async () => (await page.request.get('/api/session')).status();
    await context.route('**/api/logout', (route) => route.fulfill({ status: 500, json: {} }));
    await logOut(page);
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL(/\/login$/);
      await expect(tab.getByText('You may still be logged in: the server did not answer.')).toBeVisible();
    }
    expect(await session()).toBe(200);
    await context.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    for (const tab of [page, other]) await expect(tab.getByText('You are logged out.', { exact: true })).toBeVisible();
    expect(await session()).toBe(401);
    await page.reload();
    await expect(page.getByLabel('Username')).toBeVisible();
    await expect(page.getByText('You are logged out.', { exact: true })).toHaveCount(0);
  });

  await test.step('a marker removed in another tab logs this one out @4.64', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'onefactor');
    await other.goto('/healthz');
    await other.evaluate(() => localStorage.clear());
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step('a session ended on the server leads to the login page at the next call', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'onefactor');
    await server.sql(`update session set ended_at = now(), end_reason = 'revoked'`);
    await expect(async () => {
      await page.reload();
      await expect(page).toHaveURL(/\/login/, { timeout: 1000 });
    }).toPass();
  });

  await test.step('the server ends an idle session by itself, whatever the browser does @beyond.49', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'onefactor');
    const cookies = await context.cookies();
    const sid = cookies.find((cookie) => cookie.name === '__Host-sid')!;
    expect(sid).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
    const check = () => fetch(`${server.origin}/api/session`, { headers: { cookie: `__Host-sid=${sid.value}` } });
    expect((await check()).status).toBe(200);
    await server.advance(1140 + 60 + 1);
    expect((await check()).status).toBe(401);
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
  });

  await test.step('a suspicious login is told, restricted at once, and logged out after a minute @2.shell.6 @4.57 @4.58 @8.30 @9.28', async () => {
    await becomeNobody(page);
    await page.clock.install();
    const refused: string[] = [];
    page.on('response', (response) => response.status() === 403 && refused.push(response.url()));
    await page.goto('/login');
    await signIn(page, 'suspicious', demoPassword);
    await page.getByLabel('Secure Access Code').fill(await inbox.code());
    await expect(page.getByText(catalogue['@8.30'])).toBeVisible();
    // What the session may not have is not asked for.
    await expect(page.getByText('Balances are not shown while your account access is restricted.')).toBeVisible();
    expect(refused).toEqual([]);
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['Log out']);
    const sid = (await context.cookies()).find((cookie) => cookie.name === '__Host-sid')!;
    const balance = await fetch(`${server.origin}/api/balance`, { headers: { cookie: `__Host-sid=${sid.value}` } });
    expect(balance.status).toBe(403);
    // The minute is one for every page there is, and is not begun anew by the next one.
    await server.advance(30);
    await page.clock.fastForward('00:30');
    await page.goto('/registration');
    await expect(page.getByText(/malicious site/)).toBeVisible();
    await page.clock.fastForward('00:31');
    await expect(page).toHaveURL(/\/login$/);
  });

  await test.step('comes back from a long sleep to the auto-logout page', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'onefactor');
    await page.clock.fastForward('10:00:00');
    await expect(page).toHaveURL(/\/auto-logout$/);
  });
});

test('an idle person is warned, and logged out', async ({ page, inbox }) => {
  await page.clock.install();
  await enter(page, inbox, 'onefactor');

  await test.step('is warned, and Resume brings everything back @1.14 @2.shell.38 @4.59 @4.62 @9.18 @9.20 @9.22', async () => {
    await page.clock.fastForward('19:01');
    const dialog = page.getByRole('alertdialog', { name: 'Auto logout' });
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole('progressbar')).toHaveAttribute('max', '60');
    await dialog.getByRole('button', { name: 'Resume' }).click();
    await expect(dialog).toBeHidden();
    await page.clock.fastForward('18:50');
    await expect(dialog).toBeHidden();
    await page.clock.fastForward('00:20');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('is logged out for security reasons, and can sign in again @2.auto-logout.1 @2.auto-logout.2 @4.60 @9.19', async () => {
    await page.clock.fastForward('19:01');
    await expect(page.getByRole('alertdialog', { name: 'Auto logout' })).toBeVisible();
    await page.clock.fastForward('01:01');
    await expect(page).toHaveURL(/\/auto-logout$/);
    await expect(page.getByText(/logged out for security reasons/)).toBeVisible();
    await page
      .getByRole('button', { name: 'Sign in again' })
      .or(page.getByRole('link', { name: 'Sign in again' }))
      .click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByLabel('Username')).toBeVisible();
  });
});
