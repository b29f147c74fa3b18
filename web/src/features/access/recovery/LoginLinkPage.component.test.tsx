import { expect, test } from 'vitest';
import { faults, refuse } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { loginNotice } from '../../../session/browser/login-notice.ts';

const link = '/login-link/sgl_opened';
const confirmed = 'This browser is confirmed. Log in with your username and password within an hour.';

test(
  'a sign-in link confirms the browser and leads to the login page, which says so',
  { tags: '@beyond.60' },
  async () => {
    const app = await renderApp(link, { openLoginLink: { expiresInSeconds: 3600, device_credential: null } });
    await expect.element(screen.getByText(confirmed)).toBeVisible();
    expect(window.location.pathname).toBe('/login');
    expect(app.requestsOf('openLoginLink')).toMatchObject([{ body: { requestCode: 'sgl_opened' } }]);
  },
);

test('an expired one leads to the login page, too', async () => {
  await renderApp(link, { openLoginLink: refuse('LOGIN_LINK_INVALID') });
  await expect.element(screen.getByText('This login link has expired. You can get a new one.')).toBeVisible();
});

test('a person who is logged in is asked first, and may stay; the link is then still good', async () => {
  const noah = answersFor({ ...administrator, firstName: 'Noah', lastName: 'Park' });
  const openLoginLink = { expiresInSeconds: 3600, device_credential: null };
  const app = await renderApp(link, { ...noah, openLoginLink, logout: null });
  await expect.element(screen.getByText(/You are logged in as Noah Park\./)).toBeVisible();
  await screen.getByRole('link', { name: 'Stay logged in as Noah Park' }).click();
  await expect.element(screen.getByRole('button', { name: 'Profile menu of Noah Park' })).toBeVisible();
  expect(app.requestsOf('openLoginLink')).toEqual([]);

  await app.open(link);
  await screen.getByRole('button', { name: 'Continue with the link' }).click();
  await expect.poll(() => app.departures).toEqual(['/login']);
  expect(app.requestsOf('openLoginLink')).toHaveLength(1);
  expect(loginNotice.read()).toBe('browserConfirmed');
  loginNotice.remove();
});

test('an expired link ends no session, and says so', async () => {
  await renderApp(link, { ...answersFor(administrator), openLoginLink: refuse('LOGIN_LINK_INVALID') });
  await screen.getByRole('button', { name: 'Continue with the link' }).click();
  await expect.element(screen.getByText('This login link has expired. You can get a new one.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Profile menu of Maya Chen' })).toBeVisible();
});

test('without an answer it can be opened again', async () => {
  const app = await renderApp(link, { openLoginLink: faults['breaks off'] });
  await expect.element(screen.getByRole('heading', { name: 'We could not open your link' })).toBeVisible();
  app.answer({ openLoginLink: { expiresInSeconds: 3600, device_credential: null } });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(confirmed)).toBeVisible();
});

test('the form knows the username of a locked login', async () => {
  const app = await renderApp('/login', { login: refuse('LOCKED'), session: refuse('UNAUTHENTICATED') });
  await screen.getByLabelText('Username').fill('maya');
  await screen.getByLabelText('Password', { exact: true }).fill('wrong again');
  await screen.getByRole('button', { name: 'Log in', exact: true }).click();
  await screen.getByRole('link', { name: 'Email me a login link' }).click();
  await expect.poll(() => app.departures).toEqual(['/login-link']);
  await app.open('/login-link');
  await expect.element(screen.getByLabelText('Username', { exact: true })).toHaveValue('maya');
  sessionStorage.clear();
});

test('the form asks for the username', async () => {
  const app = await renderApp('/login-link', {});
  await screen.getByRole('button', { name: 'Email me a login link' }).click();
  await expect
    .element(screen.getByLabelText('Username', { exact: true }))
    .toHaveAccessibleDescription('Username is required');
  expect(app.requestsOf('sendLoginLink')).toEqual([]);
});
