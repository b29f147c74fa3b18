import type { CardLimits, LimitLeft } from '@florin/contract/cards/spend-limits';
import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { expect, test } from 'vitest';
import { permissionFor, type TracedRule } from './obstacles.ts';
import type { Transaction } from '../queries.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const requested = usd(86_40);

const traced = (rule: Rule, room: number | null, change: Partial<TracedRule> = {}): TracedRule => ({
  layer: 'GROUP',
  policyId: 'p',
  policyName: 'Sales',
  version: 1,
  index: 0,
  rule,
  code: 'limit_day',
  room: room === null ? null : usd(room),
  binds: false,
  resetsAt: null,
  ...change,
});

const declined = (...rules: TracedRule[]): Transaction => ({
  id: 't',
  at: '2026-11-02T15:00:00Z',
  status: 'DECLINED',
  merchant: { id: 'M-1', name: 'Trattoria', city: null, state: 'MA', country: 'US', mcc: 742 },
  card: { id: 'c', last4: '0932', kind: 'VIRTUAL' as const, name: null },
  cardholder: null,
  presence: 'WALLET',
  amount: requested,
  merchantAmount: null,
  requested,
  settled: usd(0),
  returned: usd(0),
  hold: null,
  fees: [],
  declineCode: 'limit_day',
  note: null,
  decline: null,
  reports: [],
  events: [
    {
      id: 'e',
      type: 'AUTHORIZATION',
      at: '2026-11-02T15:00:00Z',
      amount: requested,
      merchantAmount: null,
      outcome: 'DECLINED',
      declineCode: 'limit_day',
      approved: usd(0),
      held: usd(0),
      milliseconds: 3,
      flags: [],
    },
  ],
  traces: [{ eventId: 'e', available: usd(1_000_00), binds: 'RULE', rules, groups: [], shadow: null }],
});

const day = { kind: 'amount', period: 'day', limit: 200_00 } as const;
const limitsWith = (used: number | null): CardLimits => ({
  card: { cardId: 'c', last4: '0932', kind: 'VIRTUAL' as const, name: null, cardholder: null },
  leftToSpend: null,
  stopped: null,
  available: usd(1_000_00),
  source: 'BUSINESS',
  limits: used === null ? [] : [{ policyId: 'p', rule: 0, used } as LimitLeft],
  shared: [],
  rules: [],
  groups: [],
  timeZone: 'America/New_York',
});

test.each<[string, TracedRule, number | null, Rule[], number]>([
  ['a daily limit, by what it has counted by now', traced(day, 60_00), 150_00, [{ ...day, limit: 236_40 }], 0],
  ['a limit that is gone, by what it had counted then', traced(day, 60_00), null, [{ ...day, limit: 226_40 }], 0],
  ['a limit that has started anew', traced(day, 60_00), 0, [], 0],
  [
    'the limit of a purchase',
    traced({ kind: 'amount', period: 'purchase', limit: 50_00 }, 50_00),
    null,
    [{ kind: 'amount', period: 'purchase', limit: 86_40 }],
    0,
  ],
  [
    'a number of purchases',
    traced({ kind: 'count', period: 'day', limit: 3 }, 0),
    3,
    [{ kind: 'count', period: 'day', limit: 4 }],
    0,
  ],
  [
    'a group of categories, by the category of the merchant',
    traced({ kind: 'block', field: 'group', values: ['TRAVEL'] }, 0),
    null,
    [{ kind: 'allow', field: 'mcc', values: ['0742'] }],
    0,
  ],
  [
    'a way of paying',
    traced({ kind: 'allow', field: 'presence', values: ['PRESENT'] }, 0),
    null,
    [{ kind: 'allow', field: 'presence', values: ['WALLET'] }],
    0,
  ],
  [
    'an hour',
    traced({ kind: 'hours', windows: [] }, 0),
    null,
    [{ kind: 'hours', windows: [{ weekdays: [0, 1, 2, 3, 4, 5, 6], from: 0, to: 1440 }] }],
    0,
  ],
  ['a protection of the program', traced(day, 60_00, { layer: 'PROGRAM' }), null, [], 1],
  ['a limit of several cards', traced({ ...day, of: 'business' }, 60_00), null, [], 1],
  ['overdue receipts', traced({ kind: 'receipts', overdueAtMost: 0 }, 0), null, [], 1],
  ['a rule that let it through', traced(day, 200_00), null, [], 0],
  ['a rule without a bound', traced(day, null), null, [], 0],
])('%s', (_what, rule, used, rules, kept) => {
  const found = permissionFor(declined(rule), limitsWith(used));
  expect(found.rules).toEqual(rules);
  expect(found.kept).toHaveLength(kept);
});

test('what two rules need alike is said once', () => {
  const list = (index: number) => traced({ kind: 'block', field: 'country', values: ['US'] }, 0, { index });
  expect(permissionFor(declined(list(0), list(1)), limitsWith(null)).rules).toEqual([
    { kind: 'allow', field: 'country', values: ['US'] },
  ]);
});
