import { expect, test } from 'vitest';
import type { SpendPeriod } from '@florin/contract/program/dashboard';
import { dayOf, lastFullPeriods, periodsOf, startOf, type Span } from './periods.ts';

const text = ({ from, to }: Span) => `${from.toString()} ${to.toString()}`;

test.each<[SpendPeriod, string, { current: string; before: string; steps: number; stepsBefore: number; days: number }]>(
  [
    [
      'MONTH',
      '2026-11-19',
      { current: '2026-11-01 2026-11-19', before: '2026-10-01 2026-10-19', steps: 19, stepsBefore: 31, days: 30 },
    ],
    [
      'MONTH',
      '2026-03-31',
      { current: '2026-03-01 2026-03-31', before: '2026-02-01 2026-02-28', steps: 31, stepsBefore: 28, days: 31 },
    ],
    [
      'MONTH',
      '2026-01-01',
      { current: '2026-01-01 2026-01-01', before: '2025-12-01 2025-12-01', steps: 1, stepsBefore: 31, days: 31 },
    ],
    [
      'QUARTER',
      '2026-11-19',
      { current: '2026-10-01 2026-11-19', before: '2026-07-01 2026-08-19', steps: 8, stepsBefore: 14, days: 92 },
    ],
    [
      'YEAR',
      '2026-11-19',
      { current: '2026-01-01 2026-11-19', before: '2025-01-01 2025-11-19', steps: 11, stepsBefore: 12, days: 365 },
    ],
    [
      'YEAR',
      '2028-02-29',
      { current: '2028-01-01 2028-02-29', before: '2027-01-01 2027-02-28', steps: 2, stepsBefore: 12, days: 366 },
    ],
  ],
)('%s on %s is compared with the same days before', (period, today, expected) => {
  const { current, before, steps, stepsBefore, days } = periodsOf(period, Temporal.PlainDate.from(today));
  expect({
    current: text(current),
    before: text(before),
    steps: steps.length,
    stepsBefore: stepsBefore.length,
    days,
  }).toEqual(expected);
});

test.each<[SpendPeriod, string, string, string, number]>([
  ['MONTH', '2026-12-01', '2026-11-01 2026-11-30', '2026-10-01 2026-10-31', 30],
  ['MONTH', '2026-03-31', '2026-02-01 2026-02-28', '2026-01-01 2026-01-31', 28],
  ['QUARTER', '2026-01-02', '2025-10-01 2025-12-31', '2025-07-01 2025-09-30', 92],
  ['YEAR', '2026-01-02', '2025-01-01 2025-12-31', '2024-01-01 2024-12-31', 365],
])('the last full %s on %s is %s, after %s', (period, today, current, before, days) => {
  const last = lastFullPeriods(period, Temporal.PlainDate.from(today));
  expect([text(last.current), text(last.before), last.days]).toEqual([current, before, days]);
});

test('steps follow each other without a gap, and end with the period', () => {
  const { steps, stepsBefore } = periodsOf('QUARTER', Temporal.PlainDate.from('2026-11-19'));
  for (const list of [steps, stepsBefore])
    for (const [i, step] of list.slice(1).entries()) expect(list[i]!.to.add({ days: 1 }).equals(step.from)).toBe(true);
  expect([steps.at(-1)!.to.toString(), stepsBefore.at(-1)!.to.toString()]).toEqual(['2026-11-19', '2026-09-30']);
});

test('days begin at midnight of the business, also where clocks change', () => {
  const zone = 'America/Chicago';
  expect(startOf(Temporal.PlainDate.from('2026-11-02'), zone).toISOString()).toBe('2026-11-02T06:00:00.000Z');
  expect(startOf(Temporal.PlainDate.from('2026-11-01'), zone).toISOString()).toBe('2026-11-01T05:00:00.000Z');
  expect(dayOf(new Date('2026-11-02T05:59:59Z'), zone).toString()).toBe('2026-11-01');
});
