import { expect, test } from 'vitest';
import { refuse } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { changesOfEachKind, settingsAnswers } from '../../../testing/settings.ts';

const path = '/team-members/changes';
const answers = { ...answersFor(administrator), ...settingsAnswers };
const dialog = screen.getByRole('alertdialog');

test('a change is approved after the page has said what it does', async () => {
  const app = await renderApp(path, answers);
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: 'Make Lena Fischer Administrator' }))
    .toMatchTextContent(/Gets Manage administrators.*View card numbers/);
  await screen.getByRole('button', { name: /^Approve: Invite Ines Moreau/ }).click();
  await expect.element(dialog).toMatchTextContent(/as Funder\. The invite is emailed at once\./);
  const change = changesOfEachKind[1]!;
  app.answer({ decidePendingChange: { ...change, status: 'APPROVED' } });
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect.element(screen.getByText('The change has been approved.')).toBeVisible();
  expect(app.requestsOf('decidePendingChange')).toMatchObject([
    { params: { id: change.id }, body: { decision: 'APPROVE' } },
  ]);
});

test('one’s own change waits for others, and can be taken back', async () => {
  const app = await renderApp(path, answers);
  const own = screen.getByRole('listitem').filter({ hasText: 'Close the account of Otis Grant' });
  await expect.element(own).toMatchTextContent(/Another administrator has to decide/);
  await expect.element(own.getByRole('button', { name: /^Approve/ })).not.toBeInTheDocument();
  app.answer({ cancelPendingChange: refuse('REQUEST_NOT_PENDING') });
  await own.getByRole('button', { name: /^Take back/ }).click();
  await dialog.getByRole('button', { name: 'Take back' }).click();
  await expect.element(dialog).toMatchTextContent(/decided or canceled already/);
});

test('a change of a card says what exactly it allows', async () => {
  await renderApp(path, answers);
  const item = (text: string) => screen.getByRole('listitem').filter({ hasText: text });
  await expect
    .element(item('Change the card ending in 0932'))
    .toMatchTextContent(/leaves the group Sales.*used more often.*amount lock.*merchant lock.*for longer/);
  await expect.element(item('Take 12 cards out of the group Sales')).toBeVisible();
  await expect
    .element(item('Raise the card ending in 0932 until'))
    .toMatchTextContent(/\$900\.00.*a day.*“Trade fair”/);
  await expect
    .element(item('End what limits the card ending in 0932 until'))
    .toMatchTextContent(/\$20\.00.*a day.*“Until the receipts are here”/);
});

test('who may not decide a change sees why', async () => {
  const funder = { ...administrator, permissionFlags: ['VIEW_ADMINISTRATION', 'REQUEST_ACH'] as const };
  await renderApp(path, {
    ...answersFor({ ...funder, permissionFlags: [...funder.permissionFlags] }),
    ...settingsAnswers,
  });
  await expect
    .element(screen.getByRole('button', { name: /^Approve: Invite/ }))
    .toHaveAccessibleDescription(/You need permission to .*manage administrators/);
  await expect.element(screen.getByRole('button', { name: /^Approve: Add the account/ })).toBeEnabled();
});
