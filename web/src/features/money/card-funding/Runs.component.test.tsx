import type { FundingRun } from '@florin/contract/money/card-funding';
import { expect, test } from 'vitest';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor, usd } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const run: Omit<FundingRun, 'lines'> = {
  id: '0190a000-0000-7000-8000-000000000600',
  at: '2026-11-02T15:00:00Z',
  by: 'Maya Chen',
  scheduleId: null,
  outcome: 'DONE',
  act: 'FUND',
  whenShort: 'NONE',
  account: { before: usd(500_00), after: usd(450_00) },
  total: usd(50_00),
  cardsChanged: 2,
  cardsUnchanged: 0,
  missing: usd(0),
};

test('what has moved is filtered by the address, and exported so', async () => {
  const app = await renderApp('/cards/funding?what=FUND,ZERO&when=2026-11-01..2026-11-02', {
    ...answersFor(administrator),
    cards: { items: [], nextCursor: null },
    cardGroups: { items: [] },
    fundingSchedules: { items: [] },
    fundingRuns: { items: [run], nextCursor: null },
    exportFundingRuns: null,
  });
  const filter = { act: ['FUND', 'ZERO'], from: '2026-11-01T04:00:00.000Z', to: '2026-11-03T05:00:00.000Z' };
  await expect.poll(() => app.requestsOf('fundingRuns').at(-1)?.query).toMatchObject(filter);
  await screen.getByRole('button', { name: 'Export these rows' }).click();
  await screen.getByRole('menuitem', { name: 'Excel workbook' }).click();
  await expect
    .poll(() => app.requestsOf('exportFundingRuns'))
    .toMatchObject([{ query: { ...filter, format: 'xlsx' } }]);
  await expect.poll(() => app.departures).toHaveLength(1);
});

test('a run names its schedule, and says where nothing moved', async () => {
  const byClock = { ...run, by: null, scheduleId: run.id, schedule: 'Everyday cards' };
  const nothing = { ...byClock, id: run.id.replace('600', '601'), outcome: 'NOTHING' as const, total: usd(0) };
  await renderApp('/cards/funding', {
    ...answersFor(administrator),
    cards: { items: [], nextCursor: null },
    cardGroups: { items: [] },
    fundingSchedules: { items: [] },
    fundingRuns: { items: [nothing, byClock, run], nextCursor: null },
  });
  const rows = screen.getByRole('table', { name: 'What has moved' }).getByRole('row');
  await expect.element(rows.nth(1)).toMatchTextContent(/Add: Everyday cards.*No card needed anything.*Schedule/);
  await expect.element(rows.nth(2)).toMatchTextContent(/Add: Everyday cards.*Schedule.*\$50\.00/);
  await expect.element(rows.nth(3)).toMatchTextContent(/Add.*Maya Chen/);
});
