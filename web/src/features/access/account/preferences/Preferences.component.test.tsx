import { expect, test } from 'vitest';
import { faults } from '../../../../testing/answers.ts';
import { screen, userEvent } from '../../../../testing/component.ts';
import { administrator, answersFor, cardholder } from '../../../../testing/people.ts';
import { renderApp } from '../../../../testing/render-app.tsx';

const path = '/account/preferences';
const answers = answersFor(administrator);
const currentAccount = screen.getByRole('region', { name: 'Current account' });

test('a choice is applied at once, and taken back where it cannot be saved', { tags: '@9.34' }, async () => {
  const { dataset } = document.documentElement;
  const app = await renderApp(path, {
    ...answers,
    chooseAppearance: ({ body }) => ({ ...body, tourSeenAt: '2026-01-01T00:00:00Z' }),
  });
  await expect.element(screen.getByRole('radio', { name: 'Fresh' })).toBeChecked();
  await screen.getByText('Legacy', { exact: true }).click();
  await expect.poll(() => dataset['theme']).toBe('legacy');
  await screen.getByText('Dark', { exact: true }).click();
  await expect.poll(() => dataset['scheme']).toBe('dark');
  await expect.element(screen.getByText('Your choice was saved.').first()).toBeVisible();
  expect(app.requestsOf('chooseAppearance').map(({ body }) => body)).toEqual([
    { theme: 'legacy', scheme: 'system' },
    { theme: 'legacy', scheme: 'dark' },
  ]);
  app.answer({ chooseAppearance: faults.fails });
  await screen.getByText('Light', { exact: true }).click();
  await expect.element(screen.getByText('We could not save your choice.')).toBeVisible();
  await expect.poll(() => dataset['scheme']).toBe('dark');
  delete dataset['theme'];
  delete dataset['scheme'];
});

test('appearance that cannot be loaded is told once', { tags: '@8.33' }, async () => {
  const app = await renderApp(path, { ...answers, appearance: faults['answers nonsense'] });
  await expect.element(screen.getByText('We could not load your preferences.', { exact: false })).toBeVisible();
  await expect.element(screen.getByText('We could not load your theme.', { exact: false })).not.toBeInTheDocument();
  app.answer(answers);
  await screen.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByRole('radio', { name: 'Fresh' })).toBeChecked();
});

/** A picture of this origin, as every icon is. */
const customIconUri = '/web/public/favicon.svg';

test('the icon of the business is chosen, put away and shown again', { tags: '@2.shell.21' }, async () => {
  const app = await renderApp(path, {
    ...answers,
    setBusinessIcon: ({ body: { useCustomIcon } }) => ({ businessPreferences: { useCustomIcon, customIconUri } }),
  });
  await expect.element(screen.getByRole('heading', { name: 'Business icon' })).toBeVisible();
  await expect.element(screen.getByText('No icon yet.')).toBeVisible();
  const file = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await userEvent.upload(file, new File(['<svg onload="alert(1)"/>'], 'a.png', { type: 'image/png' }));
  await expect.element(screen.getByText(/We cannot show that file/)).toBeVisible();
  expect(app.requestsOf('setBusinessIcon')).toEqual([]);
  const canvas = new OffscreenCanvas(300, 200);
  canvas.getContext('2d')!.fillRect(0, 0, 300, 200);
  await userEvent.upload(file, new File([await canvas.convertToBlob()], 'a.png', { type: 'image/png' }));
  await expect.element(screen.getByText('The icon was saved.')).toBeVisible();
  await expect.poll(() => currentAccount.element().querySelector('img')?.getAttribute('src')).toBe(customIconUri);
  const shown = screen.getByLabelText('Show the icon instead of the initials');
  await shown.click();
  await expect.poll(() => currentAccount.element().querySelector('img')).toBeNull();
  await shown.click();
  await expect.poll(() => currentAccount.element().querySelector('img')).not.toBeNull();
});

test('an icon that cannot be loaded is hidden', { tags: ['@2.shell.21', '@8.28'] }, async () => {
  await renderApp('/reports', { ...answers, businessPreferences: faults['answers nonsense'] });
  await expect.element(currentAccount).toMatchTextContent('Northwind Trading');
  await expect.element(currentAccount).toMatchTextContent('available');
  expect(currentAccount.element().querySelector('img')).toBeNull();
  expect(screen.getByRole('alert').elements()).toEqual([]);
});

test('a cardholder chooses no icon of the business', async () => {
  await renderApp(path, answersFor(cardholder));
  await expect.element(screen.getByRole('heading', { name: 'Product tour' })).toBeVisible();
  await expect.element(screen.getByRole('heading', { name: 'Business icon' })).not.toBeInTheDocument();
});
