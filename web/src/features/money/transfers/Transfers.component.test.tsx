import type { BankTransferDetail } from '@florin/contract/money/transfers';
import { expect, onTestFinished, test } from 'vitest';
import { marker } from '../../../session/browser-session.ts';
import { faults, refuse } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { returned, scheduled, transferAnswers } from '../../../testing/money.ts';
import { administrator, answersFor, bank } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { expectUsable } from '../../../testing/screens/expect-usable.ts';

const path = '/business-settings/external-accounts/transfers';
const answers = { ...answersFor(administrator), ...transferAnswers };
const button = (name: string) => screen.getByRole('button', { name, exact: true });

test('a deposit says when it can be spent before it is made', async () => {
  const app = await renderApp(path, { ...answers, createTransfer: scheduled });
  await expect.element(screen.getByText('Sends', { exact: false })).toBeVisible();
  await button('Deposit').click();
  const dialog = screen.getByRole('dialog', { name: 'Deposit from a bank' });
  await expect.element(dialog.getByLabelText('Amount')).toHaveFocus();
  await dialog.getByLabelText('Amount').fill('250');
  await expect
    .element(dialog.getByText(/You can spend it on Nov 6: until then the bank can still return it/))
    .toBeVisible();
  await expect.element(dialog.getByText('You have $500.00 now, and $750.00 then.')).toBeVisible();
  await expectUsable('bank transfers: a deposit');
  await button('Deposit $250.00').click();
  await expect.element(screen.getByText(/^The transfer is planned\. It goes to the bank on .*\d/)).toBeVisible();
  expect(
    app.requestsOf('createTransfer').map(({ body }) => [body.direction, body.amount, body.externalAccountId]),
  ).toEqual([['IN', 250_00, bank.id]]);
});

test('a withdrawal above the balance says what is missing, and keeps what was typed when it fails', async () => {
  await renderApp(path, { ...answers, createTransfer: refuse('INSUFFICIENT_FUNDS', { Available: 500_00 }) });
  await button('Withdraw').click();
  await screen.getByLabelText('Amount').fill('600');
  await expect.element(screen.getByText('Your balance is $100.00 too low.')).toBeVisible();
  await button('Withdraw $600.00').click();
  await expect.element(screen.getByText(/The balance is too low/)).toBeVisible();
  await expect.element(screen.getByLabelText('Amount')).toHaveValue('600');
});

test('what was typed for a transfer when the session ended is there again', async () => {
  onTestFinished(() => sessionStorage.clear());
  const base = { externalAccountId: bank.id, amount: '', note: '' };
  const forms = {
    'transfer OUT': { at: Date.now(), base, values: { ...base, amount: '75', note: 'Rent of the hall' } },
  };
  sessionStorage.setItem('florin-kept-forms', JSON.stringify({ userId: administrator.userId, forms }));
  await renderApp(path, answers);
  await expect.element(screen.getByLabelText('Amount')).toHaveValue('75');
  await expect.element(screen.getByLabelText('Note')).toHaveValue('Rent of the hall');
  await expect.element(button('Withdraw $75.00')).toBeVisible();
});

test('a transfer whose answer was lost is made once, although the session ends', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(path, { ...answers, createTransfer: faults['breaks off'] });
  await button('Deposit').click();
  await screen.getByLabelText('Amount').fill('250');
  await button('Deposit $250.00').click();
  await expect.element(screen.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  app.answer({ createTransfer: refuse('UNAUTHENTICATED') });
  await button('Deposit $250.00').click();
  await expect.poll(() => app.departures).toEqual([expect.stringMatching(/^\/login/)]);
  app.answer({ createTransfer: scheduled });
  marker.write({ epoch: 'another session', lastActivity: Date.now() });
  await app.open(path);
  await button('Deposit $250.00').click();
  await expect.element(screen.getByText(/^The transfer is planned\. It goes to the bank on .*\d/)).toBeVisible();
  const keys = app.requestsOf('createTransfer').map(({ body }) => body.idempotencyKey);
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(1);
});

test('a return says why, and a transfer is canceled until it is sent', async () => {
  let stage: BankTransferDetail['stage'] = 'SCHEDULED';
  const app = await renderApp(`${path}?open=${returned.id}`, {
    ...answers,
    transfer: ({ params }) => (params.id === returned.id ? returned : { ...scheduled, stage }),
    cancelTransfer: () => {
      stage = 'SENT';
      return refuse('STEP_NOT_POSSIBLE');
    },
  });
  const sheet = screen.getByRole('dialog', { name: 'Deposit' });
  await expect.element(sheet.getByText(/Reason: Account closed \(R02\)\. Nothing more can be sent/)).toBeVisible();
  await app.open(`${path}?open=${scheduled.id}`);
  await button('Cancel transfer').click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Cancel transfer' }).click();
  await expect.element(screen.getByText(/That is not possible anymore/)).toBeVisible();
  await button('Keep it').click();
  await expect.element(sheet.getByText('The bank has it. It settles on Nov 3.')).toBeVisible();
  expect(button('Cancel transfer').elements()).toHaveLength(0);
});

test('the page stands while its calls fail, and says why a line of credit is not withdrawn from', async () => {
  let isDown = true;
  await renderApp(path, {
    ...answers,
    transfers: () => (isDown ? faults.fails : { items: [], nextCursor: null }),
    transferFigures: () => (isDown ? faults.fails : { ...answers.transferFigures, mayWithdraw: false }),
  });
  await expect.element(screen.getByText('We could not load the bank transfers.')).toBeVisible();
  await expect.element(screen.getByText('We could not load the balance.')).toBeVisible();
  isDown = false;
  await button('Try again').first().click();
  await expect.poll(() => button('Try again').elements()).toHaveLength(1);
  await button('Try again').click();
  await expect.element(screen.getByText('No bank transfers yet')).toBeVisible();
  await expect
    .element(button('Withdraw'))
    .toHaveAccessibleDescription('Money cannot be withdrawn from a line of credit.');
});

test('the export has the transfers of the view', async () => {
  const app = await renderApp(`${path}?direction=IN`, { ...answers, exportTransfers: null });
  await screen.getByRole('button', { name: 'Export these rows' }).click();
  await screen.getByRole('menuitem', { name: /CSV/ }).click();
  await expect
    .poll(() => app.requestsOf('exportTransfers'))
    .toMatchObject([{ query: { direction: 'IN', format: 'csv' } }]);
});
