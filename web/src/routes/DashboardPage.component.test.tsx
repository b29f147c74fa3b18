import { expect, test } from 'vitest';
import { screen } from '../testing/component.ts';
import { administrator, answersFor, cardholder } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';
import { queryClient } from '../session/queries/query-client.ts';
import { userInfoQuery } from '../session/queries/queries.ts';
import { prepare } from './DashboardPage.tsx';

const noTransactions = { items: [], nextCursor: null, searchedBackTo: null, totals: null };

test('what was prepared for a person is not requested in the session of the next one', async () => {
  const app = await renderApp('/reports', { ...answersFor(cardholder), myTransactions: noTransactions });
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  const holder = queryClient.getQueryData(userInfoQuery().queryKey)!;
  const ask = await prepare(holder);

  app.answer(answersFor(administrator));
  await app.open('/reports');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  ask();
  expect(app.requestsOf('mySpendLimits')).toEqual([]);

  app.answer(answersFor(cardholder));
  await app.open('/reports');
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  (await prepare(queryClient.getQueryData(userInfoQuery().queryKey)!))();
  await expect.poll(() => app.requestsOf('mySpendLimits')).toHaveLength(1);
});
