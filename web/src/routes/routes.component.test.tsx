import { api } from '@florin/contract/api';
import type { SentenceId } from '../../../docs/specification/sentences.ts';
import type { UserInfo } from '@florin/contract/program/user-info';
import { expect, test } from 'vitest';
import { faults, type Answers } from '../testing/answers.ts';
import { screen } from '../testing/component.ts';
import { administrator, answersFor, cardholder, inBusiness } from '../testing/people.ts';
import { guardAt } from '../routes.tsx';
import { renderApp, type TestApp } from '../testing/render-app.tsx';

/** Specification, section 2: who may enter which page. A page not listed for a role redirects to its dashboard. */
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
  '/account/notifications',
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
  '/my-cards',
  '/my-cards/0190a000-0000-7000-8000-0000000000c1',
  '/spend-policies',
  '/my-transactions/purchases',
  '/my-transactions/card-transactions',
  '/my-transactions/card-declines',
];
const administratorOnly = [
  '/transactions',
  '/cards',
  '/cards/requests',
  '/cards/policies',
  '/cards/policies/0190a000-0000-7000-8000-0000000000c1',
  '/cards/funding',
  '/cards/vendor-links',
  '/cards/0190a000-0000-7000-8000-0000000000c1',
  '/team-members',
  '/team-members/changes',
  '/reconciliation',
  '/onboarding-checklist',
  '/business-settings',
  '/business-settings/spend-controls',
  '/business-settings/permissions',
  '/business-settings/notifications',
  '/business-settings/external-accounts',
  '/business-settings/external-accounts/transfers',
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
/** No call of a page is answered: the page reports that below its heading. */
const unanswered = Object.fromEntries(Object.keys(api).map((name) => [name, faults['answers nonsense']])) as Answers;

const prepaid = (person: UserInfo): UserInfo => ({
  ...person,
  fundingSource: 'Prepaid',
  userData: { ...person.userData, bankPayment: 'Mastercard' },
});

/** The page that each address leads to. */
type Destinations = Record<string, string>;
const enters = (...lists: string[][]): Destinations => Object.fromEntries(lists.flat().map((path) => [path, path]));
const leads = (to: string, ...lists: string[][]): Destinations =>
  Object.fromEntries(lists.flat().map((path) => [path, to]));

const opened = async (app: TestApp, path: string) => {
  await app.open(path);
  const heading = screen.getByRole('heading', { level: 1 }).first();
  await expect.element(heading).toBeVisible();
  await expect.element(heading).not.toHaveTextContent('Page not found');
  return window.location.pathname;
};

/**
 * Of the addresses with the same guard that lead to the same place or enter, the first one. That every page has its guard, and
 * what the guard decides, is in truth-table.test.ts; failures.component.test.tsx opens every page.
 */
function oneOfEachGuard(all: Destinations): Destinations {
  const seen = new Set<string>();
  return Object.fromEntries(
    Object.entries(all).filter(([path, to]) => {
      const like = JSON.stringify([guardAt(path), to === path || to]);
      return seen.size < seen.add(like).size;
    }),
  );
}

/** Pages that move money: closed while the business is suspended (reading 14). */
const movesMoney = ['/bills', '/payments', '/payment-requests', '/requisitions'];

interface Visit {
  who: string;
  tags: SentenceId[];
  person: UserInfo | null;
  leads: Destinations;
}

/** The table of every address x every kind of visitor is truth-table.test.ts; here the router follows it. */
const visits: Visit[] = [
  {
    who: 'a stranger: public pages, and the login page for all others',
    tags: ['@2.routes.1', '@2.routes.2', '@2.routes.8', '@2.routes.12', '@2.routes.13'],
    person: null,
    leads: {
      ...enters(anyone, strangersOnly),
      ...leads('/login', anyRole, cardholderOnly, administratorOnly, byFeature, agreements, ['/']),
      '/cardholder-bancorp-credit-aggreement': '/cardholder-bankcorp-credit-aggreement',
    },
  },
  {
    who: 'an administrator',
    tags: [
      '@0.1',
      '@2.routes.4',
      '@2.routes.40',
      '@2.routes.48',
      '@2.routes.49',
      '@2.routes.51',
      '@2.routes.52',
      '@2.routes.53',
      '@2.routes.55',
      '@2.routes.61',
      '@beyond.64',
    ],
    person: prepaid(administrator),
    leads: {
      ...enters(anyone.slice(0, -1), anyRole, administratorOnly),
      ...leads('/dashboard', ['/', '/login/harbor'], strangersOnly, cardholderOnly, byFeature),
      ...leads('/cardholder-bancorp-mc-agreement', agreements),
      '/payment-requests/reimbursements': '/payment-requests/reimbursements/new-requests',
    },
  },
  {
    who: 'a cardholder',
    tags: [
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
    person: cardholder,
    leads: {
      ...enters(anyRole, cardholderOnly),
      ...leads('/dashboard', strangersOnly, byFeature, administratorOnly),
      ...leads('/cardholder-bancorp-agreement', agreements),
      '/my-transactions': '/my-transactions/purchases',
    },
  },
  {
    who: 'a cardholder whose business has the features',
    tags: ['@2.routes.46', '@2.routes.47', '@6.2'],
    person: { ...cardholder, features: ['business-attachments', 'request-funding'] },
    leads: enters(byFeature),
  },
  {
    who: 'an administrator of a suspended business: no place where money moves, and none to open accounts',
    tags: ['@4.29'],
    person: inBusiness(administrator, 'SUSPENDED', 'Compliance'),
    leads: {
      ...enters(['/cards', '/vendors']),
      ...leads('/dashboard', movesMoney, ['/additional-accounts', '/payment-requests/reimbursements']),
    },
  },
  {
    who: 'a cardholder of a suspended business',
    tags: [],
    person: inBusiness(cardholder, 'SUSPENDED', 'Compliance'),
    leads: {
      ...enters(['/my-transactions/purchases', '/vendors']),
      ...leads('/dashboard', movesMoney),
    },
  },
  {
    who: 'an administrator of a closed business: may look, and open nothing',
    tags: ['@2.routes.54'],
    person: inBusiness(administrator, 'CLOSED'),
    leads: {
      ...enters(['/cards', '/payments']),
      ...leads('/dashboard', ['/additional-accounts']),
    },
  },
];

for (const { who, tags, person, leads: wanted } of visits)
  test(`addresses: ${who}`, { tags }, async () => {
    const app = await renderApp('/auto-logout', {
      ...unanswered,
      ...(person === null ? { userInfo: undefined } : answersFor(person)),
    });
    // Public pages have no frame to draw.
    const ofGuards = person === null ? wanted : oneOfEachGuard(wanted);
    const found: Destinations = {};
    for (const path of Object.keys(ofGuards)) found[path] = await opened(app, path);
    expect(found).toEqual(ofGuards);
  });

test.each([
  ['/cards/nothing', administrator],
  ['/cards/policies/nothing', administrator],
  ['/my-cards/nothing', cardholder],
])('%s has no id and is the 404 page, in the shell', { tags: '@2.routes.68' }, async (path, person) => {
  await renderApp(path, { ...unanswered, ...answersFor(person) });
  await expect.element(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
});
