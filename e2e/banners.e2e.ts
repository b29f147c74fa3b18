import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { enter, expect, test } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';

const banners = (page: Page) => page.getByRole('region', { name: 'Notices about your account' });
const lines = (page: Page) => banners(page).locator('p');

/** Specification, sections 4 and 8: one demo person a state, and what stands over their pages. */
const states: Record<string, (string | RegExp)[]> = {
  allclosed: ['This account was closed!'],
  'suspended.credit': [/suspended after a review of your credit/],
  'suspended.bank': [/suspended because the connection to your bank was lost/],
  'suspended.payment': [/suspended because a payment failed/],
  suspended: [/suspended while we complete a compliance check/],
  'suspended.fraud': [/suspended because of suspected fraud/],
  'suspended.other': ['Account suspended. Please contact Customer Service.'],
  'suspended.cardholder': ['Account suspended. Please contact your business administrator.'],
  pending: [/^Application in review/],
  'pending.prepaid': [/^Account in review/],
  unlinked: ['Bank disconnected. Reconnect it, or your account will be suspended.'],
  deposits: [/^Bank not confirmed: .* Granite State Bank ending in 2290/, /once your bank account is confirmed\.$/],
  'no.line': [/once a credit line above zero is granted/],
  fees: [/^Your account has outstanding fees! \$25\.00/],
  'credit.admin': [],
};

test(
  'each state has its person and its words',
  {
    tag: [
      '@1.14',
      '@2.shell.47',
      '@4.36',
      '@4.37',
      '@4.38',
      '@4.40',
      '@4.41',
      '@4.42',
      '@4.43',
      '@4.45',
      '@4.47',
      '@4.48',
      '@4.50',
      '@4.51',
      '@4.52',
      '@4.53',
      '@6.6',
      '@6.7',
    ],
  },
  async ({ page, inbox }) => {
    test.slow();
    for (const [username, wanted] of Object.entries(states)) {
      await enter(page, inbox, username);
      await expect(lines(page), username).toHaveText(wanted);
      await becomeNobody(page);
    }
  },
);

test('several notices: not loaded, in their order, and put away', async ({ page, inbox }) => {
  await test.step('what cannot be loaded claims nothing, says so, and can be asked again @beyond.10', async () => {
    const broken = /\/api\/(primary-credit-bank|business\/\w+)/;
    await page.route(broken, (route) => route.fulfill({ status: 500, json: {} }));
    await enter(page, inbox, 'notices');
    await expect(lines(page)).toHaveText(['We could not check everything about your account.']);
    await page.unrouteAll();
    await banners(page).getByRole('button', { name: 'Try again' }).click();
    await expect(lines(page)).toHaveText([/^Bank not confirmed/, /^Credit line/, /outstanding fees/]);
  });

  await test.step('in review that comes first, and the hold promises nothing before the approval @4.54', async () => {
    await page.route('**/api/user-info', async (route) => {
      const info = await (await route.fetch()).json();
      await route.fulfill({ json: { ...info, userData: { ...info.userData, businessOperational: false } } });
    });
    await page.reload();
    await expect(lines(page)).toHaveText([
      /in review/,
      /^Bank not confirmed/,
      /^Credit line on hold\. .*application is approved/,
      /outstanding fees/,
    ]);
    await page.unrouteAll();
    await page.reload();
  });

  await test.step('several at once, in their order, each as high as it should be; what is done or put away goes @4.55 @8.31 @9.31', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(lines(page)).toHaveText([
      /^Bank not confirmed: .* Prairie Savings Bank/,
      /^Credit line on hold/,
      /^Your account has outstanding fees!/,
    ]);
    const top = page.locator('main');
    expect((await top.boundingBox())?.y).toBe(60 + 39 * 3);
    // On a phone they are as high; what is cut off opens over the page.
    await page.setViewportSize({ width: 320, height: 700 });
    const whole = banners(page).getByRole('button', { name: 'Show the whole notice' }).first();
    await whole.click();
    await expect(whole).toHaveAttribute('aria-expanded', 'true');
    expect((await lines(page).first().boundingBox())?.height).toBeGreaterThan(39);
    expect((await top.boundingBox())?.y).toBe(60 + 39 * 3);
    await page.keyboard.press('Escape');
    await expect(whole).toHaveAttribute('aria-expanded', 'false');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(whole).toHaveCount(0);

    await page.getByRole('button', { name: 'Dismiss the notice about fees' }).click();
    await expect(lines(page)).toHaveCount(2);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    expect((await top.boundingBox())?.y).toBe(60 + 39 * 2);
    await page.reload();
    await expect(lines(page)).toHaveCount(2);

    await banners(page).getByRole('link', { name: 'Enter amounts' }).click();
    await expect(page).toHaveURL(/\/validate-external-account$/);
    await page.getByLabel('First amount').fill('57');
    await page.getByLabel('Second amount').fill('0.32');
    // As it was understood.
    await expect(page.getByLabel('First amount')).toHaveValue('0.57');
    await page.getByRole('button', { name: 'Confirm account' }).click();
    await expect(page.getByRole('heading', { name: 'Bank account confirmed' })).toBeFocused();
    await expect(lines(page)).toHaveCount(0);
  });

  await test.step('a dismissal that does not arrive brings the notice back', async () => {
    await becomeNobody(page);
    await enter(page, inbox, 'fees');
    await page.route('**/outstanding-fees/dismiss', (route) => route.fulfill({ status: 500, json: {} }));
    await page.getByRole('button', { name: 'Dismiss the notice about fees' }).click();
    await expect(page.getByText('The notice could not be put away.')).toBeVisible();
    await expect(lines(page)).toHaveText([/outstanding fees/]);
  });
});

test('for everyone: out of service, and what is announced', async ({ page, inbox, server }) => {
  await test.step('out of service and back, by command, while the server runs @beyond.11', async () => {
    const script = fileURLToPath(new URL('../scripts/site.ts', import.meta.url));
    const site = (...words: string[]) =>
      promisify(execFile)(process.env['FLORIN_NODE'] ?? 'node', [script, ...words], {
        env: { PATH: process.env['PATH'], DATABASE_URL: server.databaseUrl },
      });
    const shows = (heading: string) =>
      expect(async () => {
        await page.goto('/login');
        await expect(page.getByRole('heading', { name: heading })).toBeVisible({ timeout: 500 });
      }).toPass();
    await site('out', 'We are back at nine.');
    await shows('Our apologies');
    await expect(page.getByText('We are back at nine.')).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveCount(0);
    await site('back');
    await shows('Log in to your dashboard');
    await expect(page.getByText('We are back at nine.')).toHaveCount(0);
  });

  await test.step('the promotional announcement is shown on 2021-10-08, and only before 2021-10-09 @4.56 @9.36', async () => {
    // Five minutes to midnight in New York.
    await server.advance((Date.parse('2021-10-09T03:55:00Z') - Date.now()) / 1000);
    await enter(page, inbox, 'onefactor');
    await expect(lines(page)).toHaveText([/^Something new for your card program/]);
    await server.advance(10 * 60);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    await expect(lines(page)).toHaveCount(0);
  });
});
