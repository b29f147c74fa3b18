import type { Route } from '@playwright/test';
import { enter, expect, test } from './fixtures.ts';
import { currentAccount, switcher } from './shell.ts';

/** Each of the shell's calls, and what of the shell says that it is missing. */
const calls = [
  '/api/linked-accounts',
  '/api/balance',
  '/api/branding',
  '/api/appearance',
  '/api/business/preferences',
  '/security/login-activity-alert',
  '/api/onboarding-checklist',
] as const;

/** How a call goes wrong. A slow one is answered once the page has been looked at. */
const faults: Record<string, (route: Route) => Promise<void>> = {
  fails: (route) => route.fulfill({ status: 500, json: {}, headers: { 'x-correlation-id': 'a1b2c3' } }),
  'answers nonsense': (route) => route.fulfill({ status: 200, json: { nobody: 'knows' } }),
  'answers no JSON': (route) => route.fulfill({ status: 200, body: '<html>', contentType: 'application/json' }),
  'breaks off': (route) => route.abort(),
};

test(
  'each of the shell’s calls failing, slow or answering nonsense: the shell still stands',
  { tag: ['@2.shell.9', '@8.29', '@8.33'] },
  async ({ page, inbox }) => {
    test.slow();
    await enter(page, inbox, 'seven');
    const alert = await (await page.request.get('/openapi.json')).json();
    expect(Object.keys((alert as { paths: object }).paths)).toEqual(expect.arrayContaining([...calls]));
    const stands = async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
      await expect(
        page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name: 'Dashboard' }),
      ).toBeVisible();
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' })).toBeVisible();
      await expect(currentAccount(page)).toContainText('Northwind Trading');
    };
    /** What has no place in the shell where it could be said is said in a snackbar, until it is there. */
    const unshown = [
      'We could not load who issues your card',
      'We could not load your theme.',
      'We could not check for new logins.',
    ];
    const notifications = page.getByRole('region', { name: 'Notifications' });
    const all = calls.map((path) => [path] as const);
    // Each alone, and all of them in each way.
    const plays = [
      ...all.map((paths) => [paths, 'fails'] as const),
      ...Object.keys(faults).map((fault) => [calls, fault] as const),
    ];
    for (const [paths, fault] of plays)
      await test.step(`${paths.join(', ')}: ${fault}`, async () => {
        for (const path of paths) await page.route(`**${path}*`, faults[fault]!);
        await page.goto('/reports');
        await stands();
        const retry = currentAccount(page).getByRole('button', { name: 'Try again' });
        const own = paths.some((path) => path === '/api/linked-accounts' || path === '/api/balance');
        if (own) {
          await expect(retry).toBeVisible();
          // Of balance and accounts, the one that is there stands, and nothing is shown for the other.
          const balance = expect(currentAccount(page));
          await (paths.some((path) => path === '/api/balance') ? balance.not : balance).toContainText('$');
          const away = paths.some((path) => path === '/api/linked-accounts');
          await expect(switcher(page)).toBeVisible({ visible: !away });
        }
        if (paths.some((path) => path === '/api/branding') && fault === 'fails') {
          await expect(page.getByRole('alert').getByText('Error ID a1b2c3').first()).toBeVisible();
          const again = page.getByRole('contentinfo').getByRole('button', { name: 'Try again' });
          await expect(again).toBeVisible();
          // In a low window the message that says so leaves the end of the page free.
          const usual = page.viewportSize()!;
          await page.setViewportSize({ width: 800, height: 360 });
          await expect(async () => {
            await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
            const [button, told] = [await again.boundingBox(), await notifications.boundingBox()];
            expect(button!.y + button!.height).toBeLessThan(told!.y);
          }).toPass();
          await page.setViewportSize(usual);
        }
        const steps = page.getByRole('navigation', { name: 'Onboarding' });
        const checklist = paths.some((path) => path === '/api/onboarding-checklist');
        if (checklist) await expect(steps).toContainText('We could not load your onboarding checklist.');
        // Nonsense is not asked for again by itself: everything is told at once.
        const isTold = fault === 'answers nonsense';
        if (isTold) {
          for (const text of unshown) await expect(notifications).toContainText(text);
          await expect(page.getByRole('button', { name: /, not checked for new logins$/ })).toBeVisible();
        }
        await page.unrouteAll();
        if (isTold) {
          for (const _ of unshown) await notifications.getByRole('button', { name: 'Try again' }).first().click();
          await expect(page.getByRole('button', { name: 'Profile menu of Ada Okafor', exact: true })).toBeVisible();
          for (const text of unshown) await expect(page.getByText(text)).toHaveCount(0);
        }
        if (checklist) {
          await steps.getByRole('button', { name: 'Try again' }).click();
          await expect(steps.getByRole('link')).toContainText('left');
        }
        if (own) {
          await retry.click();
          await expect(currentAccount(page)).toContainText('available');
          await expect(switcher(page)).toBeVisible();
        }
      });
    const contactStands = async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Contact Us' })).toBeVisible();
      await expect(page.getByRole('main').locator('a[href^="tel:"]').first()).toBeVisible();
    };
    for (const [path, fault] of [
      ['/api/user-info', 'fails'],
      ['/api/session', 'breaks off'],
      ['/api/user-info', 'answers nonsense'],
    ] as const)
      await test.step(`${path}: ${fault}, and the shell stands without an account`, async () => {
        await page.route(`**${path}*`, faults[fault]!);
        await page.goto('/reports');
        await expect(page.getByRole('main')).toContainText('We could not load your account.');
        await expect(page.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible();
        await expect(page.getByRole('banner').getByRole('link', { name: /^Help/ })).toBeVisible();
        if (fault !== 'answers nonsense') {
          await page.unrouteAll();
          await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
          await stands();
          return expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
        }
        await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
        await contactStands();
        await expect(page.getByRole('main')).toContainText('We could not load your account.');
        await page.getByLabel('Your email address').fill('ada.okafor@accounts.example');
        await page.getByLabel('Subject').fill('Nothing loads');
        await page.getByLabel('Message').fill('My account does not load.');
        await page.getByRole('button', { name: 'Send message' }).click();
        await expect(page.getByRole('heading', { name: 'Your message was sent' })).toBeFocused();
        await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy policy' }).click();
        await expect(page.getByRole('heading', { level: 1, name: 'Privacy policy' })).toBeVisible();
        await page.getByRole('contentinfo').getByRole('link', { name: 'Security & Trust' }).click();
        await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(7);
        await page.goto('/my-accounts');
        await expect(page.getByRole('main')).toContainText('We could not load your account.');
        await expect(page.getByRole('main')).not.toContainText('Log in');
        await page.goto('/registration');
        await expect(page.getByRole('heading', { level: 1, name: 'Register your card' })).toBeVisible();
        await expect(page.getByRole('alert')).toContainText('We could not find out who is logged in here.');
        const again = page.getByRole('button', { name: 'Try again' });
        await again.click();
        await expect(again).toBeFocused();
        await page.goto('/login');
        await expect(page.getByRole('main')).toContainText('We could not load your account.');
        await expect(page.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible();
        await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
        await contactStands();
        await expect(page.getByRole('main')).toContainText('We could not load your account.');
        await page.getByLabel('Subject').fill('Half a sentence');
        await page.unrouteAll();
        await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
        await expect(currentAccount(page)).toContainText('Northwind Trading');
        await expect(page.getByLabel('Subject')).toHaveValue('Half a sentence');
      });
    await test.step('who waits for an administrator’s word cannot be asked: that is said on the dashboard', async () => {
      await page.route('**/api/recovery-requests', faults['fails']!);
      await page.goto('/dashboard');
      const waiting = page.getByRole('region', { name: 'Password resets' });
      await expect(waiting).toContainText('We could not load who waits');
      await page.unrouteAll();
      await waiting.getByRole('button', { name: 'Try again' }).click();
      await expect(waiting).toBeHidden();
    });
    await test.step('all of them are slow', async () => {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      for (const path of calls)
        await page.route(`**${path}*`, async (route) => {
          await released;
          await route.continue();
        });
      await page.goto('/reports');
      await stands();
      const place = page.getByRole('navigation', { name: 'Navigation' });
      const before = await place.boundingBox();
      release();
      await expect(currentAccount(page)).toContainText('available');
      await expect(switcher(page)).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Onboarding' })).toBeVisible();
      expect(await place.boundingBox()).toEqual(before);
      await page.unrouteAll({ behavior: 'wait' });
    });
    await test.step('the account itself is slow: the way out and support at once, and after a while a word', async () => {
      await page.clock.install();
      await page.route('**/api/user-info', () => {}, { times: 1 });
      await page.goto('/reports');
      await expect(page.getByRole('banner').getByRole('button', { name: 'Log out' })).toBeVisible();
      await page.getByRole('contentinfo').getByRole('link', { name: 'Contact Us' }).click();
      await contactStands();
      await page.clock.fastForward(5000);
      await expect(page.getByRole('main')).toContainText('Your account takes longer to load than usual.');
      await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
      await expect(page.getByLabel('Subject')).toBeVisible();
    });
  },
);
