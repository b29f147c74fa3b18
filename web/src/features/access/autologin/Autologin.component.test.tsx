import { expect, test } from 'vitest';
import { refuse, type Answers } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor, signedIn } from '../../../testing/people.ts';
import { renderApp, usualSite } from '../../../testing/render-app.tsx';

const expired = screen.getByText('That login link has expired. Please log in.');
const { userInfo, ...rest } = answersFor(administrator);
const ticket: Answers = { ...rest, siteConfig: usualSite, redeemAutologinTicket: signedIn };

test.each([
  ['/autologin/ses_notaticket', refuse('TICKET_INVALID')],
  ['/autologin/x', refuse('VALIDATION', { Fields: [{ Field: 'ticket', Problem: 'missing' }] })],
  ['/autologin', refuse('TICKET_INVALID')],
])('%s is worthless, and leads to the login', async (path, redeemAutologinTicket) => {
  await renderApp(path, { siteConfig: usualSite, redeemAutologinTicket });
  await expect.element(expired).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
});

test('without a ticket, a person who is logged in is not asked to leave', async () => {
  const app = await renderApp('/autologin', answersFor(administrator));
  await expect.element(expired).toBeVisible();
  expect(app.requestsOf('redeemAutologinTicket')).toEqual([]);
});

test.each([
  ['', '/dashboard', 'Dashboard'],
  ['?url=/reports', '/reports', 'Reports'],
  ['?url=https%3A%2F%2Fevil.example%2F', '/dashboard', 'Dashboard'],
  ['?url=%2F%5Cevil.example', '/dashboard', 'Dashboard'],
  ['?url=/login', '/dashboard', 'Dashboard'],
])(
  'a ticket%s leads to %s, and leaves no trace in the address',
  { tags: ['@2.routes.10', '@2.routes.11'] },
  async (query, path, heading) => {
    const app = await renderApp(`/autologin/tkt_1${query}`, ticket);
    app.answer({ userInfo });
    await expect.element(screen.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(window.location.pathname).toBe(path);
    expect(app.departures).toEqual([]);
    expect(app.requestsOf('redeemAutologinTicket')).toMatchObject([{ body: { ticket: 'tkt_1' } }]);
  },
);

test(
  'a person who is logged in is asked first, and may stay; the ticket is then still good',
  { tags: '@2.routes.9' },
  async () => {
    const noah = { ...answersFor({ ...administrator, firstName: 'Noah', lastName: 'Park' }), siteConfig: usualSite };
    const app = await renderApp('/autologin/tkt_1?url=/reports', { ...noah, redeemAutologinTicket: signedIn });
    await expect.element(screen.getByText(/You are logged in as Noah Park\./)).toBeVisible();
    expect(window.location.pathname).toBe('/autologin');
    await screen.getByRole('link', { name: 'Stay logged in as Noah Park' }).click();
    await expect.element(screen.getByRole('button', { name: 'Profile menu of Noah Park' })).toBeVisible();
    expect(app.requestsOf('redeemAutologinTicket')).toEqual([]);

    await app.open('/autologin/tkt_1?url=/reports');
    await expect.element(screen.getByRole('button', { name: 'Continue with the link' })).toBeVisible();
    app.answer({ ...answersFor(administrator), redeemAutologinTicket: { ...signedIn, epoch: 'another' } });
    await screen.getByRole('button', { name: 'Continue with the link' }).click();
    await expect.element(screen.getByRole('button', { name: 'Profile menu of Maya Chen' })).toBeVisible();
    expect(window.location.pathname).toBe('/reports');
  },
);

test('without service the ticket is not used up, whatever the page was loaded with', async () => {
  const outOfService = { ...usualSite, outOfService: true };
  const app = await renderApp('/autologin/tkt_1', { ...ticket, siteConfig: outOfService });
  await expect.element(screen.getByRole('heading', { name: 'Our apologies' })).toBeVisible();
  await expect.poll(() => app.pending()).toBe(0);
  expect(app.requestsOf('redeemAutologinTicket')).toEqual([]);
  app.answer({ siteConfig: usualSite, userInfo });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});
