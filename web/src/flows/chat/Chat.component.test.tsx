import { expect, test } from 'vitest';
import { refuse } from '../../testing/answers.ts';
import { screen } from '../../testing/component.ts';
import { renderApp } from '../../testing/render-app.tsx';

test('the chat asks for the captcha only when the server does, and is not sent without it', async () => {
  const app = await renderApp('/login', {
    login: refuse('INVALID_CREDENTIALS'),
    sendChatMessage: refuse('RECAPTCHA_LOCK', { Difficulty: 1 }),
  });
  await screen.getByLabelText('Username').fill('maya');
  await screen.getByLabelText('Password', { exact: true }).fill('not the password');
  await screen.getByRole('button', { name: 'Log in', exact: true }).click();
  await screen.getByRole('button', { name: 'Need help logging in?' }).click();
  await expect.element(screen.getByRole('button', { name: 'Send message' })).toBeInViewport();
  await screen.getByLabelText('Your email address').fill('me@example.com');
  await screen.getByLabelText('How can we help?').fill('I cannot log in.');
  const captcha = screen.getByRole('checkbox', { name: /not a robot/i });
  const send = screen.getByRole('button', { name: 'Send message' });
  expect(captcha.elements()).toEqual([]);
  await send.click();
  await expect.element(captcha).toHaveFocus();
  await expect.element(screen.getByText(/^Please confirm that you are not a robot, then send/)).toBeVisible();
  await send.click();
  await expect.element(captcha).toHaveAccessibleDescription(/not a robot, then send your message/);
  expect(app.requestsOf('sendChatMessage')).toHaveLength(1);
  await expect.element(screen.getByLabelText('How can we help?')).toHaveValue('I cannot log in.');
});
