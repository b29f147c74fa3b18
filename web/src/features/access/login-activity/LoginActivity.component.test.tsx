import type { Endpoint, Success } from '@florin/contract/endpoint';
import type { LoginRecord, recentDeviceLogins } from '@florin/contract/access/login-activity';
import { afterEach, expect, test, vi } from 'vitest';
import { errorId, faults, refuse, type Answers } from '../../../testing/answers.ts';
import { catalogue } from '../../../testing/catalogue.ts';
import { screen, userEvent } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { markSecurityStale } from '../../../session/queries/queries.ts';
import { renderApp, usualSite } from '../../../testing/render-app.tsx';

type Body<E extends Endpoint> = Success<E>['body'];

const heading = screen.getByRole('heading', { level: 1 });
const current = screen.getByRole('region', { name: 'Current device' });
const recent = screen.getByRole('region', { name: 'Recent devices' });
const rows = () => recent.getByRole('rowheader').elements().length;
const profileMenu = screen.getByRole('button', { name: /^Profile menu of/ });
const press = (name: string) => screen.getByRole('button', { name, exact: true }).click();

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const login = (n: number, more: Partial<LoginRecord> = {}): LoginRecord => ({
  id: id(n),
  deviceId: id(1000 + n),
  agent: { agentFamily: 'Firefox', osFamily: 'Windows' },
  locationCity: null,
  locationRegion: null,
  locationCountry: null,
  ipAddress: null,
  // 10 in the morning in New York.
  timestamp: `2026-11-${String(20 - n).padStart(2, '0')}T15:00:00Z`,
  isSignedIn: false,
  isReported: false,
  ...more,
});
const pageOf =
  (all: readonly LoginRecord[]): Answers['recentDeviceLogins'] =>
  ({ query }) => {
    const { pageNumber, pageSize } = query;
    const items = all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
    const page: Body<typeof recentDeviceLogins> = {
      items,
      pageInfo: { totalItems: all.length },
      asOf: '2026-11-21T15:00:00.000Z',
      othersSignedIn: all.some(({ isSignedIn }) => isSignedIn),
    };
    return page;
  };
const thirteen = Array.from({ length: 13 }, (_, n) => login(n + 1));
const seen = {
  newLoginsCount: 0,
  shouldAlert: false,
  lastSeen: '2026-11-21T15:00:00.000Z',
  since: '2026-11-01T15:00:00Z',
};
const answers: Answers = {
  ...answersFor(administrator),
  currentDeviceLogin: {
    ...login(0, { agent: { agentFamily: 'Chrome', osFamily: 'Linux' }, isSignedIn: true }),
    firstLogin: { timestamp: '2026-10-01T15:00:00Z' },
  },
  recentDeviceLogins: pageOf([]),
  markLoginActivitySeen: { lastSeen: '2026-11-21T15:00:00.000Z' },
  loginActivityAlert: seen,
};
const path = '/login-activity';

afterEach(() => vi.useRealTimers());

test('logged out: one sentence, and the way to log in', { tags: ['@2.routes.21', '@2.activity.1'] }, async () => {
  await renderApp(path, {});
  await expect.element(heading).toHaveTextContent('Login activity');
  await expect
    .element(screen.getByText('Please log in to see the devices that have logged in to your account.'))
    .toBeVisible();
  await screen.getByRole('link', { name: 'Log in' }).click();
  await expect.poll(() => window.location.pathname).toBe('/login');
});

test('a restricted session sees no devices', async () => {
  const { session } = answers;
  await renderApp(path, { ...answers, session: { ...session, isSuspect: true, suspectSecondsLeft: 60 } as never });
  await expect
    .element(screen.getByText('Devices are not shown while your account access is restricted.'))
    .toBeVisible();
});

