import type { BulkLine } from '@florin/contract/cards/card-parts';
import { expect, test } from 'vitest';
import { permissionFlags } from '@florin/contract/permissions';
import { cardId, madeCard, otherCardId } from '../../../../testing/cards.ts';
import { screen } from '../../../../testing/component.ts';
import { administrator, answersFor } from '../../../../testing/people.ts';
import { keptNotice, returnAfterEnd } from '../../../../testing/session-end.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { expectUsable } from '../../../../testing/screens/expect-usable.ts';

const answers = {
  ...answersFor(administrator),
  cards: { items: [madeCard], nextCursor: null, totals: { cards: 1, people: 1, spentThisMonth: null } },
  cardsSpendLeft: { cards: [] },
  cardGroups: { items: [] },
};
const dialog = screen.getByRole('dialog', { name: 'Change many cards' });
const lines = dialog.getByRole('textbox', { name: 'Lines' });
const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();

const none = { code: null, field: null, problem: null, cardId: null, last4: null, holder: null };
const done: BulkLine = { ...none, line: 2, outcome: 'DONE', cardId, last4: '4401', holder: 'Priya Nair' };
const refused = (line: number, why: Partial<BulkLine>): BulkLine => ({ ...none, line, outcome: 'REFUSED', ...why });

const reportOf = (dryRun: boolean, ...report: BulkLine[]) => {
  const count = report.filter(({ outcome }) => outcome === 'DONE').length;
  return { dryRun, done: count, refused: report.length - count, lines: report };
};

async function openDialog(setting: Parameters<typeof renderApp>[1]) {
  const app = await renderApp('/cards', { ...answers, ...setting });
  await screen.getByRole('button', { name: 'Issue or change many cards' }).click();
  await screen.getByRole('menuitem', { name: 'Change many from CSV' }).click();
  await expect.element(lines).toBeVisible();
  return app;
}

async function choose(act: string): Promise<void> {
  await dialog.getByRole('button', { name: /What to do/ }).click();
  await screen.getByRole('option', { name: act, exact: true }).click();
}

test('an act is tried on the cards that lines name, and done once; another act is tried anew', async () => {
  const unknown = refused(3, { code: 'NOT_FOUND' });
  const app = await openDialog({ bulkCardAct: ({ body }) => reportOf(body.dryRun, done, unknown) });
  await lines.fill('card\n4401\nnobody');
  await press('Check');
  await expect
    .element(dialog.getByText('1 card would change, 1 line would not. Nothing has happened yet.'))
    .toBeVisible();
  await choose('Close');
  await expect.element(dialog.getByText(/would change/)).not.toBeInTheDocument();
  await press('Check');
  await expect.element(dialog.getByRole('row').nth(1)).toMatchTextContent(/3.*No card of yours matches/);
  await expectUsable('change many cards');
  await press('Close 1 card');
  await expect.element(dialog.getByText('1 card changed, 1 line did not.')).toBeVisible();
  await expect.element(dialog.getByRole('row').nth(2)).toMatchTextContent(/Priya Nair ·· 4401.*Changed/);
  const sent = app.requestsOf('bulkCardAct').map(({ body }) => body);
  expect(sent.map(({ act, dryRun, csv }) => [act, dryRun, csv])).toEqual([
    ['FREEZE', true, 'card\n4401\nnobody'],
    ['CLOSE', true, 'card\n4401\nnobody'],
    ['CLOSE', false, 'card\n4401\nnobody'],
  ]);
  expect(sent[1]!.idempotencyKey).toBe(sent[2]!.idempotencyKey);
  expect(sent[0]!.idempotencyKey).not.toBe(sent[1]!.idempotencyKey);
});

test('a limit needs an amount, and each line that is refused says why', async () => {
  const reasons: [string, Partial<BulkLine>][] = [
    ['Several cards end in these digits', { code: 'VALIDATION', field: 'card', problem: 'unknown' }],
    ['Its state does not allow it', { code: 'CARD_STATE', cardId: otherCardId, last4: '4402' }],
    ['Your own card', { code: 'OWN_CARD', cardId: otherCardId, last4: '4402' }],
    ['a second administrator has to approve', { code: 'SECOND_ADMINISTRATOR_REQUIRED', cardId: otherCardId }],
  ];
  const report = reasons.map(([, why], index) => refused(index + 3, why));
  const app = await openDialog({ setCardPolicies: ({ body }) => reportOf(body.dryRun, done, ...report) });
  await choose('Set a limit');
  await lines.fill('card\n4401');
  await press('Check');
  await expect.element(dialog.getByText('Amount is required')).toBeVisible();
  expect(app.requestsOf('setCardPolicies')).toHaveLength(0);
  await dialog.getByRole('textbox', { name: 'At most' }).fill('200');
  await press('Check');
  for (const [index, [reason]] of reasons.entries())
    await expect.element(dialog.getByRole('row').nth(index + 1)).toMatchTextContent(new RegExp(reason));
  await press('Set the limit on 1 card');
  await expect.element(dialog.getByText('1 card changed, 4 lines did not.')).toBeVisible();
  expect(app.requestsOf('setCardPolicies')[1]!.body).toMatchObject({
    csv: 'card\n4401',
    dryRun: false,
    startingLimit: true,
    rules: [{ kind: 'amount', period: 'month', limit: 200_00 }],
  });
});

test('what was typed when the session ended is there again, until it is done', async () => {
  const setting: Parameters<typeof renderApp>[1] = {
    ...answers,
    setCardPolicies: ({ body }) => reportOf(body.dryRun, done),
  };
  const app = await openDialog(setting);
  await choose('Set a limit');
  await dialog.getByRole('textbox', { name: 'At most' }).fill('25');
  await lines.fill('card\n4401');
  await returnAfterEnd(app, '/cards', setting);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(lines).toHaveValue('card\n4401');
  await expect.element(dialog.getByRole('textbox', { name: 'At most' })).toHaveValue('25');
  await press('Check');
  await press('Set the limit on 1 card');
  await expect.element(dialog.getByText(/1 card changed/)).toBeVisible();
  expect(app.requestsOf('setCardPolicies').at(-1)?.body).toMatchObject({
    csv: 'card\n4401',
    rules: [{ limit: 25_00 }],
  });
  await returnAfterEnd(app, '/cards', setting);
  await expect.element(screen.getByRole('button', { name: 'Issue card', exact: true })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('lines to issue cards are there again after the session has ended', async () => {
  const path = '/cards?issue=many';
  const app = await renderApp(path, answers);
  const text = screen.getByRole('dialog').getByRole('textbox', { name: 'Lines' });
  await text.fill('holder,kind\npriya@example.com,VIRTUAL');
  await returnAfterEnd(app, path, answers);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(text).toHaveValue('holder,kind\npriya@example.com,VIRTUAL');
  await screen.getByRole('button', { name: 'Discard' }).click();
  await expect.element(text).toHaveValue('');
});

test('who may not change policies can set no limit', async () => {
  const flags = permissionFlags.filter((flag) => flag !== 'EDIT_BUSINESS_SETTINGS');
  await openDialog(answersFor({ ...administrator, permissionFlags: flags }));
  await dialog.getByRole('button', { name: /What to do/ }).click();
  await expect.element(screen.getByRole('option', { name: 'Close', exact: true })).toBeVisible();
  await expect.element(screen.getByRole('option', { name: 'Set a limit' })).not.toBeInTheDocument();
});
