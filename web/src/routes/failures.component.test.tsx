import { api, type Api } from '@florin/contract/api';
import type { UserInfo } from '@florin/contract/program/user-info';
import { expect, test } from 'vitest';
import { pageAt, paths, shellPaths } from '../paths.ts';
import { marker, type Marker } from '../session/browser-session.ts';
import { queryClient } from '../session/queries/query-client.ts';
import { errorId, faults, refuse, type Answers } from '../testing/answers.ts';
import { setAppearance } from '../testing/component.ts';
import { administrator, answersFor, cardholder } from '../testing/people.ts';
import { renderApp, type TestApp } from '../testing/render-app.tsx';
import { sampleAnswers as samples } from '../testing/sample.ts';

type CallName = keyof Api;
const names = Object.keys(api) as CallName[];

/** Failures that need no message, at one page or at each, with their reasons. */
const silent: Readonly<Record<string, string>> = {
  'businessPreferences at /reports': 'the custom icon is hidden (section 8)',
  'reportActivity at /reports': 'the next report says the same',
  'mySpendLimits at /dashboard': 'without a card there is nothing to spend',
  'contacts at /contact-us': 'it only fills in the address, which can be typed',
  'branding at /autologin': 'the page has the colors of the installation',
  'siteConfig at /autologin': 'whether there is service stays as the page says',
  'branding at /card-details-request': 'the page has the colors of the installation',
  'checkResetLink at /reset-password': 'an unanswered check says nothing; opening the link will',
  'stoppedPhones at /outbox': 'beside the messages it is an extra',
  cardCounts: 'the tabs of the cards and the sidebar have their names without it',
};

interface Screen {
  address: string;
  calls: CallName[];
}

const token = 'a'.repeat(43);
/** Links of mails, whose pages use them up or lead on. */
const links = [
  `${paths.autologin}/tkt_${token}`,
  `${paths.resetPassword}/rsl_${token}`,
  `${paths.loginLink}/sgl_${token}`,
  `${paths.registrationLink}/rgl_${token}`,
  `${paths.vendorCardDetails}/vln_${token}`,
  `${paths.fundsVerification}#fnd_${token}`,
  `${paths.invites}?code=inv_${token}`,
  `${paths.registration}?code=inv_${token}`,
];
const id = '0190a000-0000-7000-8000-0000000000c1';

const pageOf = (address: string) => pageAt(new URL(address, window.location.origin).pathname)?.path;
const leadsElsewhere = (address: string) =>
  !links.includes(address) && pageOf(window.location.href) !== pageOf(address);

/** A failed call is told with the Error ID of its answer, or in a sentence. */
const isTold = () =>
  new RegExp(`${errorId}|could not|cannot be fetched|Error loading|Try again`, 'i').test(document.body.textContent);

const hasLoaded = (app: TestApp) =>
  document.querySelector('h1') !== null &&
  document.querySelector('[aria-busy="true"]') === null &&
  app.pending() === 0 &&
  queryClient.isFetching() === 0;

/** Opens a page as a browser does that keeps nothing but the session, until it has made its calls or has left. */
async function load(app: TestApp, address: string): Promise<void> {
  const departures = app.departures.length;
  await openAnew(app, address);
  let quiet = 0;
  const isOver = () => {
    // A call may follow the answer to another one.
    quiet = hasLoaded(app) ? quiet + 1 : 0;
    return quiet === 3 || app.departures.length > departures || leadsElsewhere(address);
  };
  await expect.poll(isOver, { interval: 10 }).toBe(true);
}

/** What the browser keeps from page to page: a stranger's session ends with the page that began it. */
const visitor: { session: Marker | null } = { session: null };

async function openAnew(app: TestApp, address: string): Promise<void> {
  const { session } = visitor;
  localStorage.clear();
  sessionStorage.clear();
  if (session !== null) marker.write(session);
  await app.open(address);
}