test(
  'a device: browser, system, place, and the time in Eastern Time',
  {
    tags: [
      '@1.12',
      '@2.activity.2',
      '@2.activity.4',
      '@2.activity.5',
      '@2.activity.6',
      '@2.activity.7',
      '@2.activity.8',
      '@9.9',
    ],
  },
  async () => {
    const boise = { locationCity: 'Boise', locationRegion: 'Idaho', locationCountry: 'United States' };
    const unknown = { agentFamily: null, osFamily: null };
    const app = await renderApp(path, answers);
    for (const words of ['Chrome', 'Linux', 'Location unavailable', 'Nov 20, 2026, 10:00 AM ET'])
      await expect.element(current).toMatchTextContent(words);
    await expect.element(current).not.toMatchTextContent('Approximate based on the IP');
    await expect.element(recent).toMatchTextContent('No other device has logged in.');
    await expect.element(screen.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();

    app.answer({ recentDeviceLogins: pageOf([login(1, boise), login(2, { agent: unknown })]) });
    await app.open(path);
    await expect.element(recent).toMatchTextContent('Boise, Idaho, United States Approximate based on the IP');
    await expect.element(recent).toMatchTextContent('Unknown device');
  },
);

test(
  'the security calls are cached for a minute, and fetched again after an act on them',
  { tags: '@9.11' },
  async () => {
    const app = await renderApp(path, answers);
    const away = screen.getByRole('link', { name: 'Dashboard' }).first();
    const visits = () => [app.requestsOf('currentDeviceLogin').length, app.requestsOf('recentDeviceLogins').length];
    await expect.element(recent).toMatchTextContent('No other device has logged in.');
    expect(visits()).toEqual([1, 1]);
    await away.click();
    await expect.poll(() => window.location.pathname).toBe('/dashboard');
    window.history.back();
    await expect.element(recent).toMatchTextContent('No other device has logged in.');
    expect(visits()).toEqual([1, 1]);
    await markSecurityStale();
    await expect.poll(visits).toEqual([2, 2]);
  },
);

test.each([
  ['server fails', faults.fails],
  ['database is away', refuse('UNAVAILABLE')],
])(
  'devices that cannot be loaded because the %s: a snackbar, nothing counts as seen, and a retry repairs it',
  { tags: ['@2.activity.14', '@8.26', '@9.12'] },
  async (_, recentDevices) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const app = await renderApp(path, { ...answers, recentDeviceLogins: recentDevices });
    await expect.element(heading).toBeVisible();
    const alert = screen.getByRole('alert').getByText(catalogue['@8.26']);
    await expect
      .poll(async () => {
        await vi.advanceTimersByTimeAsync(500);
        return alert.elements().length;
      })
      .toBe(1);
    vi.useRealTimers();
    expect(app.requestsOf('recentDeviceLogins')).toHaveLength(11);
    expect(app.requestsOf('markLoginActivitySeen')).toEqual([]);
    app.answer({ recentDeviceLogins: pageOf(thirteen) });
    await press('Try again');
    await expect.poll(rows).toBe(5);
  },
);

test(
  'five devices at a time, and Load more while there are more',
  { tags: ['@2.activity.11', '@2.activity.13', '@7.44', '@9.13', '@9.15'] },
  async () => {
    const app = await renderApp(path, { ...answers, recentDeviceLogins: pageOf(thirteen) });
    await expect.poll(rows).toBe(5);
    expect(app.requestsOf('recentDeviceLogins').map(({ query }) => query)).toEqual([
      { pageNumber: 1, pageSize: 5, includeCurrentDevice: 'false' },
    ]);
    for (const shown of [5, 10]) {
      await expect.poll(rows).toBe(shown);
      await press('Load more');
    }
    await expect.poll(rows).toBe(13);
    await expect.element(screen.getByRole('button', { name: 'Load more' })).not.toBeInTheDocument();
    // None of them is logged in: there is nobody to log out.
    await expect.element(screen.getByRole('button', { name: 'Log out all other devices' })).not.toBeInTheDocument();
  },
);

test('more that cannot be loaded: a snackbar, and the devices stay', { tags: '@8.27' }, async () => {
  const app = await renderApp(path, { ...answers, recentDeviceLogins: pageOf(thirteen) });
  await expect.poll(rows).toBe(5);
  app.answer({ recentDeviceLogins: faults['answers nonsense'] });
  await press('Load more');
  await expect.element(screen.getByRole('alert').getByText(catalogue['@8.26'])).toBeVisible();
  expect(rows()).toBe(5);
  app.answer({ recentDeviceLogins: pageOf(thirteen) });
  await press('Load more');
  await expect.poll(rows).toBe(10);
});

test(
  'the badge counts up to ten, and its tooltip the whole number, for the keyboard as well',
  { tags: ['@2.activity.10', '@2.activity.12', '@2.shell.10', '@9.14', '@9.16'] },
  async () => {
    const loginActivityAlert = { ...seen, newLoginsCount: 12, shouldAlert: true, lastSeen: null };
    const app = await renderApp('/reports', { ...answers, loginActivityAlert, recentDeviceLogins: pageOf(thirteen) });
    await expect.element(profileMenu).toHaveAccessibleName('Profile menu of Maya Chen, 10+ new logins');
    await app.open(path);
    const badge = screen.getByRole('main').getByRole('button', { name: '10+ new logins', exact: true });
    await expect.element(badge).toBeVisible();
    (badge.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('tooltip')).toBeVisible();
    await expect
      .element(badge)
      .toHaveAccessibleDescription('12 new device(s) logged in since Nov 1, 2026, 10:00 AM ET');
    await userEvent.keyboard('{Escape}');
    await expect.element(screen.getByRole('tooltip')).not.toBeInTheDocument();
  },
);

test(
  'a device that cannot be logged out: an Error ID, until it is dismissed',
  { tags: ['@2.shell.39', '@2.shell.41', '@8.33'] },
  async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
      shouldAdvanceTime: true,
      now: Date.now(),
    });
    await renderApp(path, {
      ...answers,
      recentDeviceLogins: pageOf([login(1, { isSignedIn: true })]),
      signOutDevice: faults.fails,
      siteConfig: usualSite,
    });
    await recent.getByRole('button', { name: 'More for Firefox on Windows' }).click();
    await screen.getByRole('menuitem', { name: 'Log out this device' }).click();
    const snackbar = screen.getByRole('alert');
    await expect.element(snackbar).toMatchTextContent(`Error ID ${errorId}`);
    await vi.advanceTimersByTimeAsync(5 * 60_000);
    await expect.element(snackbar).toBeVisible();
    vi.useRealTimers();
    await snackbar.getByRole('button', { name: 'Dismiss' }).click();
    await expect.element(snackbar).not.toBeInTheDocument();
  },
);

