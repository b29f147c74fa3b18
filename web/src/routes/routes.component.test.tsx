import { api } from '@florin/contract/api';
import type { SentenceId } from '../../../docs/specification/sentences.ts';
import type { UserInfo } from '@florin/contract/program/user-info';
import { expect, test } from 'vitest';
import { faults, type Answers } from '../testing/answers.ts';
import { screen } from '../testing/component.ts';
import { administrator, answersFor, cardholder, inBusiness } from '../testing/people.ts';
import { guardAt } from '../routes.tsx';
import { renderApp, type TestApp } from '../testing/render-app.tsx';
import { addressOf, rows, type Visitor } from '../testing/truth-table.ts';

/** No call of a page is answered: the page reports that below its heading. */
const unanswered = Object.fromEntries(Object.keys(api).map((name) => [name, faults['answers nonsense']])) as Answers;

const prepaid = (person: UserInfo): UserInfo => ({ ...person, fundingSource: 'Prepaid' });
const withFeatures: UserInfo = { ...cardholder, features: ['business-attachments', 'request-funding'] };
const ownAgreement = '/cardholder-bancorp-agreement';

/** The page that each address leads to. */
type Destinations = Record<string, string>;

/** Pages that ask for a link in a mail, and the operator's, which is off unless configured, have tests of their own. */
const withoutLink = ({ path }: { path: string }) =>
  !/^\/(?:autologin|reset-password|login-link|registration-link|invites|operator|login\/.*)$/.test(path);

/** Where the table leads a visitor; of a visitor who is like another, only what is different. */
function destinationsOf(visitor: Visitor, like?: Visitor): Destinations {
  const shown = rows.filter(withoutLink).filter(({ signs }) => !like || signs[visitor] !== signs[like]);
  return Object.fromEntries(
    shown.map(({ path, signs }) => {
      const address = addressOf(path);
      const places: Record<string, string> = { '+': address, L: '/login', D: '/dashboard', A: ownAgreement };
      return [address, places[signs[visitor]]!];
    }),
  );
}

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

interface Visit {
  who: string;
  tags: SentenceId[];
  person: UserInfo | null;
  leads: Destinations;
}

/** The router follows the table of every address x every kind of visitor. */
const visits: Visit[] = [
  {
    who: 'a stranger: public pages, and the login page for all others',
    tags: ['@2.routes.1', '@2.routes.2', '@2.routes.8', '@2.routes.12', '@2.routes.13'],
    person: null,
    leads: {
      ...destinationsOf('S'),
      '/': '/login',
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
      ...destinationsOf('A'),
      '/': '/dashboard',
      '/login/harbor': '/dashboard',
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
    leads: { ...destinationsOf('N'), '/my-transactions': '/my-transactions/purchases' },
  },
  {
    who: 'a cardholder whose business has the features',
    tags: ['@2.routes.46', '@2.routes.47', '@6.2'],
    person: withFeatures,
    leads: destinationsOf('C', 'N'),
  },
  {
    who: 'an administrator of a suspended business: no place where money moves, and none to open accounts',
    tags: ['@4.29'],
    person: inBusiness(prepaid(administrator), 'SUSPENDED', 'Compliance'),
    leads: { ...destinationsOf('W', 'A'), '/payment-requests/reimbursements': '/dashboard' },
  },
  {
    who: 'a cardholder of a suspended business',
    tags: [],
    person: inBusiness(withFeatures, 'SUSPENDED', 'Compliance'),
    leads: destinationsOf('X', 'C'),
  },
  {
    who: 'an administrator of a closed business: may look, and open nothing',
    tags: ['@2.routes.54'],
    person: inBusiness(prepaid(administrator), 'CLOSED'),
    leads: destinationsOf('Z', 'A'),
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
