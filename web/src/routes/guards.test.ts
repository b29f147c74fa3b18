import { expect, test } from 'vitest';
import { isEntryPath, needsShell, pageAt, paths, redirects, shellPaths } from '../paths.ts';
import { createAppRouter, guardAt } from '../routes.tsx';
import { decide, type Decision, type GuardedPerson } from '../session/account/guards.ts';
import { windowTitleOf } from '../shell/window-title.ts';

const administrator: GuardedPerson = {
  role: 'ADMIN',
  features: ['business-attachments', 'request-funding'],
  businessSuspended: false,
  businessOpen: true,
  allowAdminViewCardUsage: true,
  fundingSource: 'Prepaid',
  userData: {
    accountStatus: 'OPEN',
    bankId: 'BANCORP',
    bankPayment: 'Visa',
    program: 'Business',
    businessOperational: true,
  },
};
const cardholder: GuardedPerson = { ...administrator, role: 'CARDHOLDER' };
const visit = (path: string, person: GuardedPerson | null): Decision => decide(guardAt(path)!, { path, person });

const id = '0190a000-0000-7000-8000-0000000000c1';
const dashboard = { goTo: '/dashboard' };
const login = { goTo: '/login' };

test('every address of the specification has one page', { tags: '@a2.7' }, () => {
  const asked = [
    '/login', '/login/acme', '/auto-logout', '/autologin/abc', '/forgot-username', '/forgot-password', '/registration',
    '/reset-password/abc', '/card-details-request/abc', '/security-checklist', '/login-activity', '/my-accounts',
    '/add-account', '/funds-verification', '/invites', '/cardholder-bankcorp-credit-aggreement',
    '/fast-phone-verification', '/contact-us', '/account', '/requisitions', '/dashboard', '/bills', '/review', '/reports',
    '/apps', '/payment-requests', '/payment-requests/reimbursements', '/payment-requests/reimbursements/new-requests',
    '/payments', '/vendors', '/spend-policies', '/my-transactions', '/my-transactions/purchases',
    '/my-transactions/card-transactions', '/my-transactions/card-declines', '/attachments', '/funding-requests',
    '/transactions', '/cards', '/team-members', '/reconciliation', '/onboarding-checklist', '/business-settings',
    '/additional-accounts', '/bank-statements/upload', '/cardholder-mb-agreement', '/cardholder-bancorp-agreement',
    '/cardholder-fifththird-grants-agreement', '/cardholder-fifththird-disburse-owned-funds-agreement',
    '/cardholder-bancorp-mc-agreement', '/cardholder-bancorp-grants-agreement',
    '/cardholder-bancorp-disburse-owned-funds-agreement', '/', '/business-settings/external-accounts',
    '/business-settings/external-accounts/validate-external-account', '/account/linked-accounts',
    '/cardholder-bancorp-credit-aggreement',
  ]; // prettier-ignore
  for (const path of asked) expect(pageAt(path), path).not.toBeNull();
  const all = [...Object.values(paths), ...Object.keys(redirects)];
  expect(new Set(all).size).toBe(all.length);
});

test('the router has a route for each address, in the frame that the address says, and no other', () => {
  const all = Object.values(createAppRouter().routesByPath);
  // The 404 page stands at every other address.
  expect(all.filter(({ fullPath }) => fullPath.includes('/$')).map(({ fullPath }) => fullPath)).toContain('/$');
  const routes = all.filter(({ fullPath }) => fullPath !== '/$');
  const wanted = [...Object.values(paths), ...Object.keys(redirects)];
  expect(routes.map(({ fullPath }) => fullPath).toSorted()).toEqual(wanted.toSorted());
  const framed = (frame: string) =>
    routes.flatMap(({ parentRoute, fullPath }) => (parentRoute.id === frame ? fullPath : []));
  expect(framed('/signed-in').toSorted()).toEqual(Object.values(shellPaths).toSorted());
  expect([...framed('/signed-in'), ...framed('/open')].toSorted()).toEqual(
    wanted.filter((path) => isEntryPath(path.replace('/$id', `/${id}`))).toSorted(),
  );
});

test.each(Object.values(shellPaths))('%s needs a sign-in', (path) => {
  expect(visit(path, null)).toEqual(login);
});

test.each(
  Object.values(paths).filter((path) => {
    const guard = guardAt(path)!;
    return guard.kind === 'public' && !guard.agreement;
  }),
)('%s is open to everyone', (path) => {
  for (const person of [null, administrator, cardholder]) expect(visit(path, person)).toBe('enter');
});

test.each(['/login', '/login/acme', '/forgot-username', '/forgot-password'])(
  '%s is for visitors who are not signed in',
  (path) => {
    expect(visit(path, null)).toBe('enter');
    expect(visit(path, administrator)).toEqual(dashboard);
  },
);

test.each([
  '/spend-policies',
  '/my-cards',
  `/my-cards/${id}`,
  '/my-transactions/purchases',
  '/my-transactions/card-transactions',
  '/attachments',
  '/funding-requests',
])('%s is for cardholders', (path) => {
  expect(visit(path, cardholder)).toBe('enter');
  expect(visit(path, administrator)).toEqual(dashboard);
});

