import { expect, test } from 'vitest';
import { faults, type Answers } from '../../../../testing/answers.ts';
import { aCard } from '../../../../testing/card-core.ts';
import { screen, userEvent } from '../../../../testing/component.ts';
import { administrator, answersFor } from '../../../../testing/people.ts';
import { activeRules, company, listOf, policy, policyAnswers, version } from '../../../../testing/policies.ts';
import { keptNotice, returnAfterEnd } from '../../../../testing/session-end.ts';
import { renderApp } from '../../../../testing/render-app.tsx';

const answers = { ...answersFor(administrator), ...policyAnswers(policy(version(1, 'ACTIVE', activeRules))) };

test('the list is sorted on the server, and its export has the rows and the columns of the view', async () => {
  const app = await renderApp('/cards/policies?layer=GROUP&hide=rules', { ...answers, exportSpendPolicies: null });
  const table = screen.getByRole('table', { name: 'Policies' });
  await expect.element(table.getByRole('columnheader', { name: 'Rules' })).not.toBeInTheDocument();
  await table.getByRole('button', { name: 'Under it' }).click();
  await expect
    .poll(() => app.requestsOf('spendPolicies').at(-1)?.query)
    .toMatchObject({ layer: ['GROUP'], sort: 'CARDS', order: 'DESC' });
  await screen.getByRole('button', { name: 'Export these rows' }).click();
  await screen.getByRole('menuitem', { name: 'CSV, for any program' }).click();
  await expect
    .poll(() => app.requestsOf('exportSpendPolicies').map(({ query }) => query))
    .toEqual([{ layer: ['GROUP'], sort: 'CARDS', order: 'DESC', format: 'csv', hide: ['rules'] }]);
});

test('the limits of single cards are folded into one line that opens them', async () => {
  const one = { ...company, id: aCard(1).id, name: 'Starting limit', layer: 'CARD' as const };
  const app = await renderApp('/cards/policies', {
    ...answers,
    spendPolicies: ({ query: { limits } }) => ({ ...listOf(limits === 'ONLY' ? one : company), cardLimits: 12 }),
  });
  await expect.element(screen.getByRole('row').filter({ hasText: 'Company' })).toBeVisible();
  expect(app.requestsOf('spendPolicies').at(-1)?.query).toMatchObject({ limits: 'WITHOUT' });
  await screen.getByRole('link', { name: 'Limits of single cards, 12' }).click();
  await expect.element(screen.getByRole('row').filter({ hasText: 'Starting limit' })).toBeVisible();
  await expect
    .element(screen.getByRole('tab', { name: /^Limits of single cards/ }))
    .toHaveAttribute('aria-selected', 'true');
  expect(app.requestsOf('spendPolicies').at(-1)?.query).toMatchObject({ limits: 'ONLY' });
  // What is searched for is found among all.
  await app.open('/cards/policies?q=starting');
  await expect.poll(() => app.requestsOf('spendPolicies').at(-1)?.query).toMatchObject({ text: 'starting' });
  expect(app.requestsOf('spendPolicies').at(-1)?.query.limits).toBeUndefined();
});

test('temporary changes are a view of their own, with no policies to export', async () => {
  await renderApp('/cards/policies', answers);
  await expect.element(screen.getByRole('region', { name: /^Rules of the program/ })).toBeVisible();
  await screen.getByRole('tab', { name: 'Temporary changes' }).click();
  await expect.element(screen.getByText('Trade fair')).toBeVisible();
  await expect.element(screen.getByRole('table', { name: 'Policies' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Export these rows' })).not.toBeInTheDocument();
});

/** Found by typing only. */
const zoe = aCard(7, { holder: { membershipId: 'm', firstName: 'Zoe', lastName: 'Ode' } });
const searched: Answers = {
  ...answers,
  cards: ({ query }) => ({ items: query.text === 'zoe' ? [zoe] : [], nextCursor: null }),
};
const dialog = screen.getByRole('dialog');
const card = dialog.getByRole('combobox', { name: 'Card' });
async function pickZoe(): Promise<void> {
  await card.fill('zoe');
  await screen.getByRole('option', { name: /^Zoe Ode/ }).click();
}

test('what was typed of a new policy when the session ended is there again', async () => {
  const path = '/cards/policies';
  const app = await renderApp(path, searched);
  await screen.getByRole('button', { name: 'New policy' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Fairs');
  await dialog.getByRole('button', { name: /For/ }).click();
  await screen.getByRole('option', { name: 'Card' }).click();
  await pickZoe();
  await returnAfterEnd(app, path, searched);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Fairs');
  await expect.element(card).toHaveValue('Zoe Ode ··\u00a01007');
  app.answer({ createSpendPolicy: faults.fails });
  await dialog.getByRole('button', { name: 'Create as a draft' }).click();
  await expect
    .poll(() => app.requestsOf('createSpendPolicy').at(-1)?.body)
    .toMatchObject({ name: 'Fairs', layer: 'CARD', cardId: zoe.id });
});

test('what was typed of a temporary change when the session ended is there again', async () => {
  const path = '/cards/policies?view=temporary';
  const app = await renderApp(path, searched);
  await screen.getByRole('button', { name: 'New temporary change' }).click();
  await pickZoe();
  await dialog.getByLabelText('What is allowed').fill('at most $800 a day');
  await dialog.getByRole('spinbutton', { name: 'month, Until' }).click();
  await userEvent.keyboard('120220991200P');
  await dialog.getByLabelText('Note').fill('Fair');
  await returnAfterEnd(app, path, searched);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(card).toHaveValue('Zoe Ode ··\u00a01007');
  await expect.element(dialog.getByLabelText('What is allowed')).toHaveValue('at most $800 a day');
  app.answer({ createSpendOverride: faults.fails });
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await expect
    .poll(() => app.requestsOf('createSpendOverride').at(-1)?.body)
    .toMatchObject({ cardId: zoe.id, rules: [{ kind: 'amount', period: 'day', limit: 800_00 }], note: 'Fair' });
});
