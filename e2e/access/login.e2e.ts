import { catalogue } from '../../web/src/testing/catalogue.ts';
import { demoPassword } from '../../server/src/demo/people.ts';
import { expect, signIn, test } from '../fixtures.ts';
import { becomeNobody } from '../nobody.ts';
import { solveCaptcha } from './recovery.ts';

test('a password signs in: before the scripts arrive, and after three wrong ones with a captcha', async ({
  page,
  request,
}) => {
  const loaded: string[] = [];
  page.on('request', (sent) => loaded.push(new URL(sent.url()).pathname));
  // What this browser has not loaded yet can be held up.
  await test.step('keeps what is typed and sent before the scripts arrive', async () => {
    let release = () => {};
    const scripts = new Promise<void>((resolve) => (release = resolve));
    let held = 0;
    await page.route(/\.js$/, async (route) => {
      held += 1;
      await scripts;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByLabel('Username').fill('onefactor');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await expect.poll(() => held).toBeGreaterThan(0);
    const button = page.getByRole('button', { name: 'Log in', exact: true });
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    release();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.unroute(/\.js$/);
  });

  await test.step('keeps a shortcut, and what is typed for it, that come before the shell does', async () => {
    await becomeNobody(page);
    await page.goto('/login');
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let isAsked = false;
    await page.route('**/api/user-info', async (route) => {
      isAsked = true;
      await held;
      await route.continue();
    });
    await signIn(page, 'onefactor', demoPassword);
    await expect.poll(() => isAsked).toBe(true);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('team');
    release();
    await expect(page.getByRole('combobox', { name: 'Search or do anything' })).toHaveValue('team');
    await page.unroute('**/api/user-info');
    await page.keyboard.press('Escape');
  });

  await test.step('without a collector of spans nothing of telemetry is loaded or sent @7.28', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(loaded.filter((path) => /telemetry|traces/.test(path))).toEqual([]);
    const html = await request.get('/login', { headers: { accept: 'text/html' } });
    expect(html.headers()['content-security-policy']).toContain("connect-src 'self';");
    expect(await (await request.get('/assets/telemetry.json')).json()).toEqual({ telemetry: null });
  });

  await test.step('a client that does not ask for HTML gets the page, and a refusal where there is none', async () => {
    const html = await request.get('/login', { headers: { accept: '*/*' } });
    expect([html.status(), html.headers()['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const nothing = await request.get('/nowhere', { headers: { accept: '*/*' } });
    expect([nothing.status(), ((await nothing.json()) as { Code: string }).Code]).toEqual([404, 'NOT_FOUND']);
  });

  await test.step('a captcha is asked for after the third failure, and lets the owner in once it is solved @2.login.12 @5.2 @8.3', async () => {
    await becomeNobody(page);
    await page.goto('/login');
    for (let failure = 1; failure <= 3; failure++) {
      await signIn(page, 'onefactor', `wrong ${failure}`);
      await expect(page.getByRole('alert')).toHaveText(catalogue['@8.4']);
    }
    await signIn(page, 'onefactor', demoPassword);
    await solveCaptcha(page);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('white label: the look of a customer stays', async ({ page, inbox, server }) => {
  await test.step('by host name @2.routes.5', async () => {
    const { port } = new URL(server.origin);
    await page.goto(`http://northwind.localhost:${port}/login`);
    await expect(page).toHaveTitle(/Northwind/);
  });

  await test.step('by path, until the customer is left @2.routes.3 @2.routes.6', async () => {
    await page.goto('/login/harbor');
    await expect(page).toHaveTitle(/Harbor/);
    await expect(page.getByRole('img', { name: /Harbor/ })).toBeVisible();
    await page.getByRole('link', { name: 'Not Harbor?' }).click();
    await expect(page).toHaveTitle(/Florin/);
    await page.goto('/login');
    await expect(page).toHaveTitle(/Florin/);
  });

  await test.step('from the sign-in page to the forgot page, into the dashboard, over a reload, and after logging out', async () => {
    await page.goto('/login/harbor');
    await page.getByRole('link', { name: 'Forgot username?' }).click();
    await page.reload();
    await expect(page).toHaveTitle(/Harbor/);
    await page.goto('/login/harbor');
    await signIn(page, 'quay', demoPassword);
    await page.getByLabel('Secure Access Code').fill(await inbox.code());
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.reload();
    await expect(page).toHaveTitle(/Harbor/);
    await expect(page.getByRole('contentinfo')).toContainText('The Harbor Visa® Community Card');
    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await expect(page).toHaveTitle(/Harbor/);
  });
});
