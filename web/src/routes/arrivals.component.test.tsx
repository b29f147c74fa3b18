import type { UserInfo } from '@florin/contract/program/user-info';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react/pure';
import { Entrance } from '../Entrance.tsx';
import { marker } from '../session/browser-session.ts';
import { loginNotice } from '../session/browser/login-notice.ts';
import { pending } from '../session/pending-logout.ts';
import { forgetAddress, wantedAddress } from '../session/browser/return-to.ts';
import { refuse, type Answers } from '../testing/answers.ts';
import { screen } from '../testing/component.ts';
import { administrator, answersFor, cardholder, inBusiness, signedIn } from '../testing/people.ts';
import { setSite } from '../site.ts';
import { renderApp, usualSite, type TestApp } from '../testing/render-app.tsx';

// Where people arrive, and the sentence that says why.

const { userInfo, ...rest } = answersFor(administrator);
const stranger: Answers = { ...rest, login: () => signedIn };
const address = () => window.location.pathname + window.location.search;
const text = (sentence: string | RegExp) => screen.getByText(sentence);

afterEach(() => {
  forgetAddress();
  loginNotice.remove();
});

async function signIn(app: TestApp) {
  app.answer({ userInfo });
  await screen.getByLabelText('Username', { exact: true }).fill('maya');
  await screen.getByLabelText('Password', { exact: true }).fill('not told here');
  await screen.getByRole('button', { name: 'Log in' }).click();
}

/** The page has taken over: nothing of it goes on after the test. */
const expectArrival = async (at: string, heading: string) => {
  await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  expect(address()).toBe(at);
};

/** Another tab of this browser writes the marker, or removes it. */
function inAnotherTab(act: () => void) {
  const oldValue = localStorage.getItem(marker.key);
  act();
  window.dispatchEvent(
    new StorageEvent('storage', { key: marker.key, oldValue, newValue: localStorage.getItem(marker.key) }),
  );
}

test('the dashboard without a login says why the login page is there', async () => {
  await renderApp('/dashboard', stranger);
  await expect.element(text('Please log in to open that page.')).toBeVisible();
  expect(address()).toBe('/login');
});

test('after the sign-in a person is on the page that they wanted', async () => {
  const app = await renderApp('/account/linked-accounts?q=north', stranger);
  await expect.element(text('Please log in to open that page.')).toBeVisible();
  expect(address()).toBe('/login');
  await signIn(app);
  await expectArrival('/account/linked-accounts?q=north', 'Linked accounts');
  expect(text(alreadyLoggedIn).elements()).toEqual([]);
});

test('an expired session leads back to the page where it ended, and says so', async () => {
  const app = await renderApp('/reports', { ...stranger, userInfo: refuse('UNAUTHENTICATED') });
  await expect.element(text('Your session has ended. Please log in again.')).toBeVisible();
  await signIn(app);
  await expectArrival('/reports', 'Reports');
});

test('where a session ended, another person who logs in is on their own dashboard', async () => {
  const app = await renderApp('/account/linked-accounts?q=north', {
    ...answersFor(administrator),
    login: () => signedIn,
  });
  await expectArrival('/account/linked-accounts?q=north', 'Linked accounts');
  app.answer({ userInfo: refuse('UNAUTHENTICATED') });
  await app.open('/account/linked-accounts?q=north');
  await expect.element(text('Your session has ended. Please log in again.')).toBeVisible();
  app.answer(answersFor({ ...administrator, userId: 'another', linkedUsers: [] }));
  await screen.getByLabelText('Username', { exact: true }).fill('otis');
  await screen.getByLabelText('Password', { exact: true }).fill('not told here');
  await screen.getByRole('button', { name: 'Log in' }).click();
  await expect.poll(address).toBe('/dashboard');
});

test('after the idle limit the same page is wanted; a phone to confirm comes first', async () => {
  const app = await renderApp('/team-members', {
    ...stranger,
    contacts: { contacts: [] },
    allowedPhoneCountries: { allowedCountries: [] },
    login: () => ({ ...signedIn, hasUnverifiedPhone: true }),
  });
  await signIn(app);
  await expectArrival('/fast-phone-verification', 'Verify your phone');
  expect(app.requestsOf('login')).toHaveLength(1);
});