test('the alert is asked for once people have stayed for half a second', { tags: ['@4.73', '@9.17'] }, async () => {
  const at: Record<string, number> = {};
  await renderApp('/dashboard', {
    ...answers,
    userInfo: () => {
      at['known'] = performance.now();
      return administrator;
    },
    loginActivityAlert: () => {
      at['asked'] = performance.now();
      return seen;
    },
  });
  await expect.poll(() => at['asked']).toBeDefined();
  expect(at['asked']! - at['known']!).toBeGreaterThanOrEqual(500);
});

test('the alert is asked for once a minute, however many pages are opened', { tags: '@9.11' }, async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
    now: Date.now(),
  });
  const app = await renderApp('/dashboard', answers);
  const asked = () => app.requestsOf('loginActivityAlert').length;
  await expect.poll(asked).toBe(1);
  for (const name of ['Reports', 'Review', 'Dashboard']) {
    await screen.getByRole('navigation', { name: 'Navigation' }).getByRole('link', { name, exact: true }).click();
    await expect.element(heading).toHaveTextContent(name);
  }
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(61_000);
  await expect.poll(asked).toBe(2);
});

test('a device is logged out from its menu, and reported by its button', { tags: '@2.shell.39' }, async () => {
  const app = await renderApp(path, {
    ...answers,
    recentDeviceLogins: pageOf([login(1, { isSignedIn: true }), login(2), login(3, { isReported: true })]),
    signOutDevice: null,
  });
  await expect.poll(rows).toBe(3);
  expect(
    recent
      .getByRole('columnheader')
      .elements()
      .map((one) => one.textContent),
  ).toEqual(['Device', 'Location', 'Last login', 'Status', 'Actions']);
  // Only what is logged in has more to do; what is reported has nothing left.
  expect(recent.getByRole('button', { name: /^More for/ }).elements()).toHaveLength(1);
  expect(recent.getByRole('button', { name: /^This wasn’t me/ }).elements()).toHaveLength(2);
  await recent.getByRole('button', { name: 'More for Firefox on Windows' }).click();
  await screen.getByRole('menuitem', { name: 'Log out this device' }).click();
  await expect.element(screen.getByText('Firefox on Windows is logged out.')).toBeVisible();
  expect(app.requestsOf('signOutDevice').map(({ params }) => params)).toEqual([{ loginId: id(1) }]);
});

const signedInTwice = [login(1, { isSignedIn: true }), login(2, { isSignedIn: true })];

test('all other devices are logged out only after a question', async () => {
  const app = await renderApp(path, {
    ...answers,
    recentDeviceLogins: pageOf(signedInTwice),
    signOutOtherDevices: { endedSessions: 2 },
  });
  const ask = screen.getByRole('button', { name: 'Log out all other devices' });
  await ask.click();
  const dialog = screen.getByRole('alertdialog', { name: 'Log out all other devices?' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(ask).toHaveFocus();
  expect(app.requestsOf('signOutOtherDevices')).toEqual([]);
  await ask.click();
  app.answer({ recentDeviceLogins: pageOf([login(1), login(2)]) });
  await dialog.getByRole('button', { name: 'Log out all other devices' }).click();
  await expect.element(screen.getByText('All other devices are logged out.')).toBeVisible();
  await expect.element(recent).not.toMatchTextContent('Logged in');
  await expect.element(ask).not.toBeInTheDocument();
});

test('another person’s login is reported after its consequences are named', async () => {
  const app = await renderApp(path, {
    ...answers,
    recentDeviceLogins: pageOf([
      login(1, { isSignedIn: true }),
      login(2, { agent: { agentFamily: 'Safari', osFamily: 'macOS' } }),
    ]),
    reportDevice: null,
  });
  await press('This wasn’t me (Firefox on Windows)');
  const dialog = screen.getByRole('dialog', { name: 'Don’t recognize this login?' });
  await expect.element(dialog).toMatchTextContent('Firefox on Windows');
  await expect.element(dialog).toMatchTextContent('log out every device but this one');
  expect(app.requestsOf('reportDevice')).toEqual([]);
  app.answer({ recentDeviceLogins: pageOf([login(1, { isReported: true })]) });
  await dialog.getByRole('button', { name: 'Report and log out' }).click();
  await expect
    .element(screen.getByText('All other devices are logged out. We have sent you a link to choose a new password.'))
    .toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.textContent).toContain('Reported as not you');
  await expect.element(recent.getByRole('button', { name: /Firefox on Windows/ })).not.toBeInTheDocument();
  expect(app.requestsOf('reportDevice')).toMatchObject([{ params: { loginId: id(1) } }]);
});
