import { expect, test } from 'vitest';
import { screen } from '../../../../testing/component.ts';
import { administrator, answersFor } from '../../../../testing/people.ts';
import { activeRules, policy, policyAnswers, version } from '../../../../testing/policies.ts';
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

test('temporary changes are a view of their own, with no policies to export', async () => {
  await renderApp('/cards/policies', answers);
  await expect.element(screen.getByRole('region', { name: /^Rules of the program/ })).toBeVisible();
  await screen.getByRole('tab', { name: 'Temporary changes' }).click();
  await expect.element(screen.getByText('Trade fair')).toBeVisible();
  await expect.element(screen.getByRole('table', { name: 'Policies' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Export these rows' })).not.toBeInTheDocument();
});