const review: UserInfo = inBusiness(administrator, 'PENDING_REVIEW');
test.each([
  ['/cards', cardholder, 'Only administrators can open Cards.'],
  ['/spend-policies', administrator, 'Only cardholders can open Spend policies.'],
  ['/attachments', cardholder, 'Your business does not use Attachments.'],
  [
    '/bills',
    inBusiness(administrator, 'SUSPENDED', 'Compliance'),
    'You cannot open “Bills”: your business is suspended.',
  ],
  ['/additional-accounts', review, 'You cannot open “Additional accounts”: your business is under review.'],
  ['/forgot-password', administrator, 'You are logged in already, so “Forgot password” was not opened.'],
  ['/login', administrator, 'You are logged in already, as Maya Chen. To log in as someone else, log out first.'],
  ['/login/acme', cardholder, /^You are logged in already, as /],
] as const)('a redirect from %s says why', async (path, person, sentence) => {
  const myTransactions = { items: [], nextCursor: null, searchedBackTo: null, totals: null };
  await renderApp(path, { ...answersFor(person), myTransactions });
  await expect.element(text(sentence)).toBeVisible();
  expect(address()).toBe('/dashboard');
  // What the page loads is not left to the next test.
  await expect.element(screen.getByRole('heading', { level: 1, name: /Dashboard/ })).toBeVisible();
});

test('the first page leads a signed-in person to the dashboard without a word', async () => {
  const app = await renderApp('/', answersFor(administrator));
  await expectArrival('/dashboard', 'Dashboard');
  await app.go('/reports');
  await expectArrival('/reports', 'Reports');
  await app.go('/');
  await expectArrival('/dashboard', 'Dashboard');
  expect(text(alreadyLoggedIn).elements()).toEqual([]);
});

const alreadyLoggedIn = /^You are logged in already/;
const other = '0190a000-0000-7000-8000-000000000002';
const [user] = administrator.linkedUsers;
const inTwo: UserInfo = {
  ...administrator,
  linkedUsers: [user!, { ...user!, userId: other, businessStatus: 'OPEN' as const }],
};
/** The account of the first business is closed, the other one is not. */
const closed: UserInfo = {
  ...inBusiness(administrator, 'CLOSED'),
  linkedUsers: [...inBusiness(administrator, 'CLOSED').linkedUsers, inTwo.linkedUsers[1]!],
};
const inOther: UserInfo = { ...inTwo, userId: other, businessName: 'Brightline Studio' };
const moved = text('Your account at Northwind Trading is closed. You are now in Brightline Studio.');

test(
  'the account of a closed business gives way to an open one, and the person is told',
  { tags: '@4.22' },
  async () => {
    let current = closed;
    await renderApp('/dashboard', {
      ...answersFor(administrator),
      ...answersFor(cardholder),
      userInfo: () => current,
      switchUser: () => {
        current = inOther;
        return signedIn;
      },
    });
    await expect.element(moved).toBeVisible();
  },
);

test('the next page moves from an account that was closed meanwhile', { tags: '@4.22' }, async () => {
  let current = inTwo;
  const app = await renderApp('/reports', {
    ...answersFor(administrator),
    userInfo: () => current,
    switchUser: () => {
      current = inOther;
      return signedIn;
    },
  });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  current = closed;
  const later = Date.now() + 60_000;
  vi.spyOn(Date, 'now').mockImplementation(() => later);
  await app.go('/vendors');
  await expect.element(moved).toBeVisible();
  await expectArrival('/vendors', 'Vendors');
  expect(app.requestsOf('switchUser')).toMatchObject([{ body: { userId: other } }]);
});

const signedInElsewhere = text(/^You are logged in from another tab\./);
const signInElsewhere = () => inAnotherTab(() => marker.write({ epoch: 'epoch', lastActivity: Date.now() }));

