import type { Page } from '@playwright/test';
import { demoInvites } from '../server/src/demo/waiting-cards.ts';
import { demoPassword } from '../server/src/demo/people.ts';
import { enter, expect, signIn, signInAs, test } from './fixtures.ts';

/** Specification, section 2: who may stand where. What is not listed for a role leads to its dashboard. */
const anyone = [
  '/auto-logout',
  '/registration',
  '/security-checklist',
  '/login-activity',
  '/my-accounts',
  '/add-account',
  '/funds-verification',
  '/card-details-request',
  '/cardholder-bankcorp-credit-aggreement',
];
const strangersOnly = ['/login', '/forgot-username', '/forgot-password'];
const anyRole = [
  '/dashboard',
  '/fast-phone-verification',
  '/contact-us',
  '/account',
  '/account/preferences',
  '/account/linked-accounts',
  '/requisitions',
  '/bills',
  '/review',
  '/reports',
  '/apps',
  '/payment-requests',
  '/payments',
  '/vendors',
];
const cardholderOnly = [
  '/spend-policies',
  '/my-transactions/purchases',
  '/my-transactions/card-transactions',
  '/my-transactions/card-declines',
];
const administratorOnly = [
  '/transactions',
  '/cards',
  '/team-members',
  '/reconciliation',
  '/onboarding-checklist',
  '/business-settings',
  '/business-settings/external-accounts',
  '/business-settings/external-accounts/validate-external-account',
  '/additional-accounts',
  '/bank-statements/upload',
];
const byFeature = ['/attachments', '/funding-requests'];
const agreements = [
  '/cardholder-mb-agreement',
  '/cardholder-fifththird-grants-agreement',
  '/cardholder-fifththird-disburse-owned-funds-agreement',
  '/cardholder-bancorp-agreement',
  '/cardholder-bancorp-mc-agreement',
  '/cardholder-bancorp-grants-agreement',
  '/cardholder-bancorp-disburse-owned-funds-agreement',
];
const redirects = {
  '/': '/login',
  '/my-transactions': '/my-transactions/purchases',
  '/payment-requests/reimbursements': '/payment-requests/reimbursements/new-requests',
  '/cardholder-bancorp-credit-aggreement': '/cardholder-bankcorp-credit-aggreement',
};

/** Opens an address and says where the browser ends up, once a page stands there. */
async function opened(page: Page, path: string): Promise<string> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: '404' })).toHaveCount(0);
  return new URL(page.url()).pathname;
}

/** What every address leads to, for one kind of visitor. */
const expected = (entered: readonly string[], turnedAway: readonly string[], to: string) => ({
  ...Object.fromEntries(entered.map((path) => [path, path])),
  ...Object.fromEntries(turnedAway.map((path) => [path, to])),
});

async function walk(page: Page, wanted: Record<string, string>) {
  const found: Record<string, string> = {};
  for (const path of Object.keys(wanted)) found[path] = await opened(page, path);
  expect(found).toEqual(wanted);
}

/** Every address x every kind of visitor is a table of its own (web/src/routes/truth-table.test.ts); of each guard, two. */
const someOf = (...lists: string[][]) => lists.flatMap((list) => list.slice(0, 2));

test(
  'a stranger: public pages, and the login page for all others',
  { tag: ['@2.routes.2', '@2.routes.8', '@2.routes.12', '@2.routes.13'] },
  async ({ page }) => {
    test.slow();
    const behindLogin = someOf(anyRole, cardholderOnly, administratorOnly, byFeature, agreements);
    await walk(page, {
      ...expected([...anyone, ...strangersOnly], behindLogin, '/login'),
      '/': '/login',
      '/cardholder-bancorp-credit-aggreement': redirects['/cardholder-bancorp-credit-aggreement'],
    });
  },
);

test(
  'an administrator',
  {
    tag: [
      '@0.1',
      '@2.routes.40',
      '@2.routes.48',
      '@2.routes.49',
      '@2.routes.51',
      '@2.routes.52',
      '@2.routes.53',
      '@2.routes.55',
      '@2.routes.61',
    ],
  },
  async ({ page, inbox }) => {
    test.slow();
    await signInAs(page, inbox, 'email.only');
    await walk(page, {
      ...expected(
        [...someOf(anyone, anyRole), ...administratorOnly],
        someOf(strangersOnly, cardholderOnly, byFeature),
        '/dashboard',
      ),
      ...expected([], agreements.slice(0, 2), '/cardholder-bancorp-mc-agreement'),
      '/payment-requests/reimbursements': redirects['/payment-requests/reimbursements'],
    });
  },
);

