import { expect, test } from 'vitest';
import { faults } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { settingsAnswers, usualPreferences } from '../../../testing/settings.ts';

const path = '/account/notifications';
const answer = {
  ...usualPreferences('ADMIN'),
  timeZone: 'America/New_York',
  email: 'm•••@n•••.example',
  phone: null,
  isDefault: true,
};

test('a choice is saved; what was chosen is kept when it cannot be', async () => {
  const app = await renderApp(path, { ...answersFor(administrator), ...settingsAnswers });
  const purchases = screen.getByRole('combobox', { name: 'Email about purchases' });
  await purchases.selectOptions('NOW');
  app.answer({ changeNotificationPreferences: faults.fails });
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await expect.element(purchases).toHaveValue('NOW');
  app.answer({ changeNotificationPreferences: ({ body }) => ({ ...answer, ...body, isDefault: false }) });
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('Your choice has been saved.')).toBeVisible();
  expect(app.requestsOf('changeNotificationPreferences').at(-1)!.body.deliveries.PURCHASE.email).toBe('NOW');
  app.answer({ resetNotificationPreferences: answer });
  await screen.getByRole('button', { name: 'Follow the business again' }).click();
  await expect.element(purchases).toHaveValue('OFF');
});

test('quiet hours name the time zone as people do', async () => {
  await renderApp(path, { ...answersFor(administrator), ...settingsAnswers });
  await expect
    .element(screen.getByRole('checkbox', { name: 'No texts at night' }))
    .toHaveAccessibleDescription(/Times are in Eastern Time\.$/);
});

test('an event that the person may not see is not offered, with the reason', async () => {
  const funder = { ...administrator, permissionFlags: ['VIEW_ADMINISTRATION' as const] };
  await renderApp(path, { ...answersFor(funder), ...settingsAnswers });
  await expect.element(screen.getByRole('combobox', { name: 'Email about purchases' })).toBeDisabled();
  await expect.element(screen.getByRole('combobox', { name: 'Email about low balance' })).toBeEnabled();
  await expect
    .element(screen.getByRole('row', { name: /^Purchases/ }))
    .toMatchTextContent(/You need permission to view card transactions/);
});
