import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { cityDatabase } from '../server/src/testing/ports/city-database.ts';
import { anotherDevice, currentDevice, deviceRows, isSignedIn, look, profileMenu, recentDevices } from './devices.ts';
import { enter, expect, signInAs, test } from './fixtures.ts';
import { giveUp } from './give-up.ts';
import { becomeNobody } from './nobody.ts';

const easternTime = /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M ET/;

test.describe('far from New York', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('login activity: nobody’s, a restricted one, and one with and without other devices', async ({
    page,
    inbox,
    browser,
    server,
  }) => {
    await test.step('signed out: one sentence, and the way to log in @2.routes.21 @2.activity.1', async () => {
      await page.goto('/login-activity');
      await expect(page.getByRole('heading', { level: 1, name: 'Login activity' })).toBeVisible();
      await expect(
        page.getByText('Please log in to see the devices that have logged in to your account.'),
      ).toBeVisible();
      await page.getByRole('link', { name: 'Log in' }).click();
      await expect(page).toHaveURL(/\/login$/);
    });

    await test.step('a restricted session sees no devices', async () => {
      await enter(page, inbox, 'suspicious', '/login-activity');
      await expect(page.getByText('Devices are not shown while your account access is restricted.')).toBeVisible();
    });

    await test.step('the current device: browser, system, no location, and the time in Eastern Time @1.12 @2.activity.2 @2.activity.5 @2.activity.7 @2.activity.8 @9.9', async () => {
      await becomeNobody(page);
      await signInAs(page, inbox, 'onefactor');
      await look(page);
      const card = currentDevice(page);
      await expect(card).toContainText('Chrome');
      await expect(card).toContainText('Linux');
      await expect(card).toContainText('Location unavailable');
      await expect(card).not.toContainText('Approximate based on the IP');
      await expect(card).toContainText(easternTime);
      const at = await card.getByRole('time').getAttribute('datetime');
      const shown = new Intl.DateTimeFormat('en-US', {
        dateStyle: 'medium',
        timeStyle: 'short',
        timeZone: 'America/New_York',
      });
      await expect(card.getByRole('time')).toHaveText(`${shown.format(new Date(at!))} ET`);
      await expect(recentDevices(page)).toContainText('No other device has logged in.');
      await expect(page.getByRole('button', { name: 'Load more' })).toHaveCount(0);
    });

    await test.step('a device that does not say what it is @2.activity.4', async () => {
      await anotherDevice({ browser, server, inbox }, 'onefactor', { userAgent: 'x' });
      await look(page);
      await expect(deviceRows(page)).toContainText('Unknown device');
    });
  });
});

test.describe('with a location database', () => {
  test.use({
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from the pattern
    environment: async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'florin-places-'));
      const path = join(folder, 'places.mmdb');
      const boise = { city: 'Boise', region: 'Idaho', country: 'United States' };
      await writeFile(path, cityDatabase({ '127.0.0.0/8': boise }));
      await use({ GEO_IP_DATABASE: path });
      await rm(folder, { recursive: true });
    },
  });

  test(
    'city, region, country, and that it is approximate',
    { tag: '@2.activity.6' },
    async ({ page, inbox, browser, server }) => {
      await anotherDevice({ browser, server, inbox }, 'onefactor');
      await signInAs(page, inbox, 'onefactor');
      await look(page);
      for (const card of [currentDevice(page), recentDevices(page)]) {
        await expect(card).toContainText('Boise, Idaho, United States');
        await expect(card).toContainText('Approximate based on the IP');
        await expect(card).not.toContainText('Location unavailable');
      }
    },
  );
});

