import { catalogue } from '../web/src/testing/catalogue.ts';
import { demoPassword } from '../server/src/demo/people.ts';
import { expect, signIn, test } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';

test('the sign-in page works before its scripts arrive, and for clients that do not ask for HTML', async ({
  page,
  request,
}) => {
  // What this browser has not loaded yet can be held up.
  await test.step('keeps what is typed before the scripts arrive', async () => {
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
    release();
    await expect(page.getByLabel('Username')).toHaveValue('onefactor');
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.unroute(/\.js$/);
  });

  await test.step('whoever does not ask for HTML by name gets the page, and a refusal where there is none', async () => {
    const html = await request.get('/login', { headers: { accept: '*/*' } });
    expect([html.status(), html.headers()['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const nothing = await request.get('/nowhere', { headers: { accept: '*/*' } });
    expect([nothing.status(), ((await nothing.json()) as { Code: string }).Code]).toEqual([404, 'NOT_FOUND']);
  });
});

test('a refused sign-in', async ({ page, inbox, server }) => {
  await test.step('says the same for a wrong password and an unknown name, and opens the chat @2.login.5 @8.4', async () => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Need help logging in?' })).toBeHidden();
    await signIn(page, 'onefactor', 'not the password');
    await expect(page.getByRole('alert')).toHaveText(catalogue['@8.4']);
    await signIn(page, 'nobody.at.all', 'not the password');
    await expect(page.getByRole('alert')).toHaveText(catalogue['@8.4']);

    await page.getByRole('button', { name: 'Need help logging in?' }).click();
    await page.getByLabel('Your email address').fill('noah.park@northwind-trading.example');
    await page.getByLabel('How can we help?').fill('I cannot sign in.');
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByText(/C-\d{8}/)).toBeVisible();
    const mail = await inbox.next();
    expect(mail.text).toContain('I cannot sign in.');
    expect(mail.text).toContain('noah.park@northwind-trading.example');
  });

  await test.step('names the lock, also for a name that does not exist @8.1', async () => {
    const words = catalogue['@8.1'];
    await page.goto('/login');
    await signIn(page, 'locked', demoPassword);
    await expect(page.getByRole('alert')).toHaveText(words);
    await server.sql(`update throttle set failures = 100`);
    await signIn(page, 'locked', 'another guess');
    await expect(page.getByRole('alert')).toHaveText(words);
  });

  await server.sql('delete from throttle');
  await test.step('asks for a captcha after the third failure, and lets the owner in once it is solved @2.login.12 @5.2 @8.3', async () => {
    await page.goto('/login');
    for (let failure = 1; failure <= 3; failure++) {
      await signIn(page, 'onefactor', `wrong ${failure}`);
      await expect(page.getByRole('alert')).toHaveText(catalogue['@8.4']);
    }
    await signIn(page, 'onefactor', demoPassword);
    const captcha = page.getByRole('checkbox', { name: /not a robot/i });
    await captcha.click();
    await expect(captcha).toBeChecked();
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test.describe('a business that has not finished its application', () => {
  test.use({ environment: { START_SITE_URL: 'http://start.localhost:9' } });
  test('is sent to the start site with its message', { tag: '@7.24' }, async ({ page }) => {
    await page.route('http://start.localhost:9/**', (route) => route.fulfill({ body: 'start site' }));
    await page.goto('/login');
    await signIn(page, 'moved', demoPassword);
    await expect(page).toHaveURL(/^http:\/\/start\.localhost:9\/redirect\/[^/?]+$/);
  });
});

test('white label: the look of a customer stays', async ({ page, inbox, server }) => {
  await test.step('an unknown path slug gets the neutral program', async () => {
    await page.goto('/login/nobody');
    await expect(page).toHaveTitle(/Florin/);
  });

  await test.step('by path @2.routes.3 @2.routes.6', async () => {
    await page.goto('/login/harbor');
    await expect(page).toHaveTitle(/Harbor/);
    await expect(page.getByRole('img', { name: /Harbor/ })).toBeVisible();
  });

  await test.step('a customer is left for good', async () => {
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

  await test.step('follows the person, whichever page they signed in on @3.35', async () => {
    await becomeNobody(page);
    await page.goto('/login');
    await signIn(page, 'fjord', demoPassword);
    await page.getByLabel('Secure Access Code').fill(await inbox.code());
    await expect(page).toHaveTitle(/Northwind/);
    await expect(page.getByRole('contentinfo')).toContainText('Northwind Commercial Cards');
    await becomeNobody(page);
    await test.step('by host name @2.routes.5', async () => {
      const { port } = new URL(server.origin);
      await page.goto(`http://northwind.localhost:${port}/login`);
      await expect(page).toHaveTitle(/Northwind/);
      await signIn(page, 'onefactor', demoPassword);
      await expect(page).toHaveURL(/\/dashboard$/);
    });
    await expect(page).toHaveTitle(/Florin/);
    await expect(page.getByRole('contentinfo')).toContainText('Florin Card Program');
  });
});
