import { expect, test } from 'vitest';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const heading = screen.getByRole('heading', { level: 1, name: 'Page not found' });

test.each(['/nowhere', '/%E0%A4%A', '/dashboard/nowhere', '/invites', '/outbox', '/operator'])(
  'signed in, %s keeps the shell',
  { tags: '@2.404.3' },
  async (path) => {
    await renderApp(path, answersFor(administrator), { embeddedDelivery: false });
    await expect.element(heading).toBeVisible();
    await expect.poll(() => document.title).toBe('Page not found · Florin');
    await expect.element(screen.getByText('404', { exact: true })).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Profile menu of Maya Chen' })).toBeVisible();
    await expect.element(screen.getByRole('contentinfo')).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Go to dashboard' })).toHaveAttribute('href', '/dashboard');
    await expect.element(screen.getByRole('button', { name: 'Go back' })).toBeVisible();
  },
);

test.each(['/nowhere', '/%E0%A4%A', '/login/one/two'])(
  'a stranger at %s is offered the login',
  { tags: ['@2.routes.68', '@2.404.1', '@2.404.2', '@8.34'] },
  async (path) => {
    await renderApp(path, {});
    await expect.element(heading).toBeVisible();
    await expect.element(screen.getByText('404', { exact: true })).toBeVisible();
    await expect.element(screen.getByText(/has moved, or the address was mistyped/)).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Report a broken link' })).toBeVisible();
    await expect.element(screen.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
    expect(screen.getByRole('contentinfo').elements()).toEqual([]);
  },
);

test('where mail and texts are really sent, there is no outbox', async () => {
  await renderApp('/outbox', {}, { embeddedDelivery: false });
  await expect.element(heading).toBeVisible();
});