test.each([
  '/transactions',
  '/cards',
  '/cards/requests',
  '/cards/policies',
  `/cards/policies/${id}`,
  '/cards/funding',
  '/cards/vendor-links',
  `/cards/${id}`,
  '/team-members',
  '/reconciliation',
  '/onboarding-checklist',
  '/business-settings',
  '/business-settings/spend-controls',
  '/business-settings/permissions',
  '/business-settings/notifications',
  '/business-settings/external-accounts',
  '/team-members/changes',
  '/additional-accounts',
  '/bank-statements/upload',
])('%s is for administrators', (path) => {
  expect(visit(path, administrator)).toBe('enter');
  expect(visit(path, cardholder)).toEqual(dashboard);
});

test.each([administrator, cardholder])(
  '/operator is for operators of either role; others find no such page',
  (person) => {
    expect(visit('/operator', person)).toBe('not-found');
    expect(visit('/operator', { ...person, isOperator: true })).toBe('enter');
  },
);

test('features open their routes', { tags: ['@2.routes.46', '@2.routes.47', '@6.14'] }, () => {
  const plain: GuardedPerson = { ...cardholder, features: [] };
  expect(visit('/attachments', plain)).toEqual(dashboard);
  expect(visit('/funding-requests', { ...plain, features: ['business-attachments'] })).toEqual(dashboard);
  expect(visit('/attachments', { ...plain, features: ['business-attachments'] })).toBe('enter');
});

test(
  'pages that move money redirect a suspended business to the dashboard; other pages do not',
  { tags: '@4.29' },
  () => {
    const suspended = { ...administrator, businessSuspended: true };
    for (const path of ['/bills', '/payments', '/payment-requests', '/requisitions'])
      expect(visit(path, suspended), path).toEqual(dashboard);
    expect(visit('/funding-requests', { ...cardholder, businessSuspended: true })).toEqual(dashboard);
    for (const path of ['/dashboard', '/transactions', '/business-settings/external-accounts', '/contact-us'])
      expect(visit(path, suspended), path).toBe('enter');
  },
);

test('additional accounts are for a business that is open and may operate', { tags: '@2.routes.54' }, () => {
  const path = '/additional-accounts';
  const inReview = { ...administrator, userData: { ...administrator.userData, businessOperational: false } };
  expect(visit(path, inReview)).toEqual(dashboard);
  expect(visit(path, { ...administrator, businessOpen: false })).toEqual(dashboard);
  expect(visit(path, { ...administrator, businessSuspended: true })).toEqual(dashboard);
});

test('a closed account keeps the pages for everyone, and none of its role', () => {
  const closed = { ...administrator, userData: { ...administrator.userData, accountStatus: 'CLOSED' as const } };
  for (const path of ['/team-members', '/transactions', '/business-settings/external-accounts'])
    expect(visit(path, closed), path).toEqual(dashboard);
  for (const path of ['/dashboard', '/account', '/contact-us']) expect(visit(path, closed), path).toBe('enter');
});

test('an invitation needs its code', { tags: ['@2.routes.25', '@4.21'] }, () => {
  const withCode = (path: string, code?: string) => decide(guardAt(path)!, { path, person: null, search: { code } });
  expect(withCode('/invites')).toBe('not-found');
  expect(withCode('/invites', '')).toBe('not-found');
  expect(withCode('/invites', 'abc')).toBe('enter');
  // Registration is also for people with a card; an empty code comes from a link that has lost it.
  expect(withCode('/registration')).toBe('enter');
  expect(withCode('/registration', 'abc')).toBe('enter');
  expect(withCode('/registration', '')).toBe('not-found');
});

test('there is no redirect loop: the dashboard is open to every account', () => {
  const worst = { ...cardholder, businessSuspended: true, businessOpen: false, features: [] };
  expect(visit('/dashboard', worst)).toBe('enter');
});

test('unknown addresses have no page', { tags: '@2.routes.68' }, () => {
  for (const path of [
    '/nowhere',
    '/login/a/b',
    '/dashboard/x',
    '/card-details-request/a/b',
    '/Dashboard',
    '/cards/nothing',
  ])
    expect(pageAt(path), path).toBeNull();
  expect(pageAt('/dashboard/')).toEqual({ name: 'dashboard', path: '/dashboard' });
  expect(windowTitleOf('/nowhere', 'Harbor')).toBe('Page not found · Harbor');
  expect(needsShell('/cards')).toBe(true);
  expect(needsShell('/login')).toBe(false);
});

test.each(['/forgot-username', '/forgot-password'])(
  '%s is for visitors who are not signed in, unless they add an account',
  (path) => {
    const from = (page?: string) => decide(guardAt(path)!, { path, person: administrator, search: { from: page } });
    expect(from()).toEqual(dashboard);
    expect(from('elsewhere')).toEqual(dashboard);
    expect(from('add-account')).toBe('enter');
    expect(visit(path, null)).toBe('enter');
  },
);

test('the window has the title of the page, and the program’s name unless the specification sets the whole title', () => {
  expect(windowTitleOf('/cards', 'Harbor')).toBe('Cards · Harbor');
  expect(windowTitleOf('/login/harbor', 'Harbor')).toBe('Log in · Harbor');
  expect(windowTitleOf('/card-details-request', 'Harbor')).toBe('Vendor Card Details');
  const agreements = Object.values(paths).filter((path) => path.startsWith('/cardholder-'));
  expect(agreements).toHaveLength(8);
  for (const path of [...agreements, '/cardholder-bancorp-credit-aggreement'])
    expect(windowTitleOf(path, 'Harbor'), path).toBe('Cardholder Agreement');
});
