/** Spend policies, what tests them, and what a cardholder may spend, for component tests. */
import type { Backtest, PolicyVersion, SpendPolicy, SpendPolicyLine } from '@florin/contract/cards/spend-policies';
import type { CardLimits } from '@florin/contract/cards/spend-limits';
import type { CategoryGroupLine } from '@florin/contract/cards/category-groups';
import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import type { Answers } from './answers.ts';
import { usd } from './people.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
export const policyId = id(500);

export const groups: CategoryGroupLine[] = [
  {
    key: 'RESTAURANTS',
    name: 'Restaurants and bars',
    ranges: [{ from: 5811, to: 5814 }],
    own: false,
    policies: 1,
    changedAt: null,
  },
  {
    key: 'LODGING',
    name: 'Hotels and lodging',
    ranges: [{ from: 7011, to: 7011 }],
    own: false,
    policies: 0,
    changedAt: null,
  },
  {
    key: 'TAXIS',
    name: 'Taxis and rides',
    ranges: [{ from: 4121, to: 4121 }],
    own: false,
    policies: 0,
    changedAt: null,
  },
  {
    key: id(70),
    name: 'Studio meals',
    ranges: [{ from: 5812, to: 5812 }],
    own: true,
    policies: 0,
    changedAt: '2026-11-01T00:00:00.000Z',
  },
];

export const limits = {
  week: { kind: 'amount', period: 'week', limit: 1500_00 },
  meal: { kind: 'amount', period: 'purchase', limit: 150_00, group: 'RESTAURANTS' },
  places: { kind: 'allow', field: 'group', values: ['RESTAURANTS', 'LODGING'] },
  hours: { kind: 'hours', windows: [{ weekdays: [1, 2, 3, 4, 5], from: 420, to: 1380 }] },
  receipts: { kind: 'receipts', overdueAtMost: 0, withinDays: 7, fromAmount: 25_00 },
} as const satisfies Record<string, Rule>;

export const activeRules: Rule[] = [
  limits.week,
  limits.meal,
  { ...limits.places, values: [...limits.places.values] },
  { kind: 'hours', windows: limits.hours.windows.map((window) => ({ ...window, weekdays: [...window.weekdays] })) },
  limits.receipts,
];

export const version = (number: number, state: PolicyVersion['state'], rules: Rule[]): PolicyVersion => ({
  number,
  state,
  document: { rules, groups: [] },
  basedOn: number > 1 ? number - 1 : null,
  note: null,
  createdAt: `2026-11-0${number}T15:00:00.000Z`,
  createdBy: 'Maya Chen',
  from: state === 'ACTIVE' || state === 'INACTIVE' ? `2026-11-0${number}T15:00:00.000Z` : null,
  until: state === 'INACTIVE' ? `2026-11-0${number + 1}T15:00:00.000Z` : null,
  shadowFrom: state === 'SHADOW' ? `2026-11-0${number}T15:00:00.000Z` : null,
});

/** A policy of a group, with these versions, the newest first. */
export function policy(...versions: PolicyVersion[]): SpendPolicy {
  const of = (state: PolicyVersion['state']) => versions.find((each) => each.state === state)?.number ?? null;
  return {
    id: policyId,
    name: 'Sales',
    layer: 'GROUP',
    group: { id: id(60), name: 'Sales' },
    card: null,
    cards: 9,
    people: 6,
    active: of('ACTIVE'),
    next: null,
    shadow: of('SHADOW'),
    draft: of('DRAFT'),
    document: (versions.find(({ state }) => state === 'ACTIVE') ?? versions[0])!.document,
    spent: null,
    versions,
    warnings: [],
  };
}

const card = { cardId: id(80), last4: '0932', kind: 'VIRTUAL' as const, name: 'Travel', cardholder: 'Priya Nair' };
const purchase = (n: number, merchant: string, amount: number) => ({
  transactionId: id(600 + n),
  at: '2026-11-05T15:00:00.000Z',
  merchant,
  card,
  amount: usd(amount),
});