test.each(['/login', '/auto-logout', '/forgot-password', '/forgot-username', '/nowhere'])(
  '%s notices that another tab has signed in',
  async (path) => {
    const app = await renderApp('/vendors', stranger);
    await expect.element(text('Please log in to open that page.')).toBeVisible();
    if (path !== '/login') await app.open(path);
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    signInElsewhere();
    await expect.element(signedInElsewhere).toBeVisible();
    const link = screen.getByRole('link', { name: 'Continue', exact: true });
    await expect.element(link).toHaveAttribute('href', '/vendors');
    // One cause: the login is no longer needed.
    await expect.element(text('Please log in to open that page.')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to dashboard' }).elements()).toHaveLength(path === '/nowhere' ? 1 : 0);
    inAnotherTab(() => marker.remove());
    await expect.element(signedInElsewhere).not.toBeInTheDocument();
    expect(app.departures).toEqual([]);
  },
);

test('a page that a person has left is not the one of another person who has logged in from another tab', async () => {
  const app = await renderApp('/account/linked-accounts?q=north', answersFor(administrator));
  await expectArrival('/account/linked-accounts?q=north', 'Linked accounts');
  inAnotherTab(() => marker.remove());
  await app.open('/login');
  await expect.element(text('Your session has ended. Please log in again.')).toBeVisible();
  signInElsewhere();
  const link = screen.getByRole('link', { name: 'Continue', exact: true });
  await expect.element(link).toHaveAttribute('href', '/account/linked-accounts?q=north');
  app.answer(answersFor({ ...administrator, userId: 'another', linkedUsers: [] }));
  followInNewDocument();
  await app.open('/account/linked-accounts?q=north');
  await expectArrival('/dashboard', 'Dashboard');
});

/** A link loads another document, which knows no more than this tab has stored. */
function followInNewDocument() {
  const stored = { ...sessionStorage };
  forgetAddress();
  expect(wantedAddress()).toBe('/dashboard');
  for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, String(value));
}

test('the login page that is woken by a login in another tab says so', async () => {
  setSite(usualSite);
  signInElsewhere();
  const { unmount } = await render(<Entrance />);
  onTestFinished(unmount);
  await expect.element(signedInElsewhere).toBeVisible();
  inAnotherTab(() => marker.remove());
  await expect.element(signedInElsewhere).not.toBeInTheDocument();
});

test.each([
  ['a switch', inTwo, inOther, 'You switched to Brightline Studio in another tab. This tab shows it now.'],
  [
    'a login of another person',
    administrator,
    { ...administrator, userId: other, businessName: 'Brightline Studio', linkedUsers: [] },
    'You logged in from another tab. This tab shows Brightline Studio now.',
  ],
  [
    'a login of the same person',
    administrator,
    administrator,
    'Your login was renewed in another tab. This tab still shows Northwind Trading.',
  ],
])('%s in another tab loads its account, and says why', { tags: '@4.65' }, async (_, from, to, sentence) => {
  const app = await renderApp('/reports', { ...answersFor(administrator), userInfo: from });
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  inAnotherTab(() => marker.write({ epoch: 'other', lastActivity: Date.now() }));
  expect(app.departures).toEqual(['/login']);
  app.answer({ userInfo: to });
  await app.open('/login');
  await expect.element(text(sentence)).toBeVisible();
  expect(text(alreadyLoggedIn).elements()).toEqual([]);
  expect(address()).toBe('/dashboard');
});

test('a session that another tab has found to be over says so, and leads back to the page', async () => {
  const app = await renderApp('/reports', answersFor(administrator));
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  inAnotherTab(() => marker.remove());
  expect(app.departures).toEqual(['/login']);
  await app.open('/login');
  await expect.element(text('Your session has ended. Please log in again.')).toBeVisible();
  app.answer({ login: () => signedIn });
  await signIn(app);
  await expectArrival('/reports', 'Reports');
});

test('a logout in another tab says so, and forgets the page', { tags: '@4.64' }, async () => {
  const app = await renderApp('/reports', answersFor(administrator));
  await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
  const { epoch, lastActivity } = marker.read()!;
  const newValue = JSON.stringify({ reason: 'user', lastActivity, epoch });
  window.dispatchEvent(new StorageEvent('storage', { key: pending.key, newValue }));
  inAnotherTab(() => marker.remove());
  expect(app.departures).toEqual(['/login']);
  await app.open('/login');
  const loggedOut = text('You were logged out in another tab.');
  await expect.element(loggedOut).toBeVisible();
  // A login there is the later news.
  signInElsewhere();
  await expect.element(loggedOut).not.toBeInTheDocument();
  inAnotherTab(() => marker.remove());
  app.answer({ login: () => signedIn });
  await signIn(app);
  await expectArrival('/dashboard', 'Dashboard');
});

test('a logout after a suspicious site says so on the login page', { tags: ['@4.57', '@4.58'] }, async () => {
  const { session, ...answers } = answersFor(administrator);
  const app = await renderApp('/dashboard', {
    ...answers,
    session: { ...(session as object), isSuspect: true, suspectSecondsLeft: 0 } as never,
    logout: () => ({}) as never,
  });
  await vi.waitFor(() => expect(app.departures).toEqual(['/login']));
  await app.open('/login');
  await expect.element(screen.getByText(/^You were logged out because our system detected/)).toBeVisible();
});