test('another device is noticed, and signed out', async ({ page, inbox, browser, server }) => {
  let other: BrowserContext;

  await test.step('another device: the shield warns, the badge counts, and a look settles it @0.6 @2.activity.9 @2.activity.10 @2.activity.12 @2.activity.14 @2.shell.9 @2.shell.10 @9.42', async () => {
    await signInAs(page, inbox, 'email.only');
    await look(page);
    await expect(page.getByRole('button', { name: '1 new login', exact: true })).toHaveCount(0);
    other = await anotherDevice({ browser, server, inbox }, 'email.only');
    await page.goto('/reports');
    await expect(profileMenu(page)).toHaveAccessibleName('Profile menu of Ines Duarte, 1 new login');
    await profileMenu(page).click();
    await page.getByRole('menuitem', { name: 'Login activity 1 new login' }).click();
    await expect(page).toHaveURL(/\/login-activity$/);

    const badge = page.getByRole('main').getByRole('button', { name: '1 new login', exact: true });
    await badge.hover();
    await expect(page.getByRole('tooltip')).toHaveText(
      new RegExp(`^1 new device\\(s\\) logged in since ${easternTime.source}$`),
    );
    await expect(deviceRows(page)).toHaveCount(1);
    for (const words of ['Firefox', 'Windows', 'New', 'Signed in', 'Location unavailable'])
      await expect(deviceRows(page)).toContainText(words);
    await expect(deviceRows(page)).toContainText(easternTime);

    // It counts as seen, and stays on the page until the page is left.
    await expect(profileMenu(page)).toHaveAccessibleName('Profile menu of Ines Duarte');
    await expect(badge).toBeVisible();
    await page.reload();
    await expect(deviceRows(page)).toHaveCount(1);
    await expect(deviceRows(page).getByText('New', { exact: true })).toHaveCount(0);
    await expect(badge).toHaveCount(0);
  });

  await test.step('signed out: it is back at the login page, this one is not @2.shell.39', async () => {
    expect(await isSignedIn(other)).toBe(true);
    await deviceRows(page).getByRole('button', { name: 'Sign out (Firefox on Windows)' }).click();
    await expect(page.getByRole('status').getByText('Firefox on Windows is signed out.')).toBeVisible();
    await expect(deviceRows(page)).not.toContainText('Signed in');
    await expect(deviceRows(page).getByRole('button', { name: /^Sign out/ })).toHaveCount(0);
    expect(await isSignedIn(other)).toBe(false);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Login activity' })).toBeVisible();
    await expect(page).toHaveURL(/\/login-activity$/);
  });
});