export const backtest = (declined: number): Backtest => ({
  from: '2026-10-20T00:00:00.000Z',
  to: '2026-11-19T00:00:00.000Z',
  purchases: 312,
  declined,
  amount: usd(68_585),
  people: 3,
  declines: 19,
  lifted: 1,
  days: [
    { date: '2026-11-03', purchases: 20, declined: 0 },
    { date: '2026-11-05', purchases: 12, declined },
  ],
  items: Array.from({ length: declined }, (_, n) => ({
    ...purchase(n, `Osteria ${n + 1}`, 92_80),
    code: 'limit_transaction' as const,
    rule: 1,
  })),
  liftedItems: [purchase(50, 'Harbor Taxi', 31_00)],
  shortened: false,
});

/** The policy as a list has it. */
const line = (of: SpendPolicy): SpendPolicyLine => ({ ...of, spent: usd(48_210_55) });

const protections = {
  rules: [{ kind: 'block' as const, field: 'group' as const, values: ['GAMBLING'] }],
  groups: [{ key: 'GAMBLING', name: 'Gambling', ranges: [{ from: 7995, to: 7995 }] }],
};
const active = policy(version(1, 'ACTIVE', activeRules));
export const company: SpendPolicyLine = {
  ...line(active),
  id: id(501),
  name: 'Company',
  layer: 'BUSINESS',
  group: null,
  document: { rules: [{ kind: 'allow', field: 'country', values: ['US'] }], groups: [] },
};

export const listOf = (...policies: SpendPolicyLine[]) => ({
  policies,
  nextCursor: null,
  protections,
  timeZone: 'America/New_York',
});

/** What the pages of policies are answered, for a policy with these versions. */
export const policyAnswers = (of: SpendPolicy): Answers => ({
  spendPolicies: ({ query }) => (query.layer?.join() === 'BUSINESS' ? listOf(company) : listOf(company, line(of))),
  spendPolicy: of,
  spendPolicyCards: { items: [card], nextCursor: null },
  spendPolicyShadow: {
    from: '2026-11-02T15:00:00.000Z',
    decisions: 74,
    stricter: 2,
    looser: 0,
    items: [{ ...purchase(90, 'Night Owl', 46_00), code: 'time_window' }],
  },
  categoryGroupList: { groups },
  backtestSpendPolicy: backtest(2),
  pendingChanges: { fourEyes: false, changes: [] },
  spendOverrides: {
    items: [
      {
        id: id(700),
        card,
        document: { rules: [{ kind: 'amount', period: 'day', limit: 800_00 }], groups: [] },
        note: 'Trade fair',
        from: '2026-11-02T15:00:00.000Z',
        until: '2026-12-02T15:00:00.000Z',
        createdAt: '2026-11-02T15:00:00.000Z',
        createdBy: 'Maya Chen',
        state: 'ACTIVE',
      },
    ],
  },
  newCardDefault: { group: null },
  cardGroups: {
    items: [
      {
        id: id(60),
        name: 'Sales',
        cards: 9,
        policies: [{ id: policyId, name: 'Sales' }],
        createdAt: '2026-11-01T00:00:00.000Z',
      },
    ],
  },
});

export const ownLimits: CardLimits = {
  card,
  leftToSpend: { amount: usd(60_00), binding: { by: 'LIMIT', limit: 1 } },
  stopped: null,
  available: usd(900_00),
  source: 'BUSINESS',
  limits: [
    {
      layer: 'GROUP',
      policyId,
      policyName: 'Sales',
      rule: 0,
      unit: 'AMOUNT',
      period: 'month',
      since: null,
      group: null,
      of: 'card',
      limit: 500_00,
      used: 200_00,
      left: 300_00,
      resetsAt: '2126-12-01T05:00:00.000Z',
      until: null,
      again: null,
    },
    {
      layer: 'CARD',
      policyId: id(502),
      policyName: 'Lunch',
      rule: 0,
      unit: 'AMOUNT',
      period: 'day',
      since: null,
      group: null,
      of: 'card',
      limit: 80_00,
      used: 20_00,
      left: 60_00,
      resetsAt: '2126-11-24T05:00:00.000Z',
      until: null,
      again: null,
    },
  ],
  shared: [],
  rules: [
    {
      layer: 'PROGRAM',
      policyId: id(503),
      policyName: 'Protections',
      index: 0,
      rule: protections.rules[0]!,
      until: null,
    },
  ],
  groups: protections.groups,
  timeZone: 'America/New_York',
};
