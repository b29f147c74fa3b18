import type { Rule } from './spend-rules.ts';
import { expect, test } from 'vitest';
import { ruleText } from './rule-sentences.ts';

const own = { key: '0190a000-0000-7000-8000-000000000001', name: 'Studio supplies' };
const hours = (from: number, to: number, ...weekdays: number[]) => ({ weekdays, from, to });

test.each<[string, Rule]>([
  ['At most $1,500.00 a week', { kind: 'amount', period: 'week', limit: 1500_00 }],
  [
    'At most $75.00 a purchase at Restaurants',
    { kind: 'amount', period: 'purchase', limit: 75_00, group: 'RESTAURANTS' },
  ],
  ['At most $9.50 a day at Studio supplies', { kind: 'amount', period: 'day', limit: 9_50, group: own.key }],
  ['At most $10.00 in all', { kind: 'amount', period: 'lifetime', limit: 10_00 }],
  ['At most $10.00 since Nov 2, 2026', { kind: 'amount', period: 'since', since: '2026-11-02', limit: 10_00 }],
  ['At most 4 purchases a day', { kind: 'count', period: 'day', limit: 4 }],
  ['At most 1 purchase a month for the group together', { kind: 'count', period: 'month', limit: 1, of: 'group' }],
  [
    'Only at Restaurants, Travel, and Lodging',
    { kind: 'allow', field: 'group', values: ['RESTAURANTS', 'TRAVEL', 'LODGING'] },
  ],
  ['Never at merchants of category 5812', { kind: 'block', field: 'mcc', values: ['5812'] }],
  ['Only in the US and Mexico', { kind: 'allow', field: 'country', values: ['US', 'MX'] }],
  ['In the US only in Nevada and Washington, DC', { kind: 'allow', field: 'state', values: ['NV', 'DC'] }],
  ['Only in US Dollar', { kind: 'allow', field: 'currency', values: ['USD'] }],
  ['Never in cash', { kind: 'block', field: 'presence', values: ['CASH'] }],
  [
    'Only at Cedar, names that begin with “uber”, and names with “pay”',
    { kind: 'allow', field: 'merchant', values: ['Cedar', 'uber*', '*pay*'] },
  ],
  ['Never in the state nothing yet', { kind: 'block', field: 'state', values: [] }],
  ['Only Monday to Friday, 7 AM to 11 PM', { kind: 'hours', windows: [hours(420, 1380, 1, 2, 3, 4, 5)] }],
  [
    'Only Friday to Sunday, noon to midnight, except at Lodging',
    { kind: 'hours', windows: [hours(720, 1440, 0, 5, 6)], exempt: ['LODGING'] },
  ],
  [
    'Allowed Monday and Thursday, 9:30 AM to 6 PM and every day, at any hour',
    { kind: 'hours', windows: [hours(570, 1080, 1, 4), hours(0, 1440, 0, 1, 2, 3, 4, 5, 6)] },
  ],
  [
    'A receipt within 7 days, from $25.00 on, at most 2 receipts overdue',
    { kind: 'receipts', overdueAtMost: 2, withinDays: 7, fromAmount: 25_00 },
  ],
  ['A receipt in time, none overdue', { kind: 'receipts', overdueAtMost: 0 }],
])('%s', (text, rule) => {
  expect(ruleText(rule, [own])).toBe(text);
});
