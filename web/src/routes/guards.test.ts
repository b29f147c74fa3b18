import { expect, test } from 'vitest';
import { decide, type Decision, type GuardedPerson } from './guards.ts';
import {
  barePages,
  openPages,
  pageAt,
  pages,
  redirects,
  shellPages,
  standsInShell,
  statusOf,
  windowTitleOf,
} from './table.ts';

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
const visit = (path: string, person: GuardedPerson | null): Decision => decide(pageAt(path)!.guard, { path, person });

const dashboard = { goTo: '/dashboard' };
const login = { goTo: '/login' };

test('every address of the specification has a page, and no address stands twice', { tags: '@a2.7' }, () => {
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
  for (const path of asked) expect(pageAt(path), path).toBeDefined();
  const all = [...pages.map(({ path }) => path), ...redirects.map(({ path }) => path)];
  expect(new Set(all).size).toBe(all.length);
});

test.each(shellPages.map(({ path }) => path))('%s needs a sign-in', (path) => {
  expect(visit(path, null)).toEqual(login);
});

test.each(
  [...barePages, ...openPages]
    .filter(({ guard }) => guard.kind === 'public' && !('agreement' in guard))
    .map(({ path }) => path),
)('%s is open to everyone', (path) => {
  for (const person of [null, administrator, cardholder]) expect(visit(path, person)).toBe('enter');
});

test.each(['/login', '/login/acme', '/forgot-username', '/forgot-password'])('%s is for nobody signed in', (path) => {
  expect(visit(path, null)).toBe('enter');
  expect(visit(path, administrator)).toEqual(dashboard);
});

test.each([
  '/spend-policies',
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
  '/team-members',
  '/reconciliation',
  '/onboarding-checklist',
  '/business-settings',
  '/business-settings/external-accounts',
  '/additional-accounts',
  '/bank-statements/upload',
])('%s is for administrators', (path) => {
  expect(visit(path, administrator)).toBe('enter');
  expect(visit(path, cardholder)).toEqual(dashboard);
});

test('features open their routes', { tags: ['@2.routes.46', '@2.routes.47', '@6.14'] }, () => {
  const plain: GuardedPerson = { ...cardholder, features: [] };
  expect(visit('/attachments', plain)).toEqual(dashboard);
  expect(visit('/funding-requests', { ...plain, features: ['business-attachments'] })).toEqual(dashboard);
  expect(visit('/attachments', { ...plain, features: ['business-attachments'] })).toBe('enter');
});

test('where money moves, a suspended business is sent to the dashboard; elsewhere it is not', { tags: '@4.29' }, () => {
  const suspended = { ...administrator, businessSuspended: true };
  for (const path of ['/bills', '/payments', '/payment-requests', '/requisitions'])
    expect(visit(path, suspended), path).toEqual(dashboard);
  expect(visit('/funding-requests', { ...cardholder, businessSuspended: true })).toEqual(dashboard);
  for (const path of ['/dashboard', '/transactions', '/business-settings/external-accounts', '/contact-us'])
    expect(visit(path, suspended), path).toBe('enter');
});

test('additional accounts are for a business that is open and may operate', { tags: '@2.routes.54' }, () => {
  const path = '/additional-accounts';
  const inReview = { ...administrator, userData: { ...administrator.userData, businessOperational: false } };
  expect(visit(path, inReview)).toEqual(dashboard);
  expect(visit(path, { ...administrator, businessOpen: false })).toEqual(dashboard);
  expect(visit(path, { ...administrator, businessSuspended: true })).toEqual(dashboard);
});

test("a closed account keeps what is anyone's, and nothing of its role", () => {
  const closed = { ...administrator, userData: { ...administrator.userData, accountStatus: 'CLOSED' as const } };
  for (const path of ['/team-members', '/transactions', '/business-settings/external-accounts'])
    expect(visit(path, closed), path).toEqual(dashboard);
  for (const path of ['/dashboard', '/account', '/contact-us']) expect(visit(path, closed), path).toBe('enter');
});

test('an invitation needs its code', { tags: ['@2.routes.25', '@4.21'] }, () => {
  const { guard } = pageAt('/invites')!;
  expect(decide(guard, { path: '/invites', person: null, invitationCode: null })).toBe('not-found');
  expect(decide(guard, { path: '/invites', person: null, invitationCode: 'abc' })).toBe('enter');
  // The registration is for people with a card, too; an empty code is a link that has lost it.
  const registration = { path: '/registration', person: null };
  const guardOfRegistration = pageAt('/registration')!.guard;
  for (const [invitationCode, decision] of [
    [null, 'enter'],
    ['abc', 'enter'],
    ['', 'not-found'],
  ] as const)
    expect(decide(guardOfRegistration, { ...registration, invitationCode })).toBe(decision);
});

test('nobody is sent in a circle: the dashboard is open to every account', () => {
  const worst = { ...cardholder, businessSuspended: true, businessOpen: false, features: [] };
  expect(visit('/dashboard', worst)).toBe('enter');
});

test('unknown addresses have no page', { tags: '@2.routes.68' }, () => {
  for (const path of ['/nowhere', '/login/a/b', '/dashboard/x', '/card-details-request/a/b', '/Dashboard'])
    expect(statusOf(path), path).toBe(404);
  expect(statusOf('/dashboard/')).toBe(200);
  expect(windowTitleOf('/nowhere', 'Harbor')).toBe('Page not found · Harbor');
  expect(standsInShell('/cards')).toBe(true);
  expect(standsInShell('/login')).toBe(false);
});

test.each(['/forgot-username', '/forgot-password'])(
  '%s is for nobody who is signed in, unless they add an account',
  (path) => {
    const { guard } = pageAt(path)!;
    expect(decide(guard, { path, person: administrator })).toEqual(dashboard);
    expect(decide(guard, { path, person: administrator, from: 'elsewhere' })).toEqual(dashboard);
    expect(decide(guard, { path, person: administrator, from: 'add-account' })).toBe('enter');
    expect(decide(guard, { path, person: null })).toBe('enter');
  },
);

test('the window has the title of the page, and the program’s name unless the specification sets the whole title', () => {
  expect(windowTitleOf('/cards', 'Harbor')).toBe('Cards · Harbor');
  expect(windowTitleOf('/login/harbor', 'Harbor')).toBe('Log in · Harbor');
  expect(windowTitleOf('/card-details-request', 'Harbor')).toBe('Vendor Card Details');
  const agreements = pages.filter(({ page }) => page === 'agreement').map(({ path }) => path);
  expect(agreements).toHaveLength(8);
  for (const path of [...agreements, '/cardholder-bancorp-credit-aggreement'])
    expect(windowTitleOf(path, 'Harbor'), path).toBe('Cardholder Agreement');
});
