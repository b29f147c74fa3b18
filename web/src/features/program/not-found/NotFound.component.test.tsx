import { expect, test } from 'vitest';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const heading = screen.getByRole('heading', { level: 1, name: 'Page not found' });

test.each(['/nowhere', '/%E0%A4%A', '/dashboard/nowhere'])('signed in, %s keeps the shell', async (path) => {
  await renderApp(path, answersFor(administrator));
  await expect.element(heading).toBeVisible();
  await expect.element(screen.getByText('404', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Profile menu of Maya Chen' })).toBeVisible();
  await expect.element(screen.getByRole('contentinfo')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Go to dashboard' })).toHaveAttribute('href', '/dashboard');
});

test.each(['/nowhere', '/%E0%A4%A'])('a stranger at %s is offered the login', async (path) => {
  await renderApp(path, {});
  await expect.element(heading).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  expect(screen.getByRole('contentinfo').elements()).toEqual([]);
});

test('where mail and texts are really sent, there is no outbox', async () => {
  await renderApp('/outbox', {}, { embeddedDelivery: false });
  await expect.element(heading).toBeVisible();
});
