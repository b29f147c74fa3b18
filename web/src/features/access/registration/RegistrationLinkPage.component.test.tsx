import { expect, test } from 'vitest';
import { faults, refuse } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const link = '/registration-link/rgl_opened';
const heading = screen.getByRole('heading', { name: 'We could not open your link' });

test('a link opened in another browser asks for the card number first', { tags: '@beyond.61' }, async () => {
  const app = await renderApp(link, { openRegistrationLink: refuse('REGISTRATION_EXPIRED') });
  await expect.element(heading).toBeVisible();
  await expect.element(screen.getByText(/^Enter your card number in this browser first\./)).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Enter card number' }))
    .toHaveAttribute('href', '/registration');
  expect(app.requestsOf('openRegistrationLink')).toMatchObject([{ body: { requestCode: 'rgl_opened' } }]);
});

test('an expired link says so', async () => {
  await renderApp(link, { openRegistrationLink: refuse('REGISTRATION_LINK_INVALID') });
  await expect.element(screen.getByText('This link has expired, or its card is registered already.')).toBeVisible();
});

test('without an answer it can be opened again', async () => {
  const app = await renderApp(link, { openRegistrationLink: faults['breaks off'] });
  await expect.element(heading).toBeVisible();
  app.answer({ openRegistrationLink: refuse('REGISTRATION_LINK_INVALID') });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('This link has expired, or its card is registered already.')).toBeVisible();
});
