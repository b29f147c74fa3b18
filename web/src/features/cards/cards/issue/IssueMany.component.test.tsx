import { bulkCardAct } from '@florin/contract/cards/cards';
import type { Success } from '@florin/contract/endpoint';
import { expect, test } from 'vitest';
import { refuse } from '../../../../testing/answers.ts';
import { cardId } from '../../../../testing/cards.ts';
import { screen } from '../../../../testing/component.ts';
import { answers } from '../../../../testing/issue-card.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { expectUsable } from '../../../../testing/screens/expect-usable.ts';

test('lines of new cards say what each card is; a column that does not exist is named', async () => {
  const line = { code: null, field: null, problem: null, cardId: null, last4: null, holder: 'Priya Nair' };
  const card = { kind: 'VIRTUAL', name: 'Lunch', limit: { amount: 20_00, period: 'day' }, onlyAt: 'Lark' } as const;
  await renderApp('/cards?issue=many', {
    ...answers,
    bulkCardAct: ({ body }) =>
      body.csv?.includes('limmit')
        ? refuse('VALIDATION', { Fields: [{ Field: 'csv.1.limmit', Problem: 'unknown' }] })
        : {
            dryRun: true,
            done: 2,
            refused: 0,
            lines: [
              { ...line, line: 2, outcome: 'DONE', card: { ...card, startsEmpty: true } },
              {
                ...line,
                line: 3,
                outcome: 'DONE',
                card: { kind: 'PHYSICAL', name: null, limit: null, onlyAt: null, startsEmpty: false },
              },
            ],
          },
  });
  const dialog = screen.getByRole('dialog', { name: 'Issue many cards' });
  const lines = dialog.getByRole('textbox', { name: 'Lines' });
  await lines.fill('holder,limmit\npriya,20');
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await expect.element(dialog.getByText(/There is no column “limmit”. The columns are holder, kind/)).toBeVisible();
  await lines.fill('holder,limit\npriya,20');
  await dialog.getByRole('button', { name: 'Check', exact: true }).click();
  await expect
    .element(dialog.getByRole('row').nth(1))
    .toMatchTextContent(
      /Virtual card “Lunch”, at most \$20\.00 a day, only at Lark\. It has no money yet: fund it after it is issued\./,
    );
  await expect.element(dialog.getByRole('row').nth(2)).toMatchTextContent(/Physical card, no limit of its own\.$/);
});

test('many cards are issued from lines after a dry run, and a repeated press does nothing twice', async () => {
  const line = { code: null, field: null, problem: null, cardId: null, last4: null, holder: 'Priya Nair' };
  const report = (dryRun: boolean): Success<typeof bulkCardAct>['body'] => ({
    dryRun,
    done: 1,
    refused: 1,
    lines: [
      { ...line, line: 2, outcome: 'DONE', ...(!dryRun && { cardId, last4: '0932' }) },
      { ...line, line: 3, outcome: 'REFUSED', code: 'VALIDATION', field: 'holder', problem: 'unknown', holder: null },
    ],
  });
  const app = await renderApp('/cards', { ...answers, bulkCardAct: ({ body }) => report(body.dryRun) });
  await screen.getByRole('button', { name: 'Issue or change many cards' }).click();
  await screen.getByRole('menuitem', { name: 'Issue many from CSV' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Issue many cards' });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  await press('Check');
  await expect
    .element(dialog.getByText('Please write the columns in the first line, and at least one line below.'))
    .toBeVisible();
  await dialog.getByRole('textbox', { name: 'Lines' }).fill('holder\npriya\nnobody');
  await press('Check');
  await expect
    .element(dialog.getByText('1 card would be issued, 1 line would not. Nothing has happened yet.'))
    .toBeVisible();
  await expect
    .element(dialog.getByRole('row').nth(1))
    .toMatchTextContent(/3.*No cardholder has this email or username/);
  await expectUsable('issue many');
  await press('Issue 1 card');
  await expect.element(dialog.getByText('1 card was issued, 1 line not.')).toBeVisible();
  await expect.element(dialog.getByText('Issued, ending in 0932')).toBeVisible();
  const sent = app.requestsOf('bulkCardAct').map(({ body }) => body);
  expect(sent.map(({ act, dryRun, csv }) => [act, dryRun, csv])).toEqual([
    ['ISSUE', true, 'holder\npriya\nnobody'],
    ['ISSUE', false, 'holder\npriya\nnobody'],
  ]);
  expect(sent[0]!.idempotencyKey).toBe(sent[1]!.idempotencyKey);
  await press('Done');
  expect(window.location.search).toBe('');
});
