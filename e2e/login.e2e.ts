import { demoPassword } from '../server/src/demo/people.ts';
import { expect, signIn, test } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';

test('the sign-in page: where it is, what it asks for, and who need not see it', async ({ page, request }) => {
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
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.unroute(/\.js$/);
  });

  await test.step('sends someone who is signed in to the dashboard @2.routes.4 @2.routes.12 @2.routes.13', async () => {
    await expect(page).toHaveURL(/\/dashboard$/);
    for (const address of ['/login', '/login/harbor', '/forgot-username', '/forgot-password', '/']) {
      await page.goto(address);
      await expect(page).toHaveURL(/\/dashboard$/);
    }
  });

  await test.step('whoever does not ask for HTML by name gets the page, and a refusal where there is none', async () => {
    const html = await request.get('/login', { headers: { accept: '*/*' } });
    expect([html.status(), html.headers()['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const nothing = await request.get('/nowhere', { headers: { accept: '*/*' } });
    expect([nothing.status(), ((await nothing.json()) as { Code: string }).Code]).toEqual([404, 'NOT_FOUND']);
  });

  await test.step('is where the root address leads @2.routes.1 @2.routes.16 @2.login.2', async () => {
    await becomeNobody(page);
    await page.goto('/');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Forgot username?' })).toHaveAttribute('href', '/forgot-username');
    await expect(page.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
    await expect(page.getByRole('link', { name: /register/i })).toHaveAttribute(
      'href',
      '/registration?utm_source=dashboard_login',
    );
  });

  await test.step('asks for both fields in words @2.login.1 @5.1', async () => {
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByLabel('Username')).toHaveAccessibleDescription('Username is required.');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('Password is required.');
    await expect(page.getByLabel('Username')).toBeFocused();
  });

  await test.step('is beside the form from 992 px on @2.login.6 @2.login.11 @9.30', async () => {
    for (const [width, visible] of [
      [1440, true],
      [992, true],
      [991, false],
      [320, false],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('complementary')).toBeVisible({ visible });
      const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
      expect(scrollWidth).toBe(clientWidth);
    }
  });
});

test('a refused sign-in', async ({ page, context, inbox, server }) => {
  await test.step('keeps what was typed when the server cannot be reached', async () => {
    await page.goto('/login');
    await page.getByLabel('Username').fill('onefactor');
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  await becomeNobody(page);
  await test.step('says the same for a wrong password and an unknown name, and opens the chat @2.login.5 @8.4', async () => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Need help logging in?' })).toBeHidden();
    await signIn(page, 'onefactor', 'not the password');
    await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
    await signIn(page, 'nobody.at.all', 'not the password');
    await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');

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
    const words =
      'Your account has been locked due to too many failed login attempts. Please contact Customer Service.';
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
      await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
    }
    await signIn(page, 'onefactor', demoPassword);
    const captcha = page.getByRole('checkbox', { name: /not a robot/i });
    await captcha.click();
    await expect(captcha).toBeChecked();
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});

test('what the operator sets is seen: the splash panel, and that there is no service', async ({ page, server }) => {
  await test.step('shows the variant of the program @2.login.7 @2.login.8 @2.login.9', async () => {
    for (const variant of ['regular', 'cardholder-workflows', 'ai-gl-coding']) {
      await server.sql('update program set splash_variant = $1 where is_default', [variant]);
      const before = page.url().startsWith('http') ? await page.getByRole('complementary').textContent() : null;
      await expect(async () => {
        await page.goto('/login');
        expect(await page.getByRole('complementary').textContent({ timeout: 500 })).not.toBe(before);
      }).toPass();
    }
  });

  await test.step('out of service: an apology and the announcements instead of the form @2.login.3 @2.login.4 @beyond.13 @beyond.37', async () => {
    await server.sql('update site_status set out_of_service = true');
    await server.sql(
      `insert into announcement (id, title, body, shown_from, shown_until)
       values (gen_random_uuid(), 'Planned work', 'We are back at nine.', '2020-01-01', '2100-01-01')`,
    );
    // A page that is open learns it by the answer to its form.
    const apologies = page.getByRole('heading', { name: 'Our apologies' });
    await expect(async () => {
      // The form is gone once the answer is there.
      if (await page.getByLabel('Username').isVisible()) await signIn(page, 'nobody', 'not my password');
      await expect(apologies).toBeFocused({ timeout: 500 });
    }).toPass();
    await expect(page.getByText('We are back at nine.')).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Log in' })).toHaveCount(0);
    for (const path of ['/add-account', '/forgot-username', '/forgot-password', '/registration?code=inv_kept']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Our apologies' })).toBeVisible();
      await expect(page.getByText('We are back at nine.')).toBeVisible();
      await expect(page.getByRole('textbox')).toHaveCount(0);
    }
    // An invite waits for the site to be back.
    await expect(page).toHaveURL(/\?code=inv_kept$/);
    await server.sql('update site_status set out_of_service = false');
    await expect(async () => {
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(apologies).toHaveCount(0, { timeout: 500 });
    }).toPass();
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