test('all others are signed out, after a question or a report', async ({ page, inbox, browser, server }) => {
  await test.step('signed out with all others, after a question', async () => {
    const others = [
      await anotherDevice({ browser, server, inbox }, 'onefactor'),
      await anotherDevice({ browser, server, inbox }, 'onefactor'),
    ];
    await signInAs(page, inbox, 'onefactor');
    await look(page);
    const ask = page.getByRole('button', { name: 'Sign out all others' });
    await ask.click();
    const dialog = page.getByRole('alertdialog', { name: 'Sign out all other devices?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(ask).toBeFocused();
    await expect(deviceRows(page).getByText('Signed in', { exact: true })).toHaveCount(2);
    await ask.click();
    await dialog.getByRole('button', { name: 'Sign out all others' }).click();
    await expect(page.getByText('All other devices are signed out.')).toBeVisible();
    await expect(deviceRows(page).getByText('Signed in', { exact: true })).toHaveCount(0);
    await expect(ask).toHaveCount(0);
    expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);
  });

  await test.step('reported: everyone else is out, and a link to a new password comes by mail', async () => {
    await becomeNobody(page);
    const stranger = await anotherDevice({ browser, server, inbox }, 'email.only');
    await signInAs(page, inbox, 'email.only');
    await look(page);
    await deviceRows(page).getByRole('button', { name: 'This wasn’t me (Firefox on Windows)' }).click();
    const dialog = page.getByRole('dialog', { name: 'You do not know this login?' });
    await expect(dialog).toContainText('Firefox on Windows');
    await dialog.getByRole('button', { name: 'Report and sign out' }).click();
    await expect(
      page.getByText('Everyone else is signed out. We have sent you a link to choose a new password.'),
    ).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(deviceRows(page).filter({ hasText: 'Reported as not you' })).toBeFocused();
    await expect(deviceRows(page).getByRole('button', { name: /Firefox on Windows/ })).toHaveCount(0);
    expect(await isSignedIn(stranger)).toBe(false);

    const texts = [(await inbox.next('ines.duarte')).text, (await inbox.next('ines.duarte')).text];
    expect(
      texts.filter((text) => text.includes('you told us that this login was not you: Firefox on Windows')),
    ).toHaveLength(1);
    const link = texts
      .map((text) => /http\S+\/reset-password\/\S+/.exec(text)?.[0])
      .find((found) => found !== undefined);
    const newPassword = await page.context().newPage();
    await newPassword.goto(link!);
    await expect(newPassword.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(newPassword).toHaveURL(/\/reset-password/);
  });
});

test('many devices: not loaded, page by page, and by keyboard', async ({ page, inbox, server }) => {
  const failure = 'Error loading devices.';
  const broken = { status: 500, json: {} };

  await page.clock.install();

  await test.step('a snackbar says so, nothing counts as seen, and a retry repairs it @2.activity.14 @8.26 @9.12', async () => {
    await enter(page, inbox, 'traveler');
    let marked = 0;
    page.on('request', (request) => (marked += Number(request.url().endsWith('/login-activity-seen'))));
    let asked = 0;
    await page.route('**/security/recent-device-logins?**', (route) => {
      asked += 1;
      return route.fulfill(broken);
    });
    await page.goto('/login-activity');
    const slow = page.getByText('Loading devices takes longer than usual. We keep trying.');
    // Its time runs from when the placeholders are drawn.
    await expect(async () => {
      await page.clock.fastForward(1000);
      await expect(slow).toBeVisible({ timeout: 200 });
    }).toPass();
    await giveUp(page, failure);
    expect(asked).toBe(11);
    expect(marked).toBe(0);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(deviceRows(page)).toHaveCount(5);
  });

  await test.step('the tooltip is there for the keyboard, too @9.16', async () => {
    const badge = page.getByRole('main').getByRole('button', { name: '10+ new logins', exact: true });
    await page.getByRole('link', { name: 'Skip to content' }).focus();
    await page.keyboard.press('Enter');
    await expect(badge).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(badge).toBeFocused();
    await expect(badge).toHaveAccessibleDescription(
      new RegExp(`^12 new device\\(s\\) logged in since ${easternTime.source}$`),
    );
    await page.keyboard.press('Escape');
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('tooltip')).toBeVisible();
  });

  await test.step('more than ten: 10+, five at a time, and Load more while there are more @2.activity.11 @2.activity.13 @2.shell.10 @7.44 @9.13 @9.14 @9.15', async () => {
    await server.sql(`delete from seen_mark where page = 'login-activity'`);
    await page.goto('/dashboard');
    await expect(profileMenu(page)).toHaveAccessibleName(/, 10\+ new logins$/);
    await page.goto('/login-activity');
    const loadMore = page.getByRole('button', { name: 'Load more' });
    for (const shown of [5, 10]) {
      await expect(deviceRows(page)).toHaveCount(shown);
      await loadMore.click();
    }
    await expect(deviceRows(page)).toHaveCount(13);
    await expect(loadMore).toHaveCount(0);
    await expect(deviceRows(page).first()).toContainText('Android');
    await expect(deviceRows(page).last()).toContainText('San Francisco, California, United States');
    // Another screen that asks for no page and no size gets the first one, of ten.
    const { items } = await (await page.request.get('/security/recent-device-logins')).json();
    expect(items).toHaveLength(10);
  });

  await test.step('nobody is offered to sign out devices of which none is signed in, loaded or not', async () => {
    const ask = page.getByRole('button', { name: 'Sign out all others' });
    await ask.click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out all others' }).click();
    await expect(ask).toHaveCount(0);
    await page.reload();
    await expect(deviceRows(page)).toHaveCount(5);
    await expect(ask).toHaveCount(0);
  });

  await test.step('also when more are loaded @8.27', async () => {
    await page.route('**/security/recent-device-logins?pageNumber=2**', (route) => route.fulfill(broken));
    await page.getByRole('button', { name: 'Load more' }).click();
    await giveUp(page, failure);
    await expect(deviceRows(page)).toHaveCount(5);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(deviceRows(page)).toHaveCount(10);
  });
});

const alertAddress = '**/security/login-activity-alert';

test('the alert of new logins is asked for late, and seldom', async ({ page, inbox }) => {
  await test.step('the alert is asked for once people have stayed for half a second @4.73 @9.17', async () => {
    await enter(page, inbox, 'onefactor');
    await page.reload();
    // The browser notes a call's times once its whole answer is there, which is after the answer's first line is.
    const times = await page.waitForFunction(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const entry = (part: string) => entries.find(({ name }) => name.endsWith(part));
      const alert = entry('/security/login-activity-alert');
      const person = entry('/api/user-info');
      return alert && person && { asked: alert.startTime, known: person.responseEnd };
    });
    const { asked, known } = (await times.jsonValue())!;
    expect(asked - known).toBeGreaterThanOrEqual(500);
  });

  await test.step('the alert is asked for once a minute, however many pages are opened @9.11', async () => {
    await page.clock.install();
    let asked = 0;
    page.on('request', (request) => (asked += Number(request.url().endsWith('/security/login-activity-alert'))));
    const first = page.waitForResponse(alertAddress);
    await page.goto('/dashboard');
    await first;
    for (const name of ['Reports', 'Purchases', 'Dashboard']) {
      await page.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    }
    expect(asked).toBe(1);
    const second = page.waitForResponse(alertAddress);
    await page.clock.fastForward('01:01');
    await second;
    expect(asked).toBe(2);
  });
});
