import { checklistItems } from '@florin/contract/access/security-checklist';
import { expect, test } from 'vitest';
import type { Answers } from '../../testing/answers.ts';
import { screen, setAppearance } from '../../testing/component.ts';
import { administrator, answersFor } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';

const login = {
  id: '0190a000-0000-7000-8000-000000000001',
  deviceId: '0190a000-0000-7000-8000-000000000002',
  agent: { agentFamily: 'Chrome', osFamily: 'Linux' },
  locationCity: null,
  locationRegion: null,
  locationCountry: null,
  ipAddress: null,
  timestamp: '2026-11-20T15:00:00Z',
  isSignedIn: true,
  isReported: false,
};
// The room in the footer is that of a prepaid card, the usual one.
const person = { ...administrator, fundingSource: 'Prepaid' as const };
const answers: Answers = {
  ...answersFor(person),
  contacts: { contacts: [] },
  securitySettings: {
    mfaEnabled: true,
    mfaRequired: true,
    factors: [],
    backupCodesLeft: 0,
    backupCodesMadeAt: null,
    passwordChangedAt: login.timestamp,
    steppedUpUntil: null,
  },
  loginActivityAlert: { newLoginsCount: 0, shouldAlert: false, lastSeen: login.timestamp, since: login.timestamp },
  vendorLinks: { cards: [{ cardId: login.id, name: null, nameOnCard: 'MAYA CHEN', last4: '0932' }], links: [] },
  securityChecklist: { items: checklistItems.map((item) => ({ item, state: null })), seenAt: null },
  markChecklistSeen: { seenAt: '2026-11-20T15:00:00Z' },
  currentDeviceLogin: { ...login, firstLogin: { timestamp: login.timestamp } },
  recentDeviceLogins: {
    items: [],
    pageInfo: { totalItems: 0 },
    asOf: '2026-11-20T15:00:00.000Z',
    othersSignedIn: false,
  },
  markLoginActivitySeen: { lastSeen: '2026-11-20T15:00:00.000Z' },
};

const main = screen.getByRole('main');
const waiting = () => document.querySelectorAll('main [aria-busy="true"], main[aria-busy="true"]').length;
const leftOf = (element: Element) => Math.round(element.getBoundingClientRect().left);
const topOf = (element: Element | null | undefined) => Math.round(element?.getBoundingClientRect().top ?? -1);
const centerOf = (element: Element) => {
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
};
const places = (title: string) => ({
  title: centerOf(document.querySelector(title)!),
  left: leftOf(document.querySelector(title)!),
  panel: topOf(document.querySelector('main section')),
  help: Math.round(document.querySelector('header a[target]')!.getBoundingClientRect().right),
  footer: Math.round(document.querySelector('footer')!.getBoundingClientRect().height),
});

test.each([
  ['/dashboard', 1280],
  ['/account', 1440],
  ['/transactions', 1440],
  ['/account/security', 1280],
  ['/team-members', 1280],
  ['/team-members', 320],
  ['/cards/vendor-links', 1280],
  ['/login-activity', 1280],
  ['/security-checklist', 1280],
  ['/security-checklist', 320],
  ['/reports', 1280],
])('the outline of %s at %i pixels has its title, panels, header and footer in their places', async (path, width) => {
  await setAppearance({ width });
  const slow = Promise.withResolvers<typeof person>();
  const title = path === '/reports' ? 'main section' : 'main span[aria-hidden]';
  await renderApp(path, { ...answers, userInfo: () => slow.promise });
  await expect.poll(() => document.querySelector(title)).not.toBeNull();
  const before = places(title);
  slow.resolve(person);
  await expect.element(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(waiting).toBe(0);
  const after = places(path === '/reports' ? 'main section' : 'main h1');
  expect(Math.abs(after.panel - before.panel), 'first panel').toBeLessThanOrEqual(8);
  if (path !== '/reports') expect(Math.abs(after.title - before.title), 'title').toBeLessThanOrEqual(8);
  expect(Math.abs(after.left - before.left), 'left').toBeLessThanOrEqual(2);
  expect(after.help - before.help, 'help').toBe(0);
  // The bank's name may take another line.
  expect(Math.abs(after.footer - before.footer), 'footer').toBeLessThanOrEqual(16);
});