/** The pages at these addresses, each with the calls that opening it makes, besides those in `known`. */
async function screensAt(app: TestApp, addresses: readonly string[], known: readonly CallName[]): Promise<Screen[]> {
  const screens: Screen[] = [];
  for (const address of addresses) {
    const before = new Map(names.map((name) => [name, app.requestsOf(name).length]));
    await load(app, address);
    if (leadsElsewhere(address)) continue;
    const calls = names.filter((name) => app.requestsOf(name).length > before.get(name)! && !known.includes(name));
    if (calls.length > 0) expect(isTold(), `${address} says that something has failed`).toBe(false);
    screens.push({ address, calls });
  }
  return screens;
}

/** Every call of these pages, to fail once and alone: the time grows with the pages. */
const failuresOn = (screens: readonly Screen[]) =>
  screens.flatMap(({ address, calls }) =>
    calls
      .filter((name) => !(name in silent) && !(`${name} at ${pageOf(address)}` in silent))
      .map((name) => ({ name, address })),
  );

interface Failure {
  name: CallName;
  address: string;
}

/** An answer outside the contract fails at once, as a 500 does after its retries. */
const failing = ({ name }: Failure, answers: Answers): Answers => ({ ...answers, [name]: faults['answers nonsense'] });

async function expectTold(app: TestApp, { name, address }: Failure, made: number): Promise<void> {
  const message = `${name} at ${address} is told`;
  await expect.poll(() => app.requestsOf(name).length > made && isTold(), { interval: 10, message }).toBe(true);
}

/** A call fails while its page opens with a new document. */
async function expectToldOnOpening(app: TestApp, failure: Failure, answers: Answers): Promise<void> {
  const made = app.requestsOf(failure.name).length;
  app.answer(failing(failure, answers));
  await openAnew(app, failure.address);
  await expectTold(app, failure, made);
}

/** A call fails while its page opens in the shell that is there already, from a page that makes no calls. */
async function expectToldInShell(app: TestApp, failure: Failure, answers: Answers): Promise<void> {
  app.answer(answers);
  await app.go(paths.apps);
  // What the shell has told stays there.
  if (isTold()) await load(app, paths.apps);
  queryClient.removeQueries({ type: 'inactive' });
  const made = app.requestsOf(failure.name).length;
  app.answer(failing(failure, answers));
  await app.go(failure.address);
  await expectTold(app, failure, made);
}

const people: Record<string, UserInfo> = {
  'a cardholder': { ...cardholder, features: ['business-attachments', 'request-funding'] },
  'an administrator': administrator,
};

test.each(Object.entries(people))(
  '%s is told of every call of a screen that fails',
  async (_, person) => {
    // As high as the longest page: what is far below the window makes its calls, too.
    await setAppearance({ height: 2400 });
    const answers = { ...samples, ...answersFor(person) };
    const app = await renderApp('/reports', answers);
    visitor.session = marker.read();
    await load(app, '/reports');
    const ofShell = names.filter((name) => app.requestsOf(name).length > 0);
    const addresses = Object.values(shellPaths).map((path) => path.replace('$id', id));
    const screens = await screensAt(app, addresses, ofShell);
    for (const failure of failuresOn([{ address: '/reports', calls: ofShell }]))
      await expectToldOnOpening(app, failure, answers);
    app.answer(answers);
    await load(app, paths.apps);
    for (const failure of failuresOn(screens)) await expectToldInShell(app, failure, answers);
  },
  300_000,
);

test('a stranger is told of every call of a public page that fails', async () => {
  // Nobody is signed in while the app opens. A link may lead to the dashboard, which asks who is.
  const { userInfo: _, ...atFirst } = samples;
  const answers: Answers = { ...samples, userInfo: refuse('UNAUTHENTICATED') };
  const app = await renderApp(paths.autoLogout, atFirst);
  app.answer(answers);
  visitor.session = null;
  const ofShell = new Set<string>(Object.values(shellPaths));
  const addresses = Object.values(paths)
    .filter((path) => !ofShell.has(path))
    .map((path) => path.replace('$customSlug', 'florin'));
  const screens = await screensAt(
    app,
    [...addresses, ...links],
    // Of the pages to which links lead.
    names.filter((name) => api[name].access === 'session'),
  );
  for (const failure of failuresOn(screens)) await expectToldOnOpening(app, failure, answers);
}, 300_000);