test(
  'a cardholder',
  {
    tag: [
      '@0.1',
      '@2.routes.27',
      '@2.routes.28',
      '@2.routes.30',
      '@2.routes.31',
      '@2.routes.32',
      '@2.routes.33',
      '@2.routes.34',
      '@2.routes.35',
      '@2.routes.36',
      '@2.routes.37',
      '@2.routes.38',
      '@2.routes.41',
      '@2.routes.42',
      '@2.routes.43',
      '@2.routes.44',
      '@2.routes.45',
      '@6.2',
    ],
  },
  async ({ page, inbox }) => {
    test.slow();
    await signInAs(page, inbox, 'onefactor');
    await walk(page, {
      ...expected([...anyRole, ...cardholderOnly], someOf(strangersOnly, byFeature, administratorOnly), '/dashboard'),
      ...expected([], agreements.slice(0, 2), '/cardholder-bancorp-agreement'),
      '/my-transactions': redirects['/my-transactions'],
    });
  },
);

/** Where money moves: closed while the business is suspended (reading 14). */
const movesMoney = ['/bills', '/payments', '/payment-requests', '/requisitions'];

test(
  'an administrator of a suspended business: no place where money moves, and none to open accounts',
  { tag: '@4.29' },
  async ({ page, inbox }) => {
    await signInAs(page, inbox, 'suspended');
    await walk(page, expected(['/cards', '/vendors'], [...movesMoney, '/additional-accounts'], '/dashboard'));
    await walk(page, { '/payment-requests/reimbursements': '/dashboard' });
    await expect(page.getByRole('region', { name: 'Notices about your account' })).toContainText('suspended');
  },
);

test('a cardholder of a suspended business', async ({ page, inbox }) => {
  await signInAs(page, inbox, 'suspended.cardholder');
  await walk(page, expected(['/my-transactions/purchases', '/vendors'], movesMoney, '/dashboard'));
});

test(
  'an administrator of a closed business: may look, and open nothing',
  { tag: '@2.routes.54' },
  async ({ page, inbox }) => {
    await signInAs(page, inbox, 'allclosed');
    await walk(page, expected(['/cards', '/payments'], ['/additional-accounts'], '/dashboard'));
  },
);

test('an invite user: the invitation, the registration, and nothing behind the login', async ({ page }) => {
  const { code } = demoInvites[0]!;
  expect(await opened(page, `/invites?code=${code}`)).toBe('/invites');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are invited');
  expect(await opened(page, `/registration?code=${code}`)).toBe('/registration');
  // A link that has lost its code.
  for (const path of ['/invites', '/registration?code=']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
  }
  await walk(page, expected([], ['/dashboard', '/cards', '/spend-policies', agreements[0]!], '/login'));
});

test(
  'areas are preloaded, opening the same address asks anew, and going back restores the place',
  { tag: ['@1.15', '@2.routes.39', '@2.routes.70'] },
  async ({ page, inbox }) => {
    await page.setViewportSize({ width: 1280, height: 420 });
    await enter(page, inbox, 'admin');
    // Links that are drawn anew while the page still loads forget that somebody pointed at them.
    await page.waitForLoadState('networkidle');
    const chunk = page.waitForRequest(/\/assets\/TeamMembersPage-.*\.js$/);
    const link = page.getByRole('link', { name: 'Team members', exact: true });
    await link.hover();
    await chunk;
    expect(new URL(page.url()).pathname).toBe('/dashboard');

    await link.click();
    await expect(page.getByText('Priya Nair')).toBeVisible();
    const again = page.waitForRequest('**/api/team-members');
    await link.click();
    await again;

    await page.evaluate(() => window.scrollTo(0, 160));
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(160);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
    // Not built: one honest sentence, and nothing else.
    await expect(page.getByRole('main')).toHaveText(
      'ReportsThis page will show spending by person, category and time, ready to export.',
    );
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(160);
  },
);

test(
  'a cardholder whose business has the features',
  { tag: ['@2.routes.46', '@2.routes.47', '@6.2'] },
  async ({ page, inbox }) => {
    await signInAs(page, inbox, 'teacher');
    await walk(page, expected(byFeature, [], ''));
  },
);

test.describe('an address that does not exist', () => {
  test(
    '404, with a way to the login page for strangers',
    { tag: ['@2.routes.68', '@2.404.1', '@2.404.2', '@8.34'] },
    async ({ page }) => {
      for (const path of ['/nowhere', '/dashboard/nowhere', '/login/one/two', '/invites']) {
        const response = await page.goto(path);
        // The invitation page exists; without a code nothing is there for anybody.
        if (path !== '/invites') expect(response?.status()).toBe(404);
        await expect(page.getByText('404')).toBeVisible();
        await expect(page.getByText('has moved, or the address was mistyped')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Report a broken link' })).toBeVisible();
        await page.getByRole('link', { name: 'Login' }).click();
        await expect(page).toHaveURL(/\/login$/);
      }
    },
  );

  test('signed in: back, or to the dashboard', { tag: '@2.404.3' }, async ({ page }) => {
    await page.goto('/login');
    await signIn(page, 'onefactor', demoPassword);
    await expect(page).toHaveURL(/\/dashboard$/);
    await page.goto('/reports');
    await page.goto('/nowhere');
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page).toHaveURL(/\/reports$/);
    await page.goto('/nowhere');
    await page.getByRole('link', { name: 'Go to dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
});
