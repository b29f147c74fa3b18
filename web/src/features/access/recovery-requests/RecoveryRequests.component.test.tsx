import { expect, test } from 'vitest';
import { refuse, type Answers } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor, signedIn } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const panel = screen.getByRole('region', { name: 'Password resets' });
const dialog = (name: string) => screen.getByRole('alertdialog', { name });
const asking = dialog('Have you spoken to them?');
const proof = screen.getByRole('dialog', { name: 'Confirm that it is you' });

const request = {
  id: '0190a000-0000-7000-8000-000000000011',
  personId: '0190a000-0000-7000-8000-000000000012',
  firstName: 'Priya',
  lastName: 'Nair',
  askedAt: '2026-11-02T15:00:00Z',
  requestNumber: '4711',
  confirmed: false,
};

async function open(answers: Answers = {}) {
  const app = await renderApp('/dashboard', {
    ...answersFor(administrator),
    recoveryRequests: [request],
    confirmRecovery: {},
    ...answers,
  });
  await expect.element(panel).toMatchTextContent('Priya Nair');
  await expect.element(panel).toMatchTextContent('Number 4711');
  return app;
}
const askToConfirm = () => panel.getByRole('button', { name: 'Confirm that it is Priya Nair' }).click();

test('a request is confirmed after a question, and taken back', { tags: ['@beyond.20', '@beyond.22'] }, async () => {
  const app = await open({ endRecovery: null });
  await askToConfirm();
  await expect.element(asking.getByRole('button').first()).toHaveFocus();
  await expect.element(asking).toMatchTextContent('Confirm only if they are 4711');
  app.answer({ recoveryRequests: [{ ...request, confirmed: true }] });
  await asking.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(screen.getByText('You have confirmed that it is Priya Nair.')).toBeVisible();
  await expect.element(panel).toMatchTextContent('Confirmed, no password set yet');

  await panel.getByRole('button', { name: 'Take back the confirmation for Priya Nair' }).click();
  app.answer({ recoveryRequests: [] });
  await dialog('Take this confirmation back?').getByRole('button', { name: 'Take back' }).click();
  await expect.element(screen.getByText('The confirmation for Priya Nair is taken back.')).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  expect(app.requestsOf('endRecovery')).toMatchObject([{ query: { confirmed: 'true' } }]);
});

test('an administrator who may not see the requests is shown no failure of them', async () => {
  const app = await renderApp('/dashboard', {
    ...answersFor({ ...administrator, permissionFlags: ['VIEW_ADMINISTRATION'] }),
    recoveryRequests: refuse('FORBIDDEN'),
  });
  await expect.element(screen.getByRole('heading', { name: 'Needs you' })).toBeVisible();
  await expect.element(panel).not.toBeInTheDocument();
  expect(app.requestsOf('recoveryRequests')).toEqual([]);
});

test('a fresh proof names the person and the number; one dialog shows at a time', async () => {
  const app = await open({
    confirmRecovery: refuse('STEP_UP_REQUIRED'),
    stepUpMethods: { methods: [{ method: 'Password', entityMasked: null }] },
    stepUp: signedIn,
  });
  await askToConfirm();
  await asking.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(proof).toMatchTextContent('To confirm that it is Priya Nair, with the number 4711');
  await expect.element(asking).not.toBeInTheDocument();
  // The way back leads to the dialog before.
  await proof.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(asking).toBeVisible();
  await expect.element(proof).not.toBeInTheDocument();
  await asking.getByRole('button', { name: 'Confirm' }).click();
  app.answer({ confirmRecovery: {} });
  await proof.getByLabelText('Current password').fill('not told here');
  await proof.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(screen.getByText('You have confirmed that it is Priya Nair.')).toBeVisible();
});

test(
  'a request that gives way to another while the dialog is open: it says so, and confirms neither',
  { tags: '@beyond.29' },
  async () => {
    const app = await open({ confirmRecovery: refuse('NOT_FOUND') });
    await askToConfirm();
    const other = { ...request, id: '0190a000-0000-7000-8000-000000000013', requestNumber: '0815' };
    app.answer({ recoveryRequests: [other] });
    await asking.getByRole('button', { name: 'Confirm' }).click();
    const changed = dialog('The number has changed');
    await expect.element(changed).toMatchTextContent('The number is now 0815; 4711 no longer counts.');
    expect(
      changed
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Close']);
    await changed.getByRole('button', { name: 'Close' }).click();
    app.answer({ confirmRecovery: {} });
    await askToConfirm();
    await asking.getByRole('button', { name: 'Confirm' }).click();
    await expect.element(screen.getByText('You have confirmed that it is Priya Nair.')).toBeVisible();
    expect(app.requestsOf('confirmRecovery').map(({ params }) => params.id)).toEqual([request.id, other.id]);
  },
);
